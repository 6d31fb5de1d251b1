/**
 * How long data is kept where no setting decides it. The mechanisms count by these, and the privacy policy says them:
 * neither has a number of its own.
 */
export const LIFETIMES = {
  /** A form that was begun and not sent, in the browser. */
  draftHours: 24,
  /** A form that could not be sent, in the browser. */
  outboxDays: 7,
  /** Answers that a candidate keeps for the next application, in the browser. */
  keptAnswersDays: 90,
  /** The cookie that shows a receipt again. */
  receiptHours: 1,
  /** An unconfirmed request for job alerts. */
  alertConfirmationDays: 7,
  /** The fingerprint of a connection, until the next sweep after its window. */
  connectionMinutes: 15,
  /** The fingerprint of a mailbox that somebody else can have mail sent to. */
  mailboxDays: 1,
  /** The address that the confirmation of an erasure goes to. */
  erasureMailDays: 1,
  /** An email that matches no submission. */
  unsortedReplyDays: 30,
  /** Sums about visitors. */
  visitorMonths: 26,
  /** Backups made every night. */
  backupDays: 35,
} as const
