import type { Queries } from '../platform/database/database.ts'
import { enqueueFileDeletions } from '../platform/file-deletions.ts'
import { deleteJobsAbout } from '../platform/jobs/queue.ts'
import { forgetCandidates } from './candidate-rows.ts'
import { renameMail } from './letters.ts'
import type { SubmissionSummary } from './submissions.ts'

export type Counts = Record<string, number>

export function addCounts(totals: Counts, counts: Counts) {
  for (const [name, count] of Object.entries(counts)) if (count > 0) totals[name] = (totals[name] ?? 0) + count
}

export async function deleteSubmissions(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id' | 'kind' | 'reference' | 'mailbox'>[],
): Promise<Counts> {
  if (submissions.length === 0) return {}
  const ids = submissions.map(({ id }) => id)
  const references = submissions.map(({ reference }) => reference)
  const objects = await queries.selectFrom('cvs').select('object_key').where('submission_id', 'in', ids).execute()
  const files = await queries.selectFrom('attachments').select('object_key').where('submission_id', 'in', ids).execute()
  const letters = await lettersAbout(queries, ids)
  await keepSharedLetters(queries, letters, ids)
  // Before what the jobs write: a worker locks its job first, too.
  await deleteJobsAbout(queries, references)
  await enqueueFileDeletions(
    queries,
    [...objects, ...files].map(({ object_key }) => object_key),
  )
  const cvs = await queries.deleteFrom('cvs').where('submission_id', 'in', ids).executeTakeFirstOrThrow()
  const mails = await queries.deleteFrom('mails').where('reference', 'in', references).executeTakeFirstOrThrow()
  const keys = await queries
    .deleteFrom('idempotency_keys')
    .where('reference', 'in', references)
    .executeTakeFirstOrThrow()
  await queries.deleteFrom('webhook_events').where('reference', 'in', references).execute()
  await queries.deleteFrom('link_requests').where('submission_id', 'in', ids).execute()
  await queries.deleteFrom('submissions').where('id', 'in', ids).execute()
  await forgetCandidates(
    queries,
    submissions.map(({ mailbox }) => mailbox),
  )
  await forgetInUndoSteps(queries, new Set(ids))
  if (letters.length > 0)
    await queries
      .deleteFrom('letters')
      .where('id', 'in', letters)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('letter_submissions').select('letter_id').whereRef('letter_id', '=', 'letters.id'))),
      )
      .execute()

  const counts: Counts = {}
  for (const { kind } of submissions) addCounts(counts, { [kind]: 1 })
  addCounts(counts, { cv: Number(cvs.numDeletedRows), mail: Number(mails.numDeletedRows) })
  addCounts(counts, { 'idempotency-key': Number(keys.numDeletedRows) })
  return counts
}

/** A letter about several applications takes the reference of one that stays. */
async function keepSharedLetters(queries: Queries, letters: string[], ids: string[]) {
  if (letters.length === 0) return
  const shared = await queries
    .selectFrom('letter_submissions')
    .innerJoin('submissions', 'submissions.id', 'letter_submissions.submission_id')
    .select(['letter_id', ({ fn }) => fn.min('reference').as('reference')])
    .where('letter_id', 'in', letters)
    .where('submission_id', 'not in', ids)
    .groupBy('letter_id')
    .execute()
  for (const { letter_id, reference } of shared) await renameMail(queries, letter_id, reference)
}

/** After the deletion, which waits for transactions that were changing them. */
async function forgetInUndoSteps(queries: Queries, ids: Set<string>) {
  for (const { id, changes } of await queries.selectFrom('undo_steps').select(['id', 'changes']).execute()) {
    const all = JSON.parse(changes) as { id: string }[]
    const left = all.filter((change) => !ids.has(change.id))
    if (left.length === 0) await queries.deleteFrom('undo_steps').where('id', '=', id).execute()
    else if (left.length < all.length)
      await queries
        .updateTable('undo_steps')
        .set({ changes: JSON.stringify(left) })
        .where('id', '=', id)
        .execute()
  }
}

async function lettersAbout(queries: Queries, ids: string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('letter_submissions')
    .select('letter_id')
    .distinct()
    .where('submission_id', 'in', ids)
    .execute()
  return rows.map(({ letter_id }) => letter_id)
}
