import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { deleteSubmissions } from './delete-submissions.ts'
import { forgetViewsAbout } from './saved-views.ts'
import type { SubmissionSummary } from './submissions.ts'

export type Tombstone = Selectable<Tables['tombstones']>

const ROWS_AT_ONCE = 200

/** Remembers that these were erased, in the transaction that erases them. See docs/decisions/erasure-survives-restore.md. */
export async function addTombstones(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id'>[],
  now: Date,
): Promise<void> {
  const erased_at = now.toISOString()
  await keepTombstones(
    queries,
    submissions.map(({ id }) => ({ hash: tombstoneOf(id), erased_at })),
  )
}

/** Those of another database as well. */
export async function keepTombstones(queries: Queries, tombstones: Tombstone[]): Promise<void> {
  for (let from = 0; from < tombstones.length; from += ROWS_AT_ONCE)
    await queries
      .insertInto('tombstones')
      .values(tombstones.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
}

/** Erases again what a restored backup has brought back. How many of each. */
export async function replayTombstones(database: Database): Promise<Record<string, number>> {
  const totals: Record<string, number> = {}
  for (let last = '', found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
    found = await database.write(async (queries) => {
      const some = await queries
        .selectFrom('submissions')
        .select(['id', 'kind', 'reference', 'name', 'email', 'phone'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute()
      last = some.at(-1)?.id ?? last
      const erased = await erasedOf(queries, some)
      const counts = await deleteSubmissions(queries, erased)
      if (erased.length > 0) await forgetViewsAbout(queries, erased)
      for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count
      return some.length
    })
  }
  const alerts = await replayOnAlerts(database)
  if (alerts > 0) totals['job-alert'] = alerts
  if (Object.keys(totals).length > 0) await database.forgetDeleted()
  return totals
}

/** Whoever has stopped the mails, or was erased, gets none after a restore. How many. */
async function replayOnAlerts(database: Database) {
  let ended = 0
  for (let last = '', found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
    found = await database.write(async (queries) => {
      const some = await queries
        .selectFrom('job_alerts')
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute()
      last = some.at(-1)?.id ?? last
      const ids = (await erasedOf(queries, some)).map(({ id }) => id)
      if (ids.length > 0) await queries.deleteFrom('job_alerts').where('id', 'in', ids).execute()
      ended += ids.length
      return some.length
    })
  }
  return ended
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

/** The key is the id itself, 122 random bits that are gone with the row: only who has the row already can recognise its tombstone. */
const tombstoneOf = (id: string) => createHmac('sha256', id).update('tombstone').digest('hex')
