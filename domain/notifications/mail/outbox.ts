import { randomUUID } from 'node:crypto'
import type { linkRenewed, questionAsked } from '../../candidates/events.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailKind, WithheldReason } from '../../platform/database/tables.ts'
import { MINUTE } from '../../platform/durations.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { limitStrangersMail } from '../../platform/strangers-mails.ts'
import type { cvInspected } from '../../submissions/cv/queue.ts'
import type { letterWritten, submissionReceived } from '../../submissions/events.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'

const MAX_WAIT_FOR_INSPECTION = MINUTE

/** The other signs also fit a person: a password manager fills a form in a second. */
const ROBOT_MARK = 'honeypot'

/** Robots get no confirmation, and the limits keep the forms from flooding a stranger's mailbox. The staff's mail waits for the CV's inspection. */
export const mailArrival: Subscriber<typeof submissionReceived> = async (queries, { submission, hasCv, outbox }) => {
  if (!outbox) return
  const { mailDomain, confirmationsPerDay: perDay } = outbox
  const { created_at, marks, mailbox } = submission
  const base = { mailDomain, createdAt: created_at }
  const dueAt = hasCv ? after(created_at, MAX_WAIT_FOR_INSPECTION) : created_at
  await enqueueMail(queries, submission, { ...base, ...oncePerSubmission(submission, 'staff'), dueAt })
  if (marks.split(' ').includes(ROBOT_MARK)) return
  const withheld = await limitStrangersMail(queries, { mailbox, perDay, now: new Date(created_at) })
  await enqueueMail(queries, submission, { ...base, ...oncePerSubmission(submission, 'confirmation'), withheld })
}

const oncePerSubmission = ({ reference }: SubmissionSummary, kind: 'staff' | 'confirmation') => ({
  kind,
  messageId: `${reference.toLowerCase()}.${kind}`,
})

interface NewMail {
  id?: string
  kind: MailKind
  createdAt: string
  mailDomain: string
  dueAt?: string
  /** Before the @. Chosen here, so that a mail sent twice is recognised. */
  messageId?: string
  withheld?: WithheldReason | null
  /** Ids only. */
  payload?: object
}

export async function enqueueMail(
  queries: Queries,
  { reference, language }: Pick<SubmissionSummary, 'reference' | 'language'>,
  mail: NewMail,
): Promise<void> {
  const {
    id = randomUUID(),
    kind,
    createdAt,
    mailDomain,
    dueAt = createdAt,
    messageId = id,
    withheld = null,
    payload,
  } = mail
  const message_id = `<${messageId}@${mailDomain}>`
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('mails')
    .values({ id, reference, kind, language, message_id, created_at: createdAt, sent_at: null, withheld })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const held = withheld && { dueAt: null, heldBecause: `WITHHELD_${withheld.toUpperCase()}` }
  await enqueue(queries, 'mail', {
    id,
    subject: reference,
    payload: { mail: kind, ...payload },
    now: createdAt,
    dueAt,
    ...held,
  })
}

function after(moment: string, milliseconds: number) {
  return new Date(Date.parse(moment) + milliseconds).toISOString()
}

/** A mail that was refused keeps to its own time. */
export const releaseStaffMail: Subscriber<typeof cvInspected> = async (queries, { id }, at) => {
  const now = at.toISOString()
  await queries
    .updateTable('queued_jobs')
    .set({ due_at: now })
    .where('id', 'in', (row) =>
      row
        .selectFrom('mails')
        .innerJoin('submissions', 'submissions.reference', 'mails.reference')
        .select('mails.id')
        .where('submissions.id', '=', id)
        .where('mails.kind', '=', 'staff'),
    )
    .where('tries', '=', 0)
    .where('due_at', '>', now)
    .execute()
}

export const mailLetter: Subscriber<typeof letterWritten> = (queries, { id, sendAt, mailDomain, ...submission }, now) =>
  enqueueMail(queries, submission, {
    id,
    kind: 'letter',
    mailDomain,
    createdAt: now.toISOString(),
    dueAt: sendAt.toISOString(),
  })

export const mailLink: Subscriber<typeof linkRenewed> = (queries, { submission, mailDomain }, now) =>
  enqueueMail(queries, submission, { kind: 'link', mailDomain, createdAt: now.toISOString() })

export const mailQuestion: Subscriber<typeof questionAsked> = (queries, { id, submission, mailDomain }, now) =>
  enqueueMail(queries, submission, { id, kind: 'question', mailDomain, createdAt: now.toISOString() })
