import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inBatches, type Queries, type Row } from '../platform/database/database.ts'
import type { SubmissionSummary } from './submissions.ts'

export type Candidate = Row<'candidates'>

/** In the transaction that stores submissions, after them. */
export async function rememberCandidates(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id' | 'mailbox' | 'created_at'>[],
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const byMailbox = new Map(submissions.map((submission) => [submission.mailbox, submission]))
  const mailboxes = [...byMailbox.keys()].filter(Boolean).sort()
  if (mailboxes.length === 0) return
  const rows = mailboxes.map((mailbox) => {
    const id = randomUUID()
    return { ...NEW, id, root_id: id, mailbox, created_at: byMailbox.get(mailbox)?.created_at ?? '' }
  })
  for (const some of inBatches(rows))
    await queries
      .insertInto('candidates')
      .values(some)
      .onConflict((conflict) => conflict.column('mailbox').doNothing())
      .execute()
  await queries
    .updateTable('candidates')
    .set({ applied_arrival: newestAmong(submissions.map(({ id }) => id)) })
    .where('id', 'in', ({ selectFrom }) => selectFrom('candidates').select('root_id').where('mailbox', 'in', mailboxes))
    .execute()
}

/** These alone: a sender may have sent a hundred thousand. */
const newestAmong = (ids: string[]) => sql<number | null>`coalesce((select max(submissions.arrival) from submissions
  inner join candidates as other on other.mailbox = submissions.mailbox
  where submissions.id in (${sql.join(ids)}) and submissions.kind <> 'contact-message'
    and other.root_id = candidates.id), applied_arrival)`

const NEWEST_APPLICATION = sql<number | null>`(select max(submissions.arrival) from submissions
  where submissions.kind <> 'contact-message' and submissions.mailbox in
    (select other.mailbox from candidates as other where other.root_id = candidates.id))`

const NEW = {
  merged_into: null,
  merged_at: null,
  merged_by: null,
  applied_arrival: null,
  rating: null,
  rated_by: null,
  rated_at: null,
  pool_until: null,
  pool_agreed_on: null,
  pool_channel: null,
  pool_by: null,
  pool_asked_at: null,
} as const

const AT_ONCE = 500

/** Senders whose submission a process of an earlier release stored. */
export async function rememberMissing(queries: Queries): Promise<void> {
  const missing = await queries
    .selectFrom('submissions')
    .select(['id', 'mailbox', 'created_at'])
    .where('mailbox', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('candidates').select('id').whereRef('candidates.mailbox', '=', 'submissions.mailbox'))),
    )
    .limit(AT_ONCE)
    .execute()
  await rememberCandidates(queries, missing)
}

/** Runs after the deletion of submissions, in its transaction: deletes people without any. */
export async function forgetCandidates(queries: Queries, mailboxes: string[]): Promise<void> {
  const wanted = [...new Set(mailboxes)]
  if (wanted.length === 0) return
  const left = await queries
    .selectFrom('submissions')
    .select('mailbox')
    .distinct()
    .where('mailbox', 'in', wanted)
    .execute()
  const known = new Set(left.map(({ mailbox }) => mailbox))
  const found = await queries
    .selectFrom('candidates')
    .selectAll()
    .where('mailbox', 'in', wanted)
    .orderBy('id')
    .execute()
  const gone = found.filter(({ mailbox }) => !known.has(mailbox))
  for (const { id, merged_into } of gone) await moveMerged(queries, id, merged_into)
  if (gone.length > 0)
    await queries
      .deleteFrom('candidates')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  await settle(
    queries,
    found.map(({ root_id }) => root_id),
  )
}

/** Rows merged into a deleted person move to `next`; without one, the first of them takes the place. */
async function moveMerged(queries: Queries, id: string, next: string | null) {
  const merged = await queries
    .selectFrom('candidates')
    .select('id')
    .where('merged_into', '=', id)
    .orderBy('id')
    .execute()
  const heir = next ?? merged[0]?.id
  if (heir === undefined) return
  await queries.updateTable('candidates').set({ merged_into: heir }).where('merged_into', '=', id).execute()
  if (next === null)
    await queries
      .updateTable('candidates')
      .set({ merged_into: null, merged_at: null, merged_by: null })
      .where('id', '=', heir)
      .execute()
}

/** Finds the root and the newest application of every row that shared one of these roots. */
export async function settle(queries: Queries, roots: string[]): Promise<void> {
  const wanted = [...new Set(roots)]
  if (wanted.length === 0) return
  const rows = await queries.selectFrom('candidates').selectAll().where('root_id', 'in', wanted).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const rootOf = (row: Candidate): string => {
    const above = row.merged_into === null ? undefined : byId.get(row.merged_into)
    return above ? rootOf(above) : row.id
  }
  for (const row of rows) {
    const root = rootOf(row)
    if (root !== row.root_id)
      await queries.updateTable('candidates').set({ root_id: root }).where('id', '=', row.id).execute()
  }
  const settled = [...new Set(rows.map(rootOf))]
  if (settled.length === 0) return
  await queries
    .updateTable('candidates')
    .set({
      applied_arrival: NEWEST_APPLICATION,
    })
    .where('id', 'in', settled)
    .execute()
}
