import { randomUUID } from 'node:crypto'
import type { Clock } from '../calendar.ts'
import type { Database, Queries } from '../database/database.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../durations.ts'
import { finishDailyJob, holdDailyJob, lastDay } from '../jobs/daily-jobs.ts'
import { claimRows } from '../jobs/leases.ts'
import { startWorkerLoop } from '../jobs/worker-loop.ts'
import { FILE_TABLES } from './kept-files.ts'
import { type ObjectStore, StorageFailure } from './object-store.ts'

const LOOK_EVERY_MILLISECONDS = 30 * SECOND
const AT_ONCE = 20
// Longer than so many calls take with every time limit on their way.
const LEASE_MILLISECONDS = 15 * MINUTE
const BACKOFF_MILLISECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE]
const MAX_BACKOFF_MILLISECONDS = HOUR

/** For the transaction that deletes the rows: whenever the process ends, and however long the store is away, the objects go. */
export async function oweDeletions(queries: Queries, keys: (string | null)[]): Promise<void> {
  const rows = keys
    .filter((key) => key !== null)
    .map((id) => ({ id, next_try_at: new Date(0).toISOString(), leased_until: null, tries: 0, last_error: '' }))
  if (rows.length > 0)
    await queries
      .insertInto('object_deletions')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

/** Deletes every version of what is owed and due. How many are left, and why the last try failed; never throws because of the store. */
export async function deleteOwed(database: Database, now: Date): Promise<{ left: number; failure?: Error }> {
  const { objects } = database.files
  let failure: Error | undefined
  while (objects && !failure && (await isSomethingDue(database.queries, now))) {
    const claimed = await claimDue(database, now)
    if (claimed.length === 0) break
    const outcomes = await Promise.allSettled(claimed.map(({ id }) => objects.delete(id)))
    const done = claimed.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ id }) => id)
    failure = outcomes.find((each) => each.status === 'rejected')?.reason
    await database.write(async (queries) => {
      if (done.length > 0) await queries.deleteFrom('object_deletions').where('id', 'in', done).execute()
      for (const { id, tries } of claimed.filter((each) => !done.includes(each.id))) {
        const wait = BACKOFF_MILLISECONDS[tries] ?? MAX_BACKOFF_MILLISECONDS
        const next_try_at = new Date(now.getTime() + wait).toISOString()
        const last_error = String(failure?.message)
        await queries
          .updateTable('object_deletions')
          .set({ next_try_at, leased_until: null, tries: tries + 1, last_error })
          .where('id', '=', id)
          .execute()
      }
    })
  }
  return { left: await countOwed(database.queries), ...(failure && { failure }) }
}

/** How many objects are still to be deleted. */
export async function countOwed(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('object_deletions')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those of them that were refused for more than an hour. */
export async function countFailing(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('object_deletions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('tries', '>', BACKOFF_MILLISECONDS.length + 1)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function isSomethingDue(queries: Queries, now: Date) {
  const due = await queries
    .selectFrom('object_deletions')
    .select('id')
    .where('next_try_at', '<=', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

const claimDue = (database: Database, now: Date) =>
  claimRows(
    database,
    'object_deletions',
    { now, leaseMilliseconds: LEASE_MILLISECONDS, atMost: AT_ONCE },
    (queries, moment) =>
      queries.selectFrom('object_deletions').select(['id', 'tries']).where('next_try_at', '<=', moment).orderBy('id'),
  )

/** Among the jobs that one process does a day. */
export const SWEEP_JOB = 'storage sweep'

/** Another database sweeps the same folder: one of the two is a copy of the other, and neither has a row for all that is there. */
class FolderShared extends Error {
  override name = 'FolderShared'
}

/**
 * Objects of this database that no row names: their process ended before the row, or the row was refused. How many there were. None
 * that was stored since the last sweep, since when the database may have been copied; and none where the copy has swept meanwhile.
 */
export async function sweepOrphans(database: Database, now: Date): Promise<number> {
  const { objects } = database.files
  if (!objects) return 0
  const lastSweep = await exchangeMark(database, objects, now)
  const swept = lastSweep ? await oweOrphans(database, objects, oldAt(lastSweep, now)) : 0
  await deleteOwed(database, now)
  return swept
}

/** A copy that was made after the last sweep has the rows of all objects that were stored so long before it. */
function oldAt(lastSweep: Date, now: Date) {
  return new Date(Math.min(now.getTime() - DAY, lastSweep.getTime() - HOUR))
}

const markIn = (folder: string) => `${folder}last-sweep`

/**
 * Leaves a new mark in the folder and in the database. When the last sweep was, if both have the same mark of it; nothing if there was
 * none. Throws FolderShared if the mark in the folder is another database's.
 */
async function exchangeMark(database: Database, objects: ObjectStore, now: Date): Promise<Date | undefined> {
  const key = markIn(await database.files.folder())
  const known = await lastDay(database.queries, SWEEP_JOB)
  const found = (await objects.get(key))?.toString()
  const isShared = found !== undefined && found !== known
  const mark = `${now.toISOString()} ${randomUUID()}`
  // First no mark at all: whoever is interrupted begins anew, and takes nobody for another.
  await objects.delete(key)
  await database.write((queries) => (isShared ? holdDailyJob : finishDailyJob)(queries, SWEEP_JOB, mark))
  await objects.put(key, Buffer.from(mark))
  if (isShared)
    throw new FolderShared(
      'a copy of this database uses the same STORAGE_URL, and nothing was swept: give the copy another one',
    )
  return found === undefined ? undefined : new Date(found.split(' ')[0] as string)
}

async function oweOrphans(database: Database, objects: ObjectStore, before: Date): Promise<number> {
  const folder = await database.files.folder()
  let swept = 0
  for await (const page of objects.list(folder)) {
    const listed = page.filter(({ key }) => key !== markIn(folder))
    const old = listed.filter(({ storedAt }) => storedAt < before).map(({ key }) => key)
    const named = await keysWithRow(database.queries, old)
    const orphans = old.filter((key) => !named.has(key))
    if (orphans.length > 0) await database.write((queries) => oweDeletions(queries, orphans))
    swept += orphans.length
  }
  return swept
}

async function keysWithRow(queries: Queries, keys: string[]): Promise<Set<string | null>> {
  const named = new Set<string | null>()
  if (keys.length === 0) return named
  for (const table of FILE_TABLES)
    for (const { object_key } of await queries
      .selectFrom(table)
      .select('object_key')
      .where('object_key', 'in', keys)
      .execute())
      named.add(object_key)
  return named
}

interface DeletionOptions {
  database: Database
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
}

/** Tries again what could not be deleted when its row was. At the start it says if the store cannot be used, before the first CV comes. */
export function startStorageWorker({ database, log, clock = () => new Date() }: DeletionOptions) {
  let isChecked = false
  const loop = startWorkerLoop({
    pollMilliseconds: LOOK_EVERY_MILLISECONDS,
    async prepare() {
      if (!isChecked) await check()
      isChecked = true
    },
    async round() {
      const { left, failure } = await deleteOwed(database, clock())
      if (failure) log.warn({ left, reason: failure.message }, 'Files could not be deleted from the storage yet')
    },
    onFailure: (error) => log.error({ err: error }, 'Files could not be deleted from the storage'),
    clock,
  })
  loop.wake()
  return loop

  async function check() {
    try {
      await database.files.objects?.list(await database.files.folder()).next()
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      log.error({ reason: error.message }, 'The storage of STORAGE_URL cannot be used')
    }
  }
}
