import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { deleteJobsAbout } from '../platform/jobs/queue.ts'
import { addCounts, type Counts, deleteSubmissions } from './delete-submissions.ts'
import { forgetViewsAbout } from './saved-views.ts'
import type { SubmissionSummary } from './submissions.ts'

export type Tombstone = Selectable<Tables['tombstones']>

const ROWS_AT_ONCE = 200

/** In the transaction of the erasure. See docs/decisions/erasure-survives-restore.md. */
export async function addTombstones(queries: Queries, submissions: Pick<SubmissionSummary, 'id'>[], now: Date) {
  const erased_at = now.toISOString()
  await keepTombstones(
    queries,
    submissions.map(({ id }) => ({ hash: tombstoneOf(id), erased_at })),
  )
}

export async function keepTombstones(queries: Queries, tombstones: Tombstone[]): Promise<void> {
  for (let from = 0; from < tombstones.length; from += ROWS_AT_ONCE)
    await queries
      .insertInto('tombstones')
      .values(tombstones.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
}

/** Erases again what a restored backup brought back. */
export async function replayTombstones(database: Database): Promise<Record<string, number>> {
  const totals: Counts = {}
  await inSteps(database, async (queries, after) => {
    const some = await queries
      .selectFrom('submissions')
      .select(['id', 'kind', 'reference', 'name', 'email', 'mailbox', 'phone'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const erased = await erasedOf(queries, some)
    addCounts(totals, await deleteSubmissions(queries, erased))
    if (erased.length > 0) await forgetViewsAbout(queries, erased)
    return some
  })
  await inSteps(database, async (queries, after) => {
    const alerts = queries.selectFrom('job_alerts').select('id').where('id', '>', after).orderBy('id')
    const some = await alerts.limit(ROWS_AT_ONCE).execute()
    const ids = (await erasedOf(queries, some)).map(({ id }) => id)
    if (ids.length > 0) await queries.deleteFrom('job_alerts').where('id', 'in', ids).execute()
    await deleteJobsAbout(queries, ids)
    addCounts(totals, { 'job-alert': ids.length })
    return some
  })
  await inSteps(database, async (queries, after) => {
    const unsorted = queries.selectFrom('replies').select('id').where('submission_id', 'is', null)
    const some = await unsorted.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE).execute()
    const ids = (await erasedOf(queries, some)).map(({ id }) => id)
    if (ids.length > 0) await queries.deleteFrom('replies').where('id', 'in', ids).execute()
    addCounts(totals, { reply: ids.length })
    return some
  })
  if (Object.keys(totals).length > 0) await database.forgetDeleted()
  return totals
}

async function inSteps({ write }: Database, step: (queries: Queries, after: string) => Promise<{ id: string }[]>) {
  let last: string | undefined = ''
  while (last !== undefined) {
    const after: string = last
    const rows = await write((queries) => step(queries, after))
    last = rows.length === ROWS_AT_ONCE ? rows.at(-1)?.id : undefined
  }
}

async function erasedOf<Row extends Pick<SubmissionSummary, 'id'>>(queries: Queries, submissions: Row[]) {
  if (submissions.length === 0) return []
  const byHash = new Map(submissions.map((each) => [tombstoneOf(each.id), each]))
  const found = await queries
    .selectFrom('tombstones')
    .select('hash')
    .where('hash', 'in', [...byHash.keys()])
    .execute()
  return found.map(({ hash }) => byHash.get(hash) as Row)
}

/** The key is the row's own random id: only its owner recognises the tombstone. */
const tombstoneOf = (id: string) => createHmac('sha256', id).update('tombstone').digest('hex')
