import { type SqlBool, sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import type { WithheldReason } from '../../platform/database/tables.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import { isCvMark } from '../../submissions/cv/result.ts'
import { enqueueMail } from '../../submissions/mails.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'

/** Transactional outbox for mails about submissions. */
export interface Outbox {
  mailDomain: string
  /** A mail was enqueued. */
  wake(): void
  /** To all senders together; the staff hear of every submission. */
  confirmationsPerDay?: number | undefined
}

const MAX_WAIT_FOR_INSPECTION = MINUTE
export const MAX_CONFIRMATIONS_PER_MAILBOX = 5
/** More than any day has brought, and less than mail providers let one send. */
const DEFAULT_CONFIRMATIONS_PER_DAY = 1000

/**
 * For the transaction that stores the submission: a mail to the staff and a confirmation. Robots are not confirmed, since the address may
 * be a stranger's; a mark on the CV alone says nothing about its sender. Confirmations beyond the limits are withheld, so that the forms
 * cannot flood a mailbox. The staff's mail waits a little for the CV's inspection, so that a warning is in it.
 */
export async function enqueueMails(
  queries: Queries,
  submission: SubmissionSummary,
  { mailDomain, confirmationsPerDay = DEFAULT_CONFIRMATIONS_PER_DAY }: Outbox,
  { hasCv }: { hasCv: boolean },
): Promise<void> {
  const { created_at, marks } = submission
  const base = { mailDomain, createdAt: created_at }
  const dueAt = hasCv ? after(created_at, MAX_WAIT_FOR_INSPECTION) : created_at
  await enqueueMail(queries, submission, { ...base, ...oncePerSubmission(submission, 'staff'), dueAt })
  if (marks.split(' ').some((mark) => mark !== '' && !isCvMark(mark))) return
  const withheld = await reasonToWithhold(queries, submission, confirmationsPerDay)
  await enqueueMail(queries, submission, { ...base, ...oncePerSubmission(submission, 'confirmation'), withheld })
}

const oncePerSubmission = ({ reference }: SubmissionSummary, kind: 'staff' | 'confirmation') => ({
  kind,
  messageId: `${reference.toLowerCase()}.${kind}`,
})

async function reasonToWithhold(
  queries: Queries,
  { mailbox, created_at }: SubmissionSummary,
  confirmationsPerDay: number,
): Promise<WithheldReason | null> {
  const since = after(created_at, -DAY)
  const confirmations = queries
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('count'))
    // As literals: only then both databases see that the index has all it takes.
    .where(sql<SqlBool>`mails.kind = 'confirmation' and withheld is null`)
    .where('mails.created_at', '>', since)
  const toThisMailbox = confirmations
    .innerJoin('submissions', 'submissions.reference', 'mails.reference')
    .where('mailbox', '=', mailbox)
    .where('submissions.created_at', '>', since)
  if ((await countOf(toThisMailbox)) >= MAX_CONFIRMATIONS_PER_MAILBOX) return 'mailbox'
  return (await countOf(confirmations)) >= confirmationsPerDay ? 'day' : null
}

async function countOf(counting: { executeTakeFirstOrThrow(): Promise<{ count: string | number | bigint }> }) {
  return Number((await counting.executeTakeFirstOrThrow()).count)
}

function after(moment: string, milliseconds: number) {
  return new Date(Date.parse(moment) + milliseconds).toISOString()
}

/** For the transaction that stores the CV's inspection. A mail that was refused keeps to its own time. */
export async function makeStaffMailDue(queries: Queries, submissionId: string, now: string): Promise<void> {
  await queries
    .updateTable('queued_jobs')
    .set({ due_at: now })
    .where('id', 'in', (row) =>
      row
        .selectFrom('mails')
        .innerJoin('submissions', 'submissions.reference', 'mails.reference')
        .select('mails.id')
        .where('submissions.id', '=', submissionId)
        .where('mails.kind', '=', 'staff'),
    )
    .where('tries', '=', 0)
    .where('due_at', '>', now)
    .execute()
}
