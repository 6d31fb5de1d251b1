import { randomUUID } from 'node:crypto'
import type { Database, Queries } from './database/database.ts'
import { DAY, HOUR, MINUTE } from './durations.ts'
import { finishDailyJob, holdDailyJob, lastDay } from './jobs/daily-jobs.ts'
import { defineJob } from './jobs/define-job.ts'
import { enqueue } from './jobs/queue.ts'
import { type Log, runDueJobs } from './jobs/runner.ts'
import { FILE_TABLES, type ObjectStore, StorageFailure } from './storage/kept-files.ts'

const START_OF_TIME = new Date(0)

/** In the transaction that deletes the rows. */
export async function enqueueFileDeletions(queries: Queries, keys: (string | null)[]): Promise<void> {
  const now = new Date()
  const objects = keys.filter((key) => key !== null).map((id) => ({ id, now, dueAt: START_OF_TIME }))
  await enqueue(queries, 'file-deletion', objects, { ifQueued: 'keep' })
}

/** At the start it logs whether the store can be used, before the first CV comes. */
export function fileDeletionJob({ files }: Pick<Database, 'files'>, log?: Log) {
  let isChecked = log === undefined
  return defineJob({
    kind: 'file-deletion',
    concurrency: 20,
    leaseMilliseconds: 15 * MINUTE,
    retry: {
      backoff: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
      stuckAfterTries: 5,
      unreachable: { pauseMilliseconds: MINUTE, countsAsTry: true },
    },
    async plan() {
      if (isChecked) return
      isChecked = true
      try {
        await files.objects?.list(await files.folder()).next()
      } catch (error) {
        if (!(error instanceof StorageFailure)) throw error
        log?.error({ reason: error.message }, 'The storage of STORAGE_URL cannot be used')
      }
    },
    async run({ id }) {
      await files.objects?.delete(id)
      return undefined
    },
    describe: (error) => (error as Error).message,
    verdictOf: (error) => (error instanceof StorageFailure ? 'unreachable' : 'retry'),
  })
}

/** At once, for a person who waits. The worker tries the rest again. */
export async function deleteQueuedFiles(database: Database, now: Date): Promise<{ left: number; reason: string }> {
  const silent = { error() {} }
  if (database.files.objects) await runDueJobs(fileDeletionJob(database), { database, log: silent, clock: () => now })
  const left = await database.queries
    .selectFrom('queued_jobs')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('last_error').as('reason')])
    .where('kind', '=', 'file-deletion')
    .executeTakeFirstOrThrow()
  return { left: Number(left.count), reason: left.reason ?? '' }
}

export const SWEEP_JOB = 'storage sweep'

/** A copy of this database sweeps the same folder, and neither has a row for every object. */
class FolderShared extends Error {
  override name = 'FolderShared'
}

/** Deletes objects without a row. Spares those stored since the last sweep, since when the database may have been copied. */
export async function sweepOrphans(database: Database, now: Date): Promise<number> {
  const { objects } = database.files
  if (!objects) return 0
  const lastSweep = await exchangeMark(database, objects, now)
  const swept = lastSweep ? await enqueueOrphans(database, objects, oldAt(lastSweep, now)) : 0
  await deleteQueuedFiles(database, now)
  return swept
}

/** A copy made after the last sweep has rows for all objects older than this. */
function oldAt(lastSweep: Date, now: Date) {
  return new Date(Math.min(now.getTime() - DAY, lastSweep.getTime() - HOUR))
}

const markIn = (folder: string) => `${folder}last-sweep`

/** Marks folder and database. Returns the last sweep if both have its mark; throws if the folder's mark is another database's. */
async function exchangeMark(database: Database, objects: ObjectStore, now: Date): Promise<Date | undefined> {
  const key = markIn(await database.files.folder())
  const known = await lastDay(database.queries, SWEEP_JOB)
  const found = (await objects.get(key))?.toString()
  const isShared = found !== undefined && found !== known
  const mark = `${now.toISOString()} ${randomUUID()}`
  // Clear the mark first, so that an interrupted run starts over.
  await objects.delete(key)
  await database.write((queries) => (isShared ? holdDailyJob : finishDailyJob)(queries, SWEEP_JOB, mark))
  await objects.put(key, Buffer.from(mark))
  if (isShared)
    throw new FolderShared(
      'a copy of this database uses the same STORAGE_URL, and nothing was swept: give the copy another one',
    )
  return found === undefined ? undefined : new Date(found.split(' ')[0] as string)
}

async function enqueueOrphans(database: Database, objects: ObjectStore, before: Date): Promise<number> {
  const folder = await database.files.folder()
  let swept = 0
  for await (const page of objects.list(folder)) {
    const listed = page.filter(({ key }) => key !== markIn(folder))
    const old = listed.filter(({ storedAt }) => storedAt < before).map(({ key }) => key)
    const named = await keysWithRow(database.queries, old)
    const orphans = old.filter((key) => !named.has(key))
    if (orphans.length > 0) await database.write((queries) => enqueueFileDeletions(queries, orphans))
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
