import { randomUUID } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Tables, WithheldReason } from '../../platform/database/tables.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import { type Claim, claimRows, isFree } from '../../platform/jobs/leases.ts'
import { isCvMark } from '../../submissions/cv/result.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'

/** Where the mails about a submission are left, in the transaction that stores it. */
export interface Outbox {
  mailDomain: string
  /** There is something to send. */
  wake(): void
  /** To all senders together; the staff hear of every submission. */
  confirmationsPerDay?: number | undefined
}

/** From this many refusals on a person should look; see `desk mail`. */
export const STUCK_AFTER_TRIES = 10

export type OwedMail = Selectable<Tables['mail_outbox']>

/**
 * For the transaction that stores the submission. What a robot may have sent is not confirmed: the address may belong to somebody
 * who sent nothing. A mark that concerns the CV alone says nothing about who sent it. Nor is anybody written to more than a few times a
 * day, nor all senders together more than `confirmationsPerDay`, or the forms could be used to flood a stranger's mailbox or to ruin the
 * company's name as a sender. What is withheld is kept, for `desk mail` to show; the staff hear of every submission.
 * The Message-ID is chosen here, so that a mail which has to be sent again is recognised as the same.
 * The staff's mail about a CV waits until the CV is inspected, so that a warning is in it, but not for long.
 */
export async function oweMails(
  queries: Queries,
  { mailbox, reference, language, created_at, marks }: SubmissionSummary,
  { mailDomain, confirmationsPerDay = DEFAULT_CONFIRMATIONS_PER_DAY }: Outbox,
  { hasCv }: { hasCv: boolean },
): Promise<void> {
  const kinds = isSenderMarked(marks) ? (['staff'] as const) : (['staff', 'confirmation'] as const)
  const reason = isSenderMarked(marks)
    ? null
    : await reasonToWithhold(queries, { mailbox, created_at, confirmationsPerDay })
  const rows = kinds.map((kind) => ({
    id: randomUUID(),
    reference,
    kind,
    language,
    message_id: `<${reference.toLowerCase()}.${kind}@${mailDomain}>`,
    created_at,
    next_try_at: kind === 'staff' && hasCv ? after(created_at, MAX_WAIT_FOR_INSPECTION) : created_at,
    withheld: kind === 'confirmation' ? reason : null,
    leased_until: null,
    tries: 0,
    last_error: '',
    sent_at: null,
  }))
  await queries.insertInto('mail_outbox').values(rows).execute()
}

/** One mail to whoever sent the submission, due at once; in the transaction that says what it is about. */
export async function oweMail(
  queries: Queries,
  { reference, language }: Pick<SubmissionSummary, 'reference' | 'language'>,
  mail: Pick<OwedMail, 'id' | 'kind' | 'created_at'> & { mailDomain: string },
): Promise<void> {
  const { id, kind, created_at, mailDomain } = mail
  await queries
    .insertInto('mail_outbox')
    .values({
      id,
      reference,
      kind,
      language,
      message_id: `<${id}@${mailDomain}>`,
      created_at,
      next_try_at: created_at,
      leased_until: null,
      tries: 0,
      last_error: '',
      sent_at: null,
      withheld: null,
    })
    .execute()
}

const MAX_WAIT_FOR_INSPECTION = MINUTE
export const MAX_CONFIRMATIONS_PER_MAILBOX = 5
/** More than any day has brought, and less than mail providers let one send. */
const DEFAULT_CONFIRMATIONS_PER_DAY = 1000

interface Confirmation extends Pick<SubmissionSummary, 'mailbox' | 'created_at'> {
  confirmationsPerDay: number
}

async function reasonToWithhold(
  queries: Queries,
  { mailbox, created_at, confirmationsPerDay }: Confirmation,
): Promise<WithheldReason | null> {
  const since = after(created_at, -DAY)
  const confirmations = queries
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    // As literals: only then both databases see that the index has all it takes.
    .where(sql<SqlBool>`mail_outbox.kind = 'confirmation' and withheld is null`)
    .where('mail_outbox.created_at', '>', since)
  const toThisMailbox = confirmations
    .innerJoin('submissions', 'submissions.reference', 'mail_outbox.reference')
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

/** For the transaction that stores what was found in the CV. A mail that was refused keeps to its own time. */
export async function makeStaffMailDue(queries: Queries, submissionId: string, now: string): Promise<void> {
  await queries
    .updateTable('mail_outbox')
    .set({ next_try_at: now })
    .where('reference', '=', (row) => row.selectFrom('submissions').select('reference').where('id', '=', submissionId))
    .where('kind', '=', 'staff')
    .where('sent_at', 'is', null)
    .where('tries', '=', 0)
    .where('next_try_at', '>', now)
    .execute()
}

function isSenderMarked(marks: string) {
  return marks.split(' ').some((mark) => mark !== '' && !isCvMark(mark))
}

/** Mails that are due, for this process alone until the lease ends. */
export const claimDueMails = (database: Database, claim: Claim): Promise<OwedMail[]> =>
  claimRows(database, 'mail_outbox', claim, (queries, moment) =>
    queries
      .selectFrom('mail_outbox')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('withheld', 'is', null)
      .where('next_try_at', '<=', moment)
      .orderBy('next_try_at'),
  )

export async function markSent({ write }: Database, { id }: OwedMail, now: Date): Promise<void> {
  const sent = { sent_at: now.toISOString(), leased_until: null, last_error: '' }
  await write((queries) => queries.updateTable('mail_outbox').set(sent).where('id', '=', id).execute())
}

/** Another try, later. The error is a code, never what the mail server said: that may name the person. */
export async function postpone(
  { write }: Database,
  { id }: OwedMail,
  later: Pick<OwedMail, 'next_try_at' | 'tries' | 'last_error'>,
): Promise<void> {
  const postponed = { ...later, leased_until: null }
  await write((queries) => queries.updateTable('mail_outbox').set(postponed).where('id', '=', id).execute())
}

export async function forgetMail({ write }: Database, { id }: OwedMail): Promise<void> {
  await write((queries) => queries.deleteFrom('mail_outbox').where('id', '=', id).execute())
}

/** The oldest first. */
export function listOwedMails(queries: Queries): Promise<OwedMail[]> {
  return selectUnsent(queries).where('withheld', 'is', null).execute()
}

/** Confirmations beyond the limits, the oldest first: they are sent only if the staff say so. */
export function listWithheldMails(queries: Queries): Promise<OwedMail[]> {
  return selectUnsent(queries).where('withheld', 'is not', null).execute()
}

function selectUnsent(queries: Queries) {
  return queries.selectFrom('mail_outbox').selectAll().where('sent_at', 'is', null).orderBy('created_at')
}

export async function countSentMails(queries: Queries): Promise<number> {
  const { sent } = await queries
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.count('id').as('sent'))
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(sent)
}

/**
 * Forgets the failures, so that every mail that was refused is due again; one that is withheld only by its reference. A letter that waits
 * for its time goes on waiting. How many there are.
 */
export async function retryOwedMails(queries: Queries, now: Date, reference?: string): Promise<number> {
  const moment = now.toISOString()
  const { numUpdatedRows } = await queries
    .updateTable('mail_outbox')
    .set({ next_try_at: moment, tries: 0, leased_until: null, withheld: null })
    .where('sent_at', 'is', null)
    .where(isFree(moment))
    .where((row) => {
      const isDueOrRefused = row.or([row('tries', '>', 0), row('next_try_at', '<=', moment)])
      if (reference === undefined) return row.and([row('withheld', 'is', null), isDueOrRefused])
      return row.and([row('reference', '=', reference), row.or([row('withheld', 'is not', null), isDueOrRefused])])
    })
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

interface StuckMail extends Pick<OwedMail, 'id' | 'reference' | 'kind' | 'tries'> {
  createdAt: string
  nextTryAt: string
  /** A code of the mail server or of the connection; empty for one that is withheld. */
  because: string
  withheld: WithheldReason | null
}

const MAX_SHOWN = 100

/** Those that were refused many times or are withheld, the oldest first. */
export async function listStuckMails(queries: Queries): Promise<StuckMail[]> {
  const rows = await selectUnsent(queries)
    .where((row) => row.or([row('withheld', 'is not', null), row('tries', '>=', STUCK_AFTER_TRIES)]))
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ id, reference, kind, tries, created_at, next_try_at, last_error, withheld }) => ({
    id,
    reference,
    kind,
    tries,
    createdAt: created_at,
    nextTryAt: next_try_at,
    because: last_error,
    withheld,
  }))
}

/** Forgets the failures of one mail, also of one that is withheld. Undefined if it was sent, is being sent or is not there. */
export function retryMail(queries: Queries, id: string, now: Date): Promise<{ reference: string } | undefined> {
  const moment = now.toISOString()
  return queries
    .updateTable('mail_outbox')
    .set({ next_try_at: moment, tries: 0, leased_until: null, withheld: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('withheld', 'is not', null), row('tries', '>=', STUCK_AFTER_TRIES)]))
    .where(isFree(moment))
    .returning('reference')
    .executeTakeFirst()
}
