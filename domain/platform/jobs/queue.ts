import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { type Database, inBatches, type Queries, type Row } from '../database/database.ts'
import type { JobKind } from '../database/tables.ts'

type JobRow = Row<'queued_jobs'>

/** Held by one process until its lease ends. */
export interface Job<Payload = unknown> extends Omit<JobRow, 'payload'> {
  payload: Payload
}

interface NewJob {
  /** Given where a second job would be too many. */
  id?: string
  /** Ids only: names and addresses are read when the job runs. */
  payload?: object
  /** The submission's reference or the alert's id: its jobs are deleted with it. */
  subject?: string | null
  lane?: string
  now: Date | string
  dueAt?: Date | string | null
  heldBecause?: string
}

interface EnqueueOptions {
  /** A job with the same id: run it anew, even while it is running, or leave it as it is. */
  ifQueued?: 'replace' | 'keep'
}

/** In the transaction that makes the work necessary. */
export async function enqueue(
  queries: Queries,
  kind: JobKind,
  jobs: NewJob | NewJob[],
  { ifQueued = 'replace' }: EnqueueOptions = {},
): Promise<void> {
  const rows = [jobs].flat().map((job) => toRow(kind, job))
  for (const some of inBatches(rows))
    await queries
      .insertInto('queued_jobs')
      .values(some)
      .onConflict((conflict) =>
        ifQueued === 'keep'
          ? conflict.column('id').doNothing()
          : conflict.column('id').doUpdateSet((row) => ({
              payload: row.ref('excluded.payload'),
              due_at: row.ref('excluded.due_at'),
              tries: 0,
              last_error: '',
              is_stuck: 0 as const,
              version: sql<number>`queued_jobs.version + 1`,
            })),
      )
      .execute()
}

function toRow(kind: JobKind, job: NewJob): JobRow {
  const { id = randomUUID(), payload = {}, subject = null, lane = null, now, dueAt = now, heldBecause = '' } = job
  return {
    id,
    kind,
    lane,
    subject,
    payload: JSON.stringify(payload),
    created_at: textOf(now),
    due_at: dueAt && textOf(dueAt),
    leased_until: null,
    tries: 0,
    last_error: heldBecause,
    is_stuck: dueAt === null ? 1 : 0,
    version: 1,
  }
}

const textOf = (moment: Date | string) => (typeof moment === 'string' ? moment : moment.toISOString())

interface ClaimOptions {
  now: Date
  leaseMilliseconds: number
  atMost: number
  busyLanes?: string[]
  isNewestFirst?: boolean
}

/** Writes nothing while nothing is due. A try counts from its start: a job that ends the process is given up in time. */
export async function claimJobs(database: Database, kind: JobKind, options: ClaimOptions): Promise<Job[]> {
  const { now, leaseMilliseconds, atMost } = options
  if (!(await selectDue(database.queries, kind, options).select('id').limit(1).executeTakeFirst())) return []
  const leased_until = new Date(now.getTime() + leaseMilliseconds).toISOString()
  return database.write(async (queries) => {
    const due = selectDue(queries, kind, options).selectAll().limit(atMost)
    // SQLite writes one transaction at a time.
    const rows = await (database.kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
    if (rows.length > 0)
      await queries
        .updateTable('queued_jobs')
        .set({ leased_until, tries: sql`tries + 1` })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload), leased_until, tries: row.tries + 1 }))
  })
}

function selectDue(queries: Queries, kind: JobKind, { now, busyLanes = [], isNewestFirst = false }: ClaimOptions) {
  const moment = now.toISOString()
  const due = queries
    .selectFrom('queued_jobs')
    .where('kind', '=', kind)
    .where('due_at', '<=', moment)
    .where(isFree(moment))
    .orderBy('due_at', isNewestFirst ? 'desc' : 'asc')
    .orderBy('id')
  return busyLanes.length > 0 ? due.where('lane', 'not in', busyLanes) : due
}

export const isFree = (moment: string) => sql<SqlBool>`(leased_until is null or leased_until <= ${moment})`

export async function kindsDue(queries: Queries, now: Date): Promise<JobKind[]> {
  const moment = now.toISOString()
  const rows = await queries
    .selectFrom('queued_jobs')
    .select('kind')
    .distinct()
    .where('due_at', '<=', moment)
    .where(isFree(moment))
    .execute()
  return rows.map(({ kind }) => kind)
}

/** In the transaction that removes the job from the queue. */
export type Recording = (queries: Queries, at: Date) => Promise<unknown>

/** Records nothing if the job was enqueued anew, deleted or claimed by another process. */
export async function finishJob({ write }: Database, job: Job, record: Recording | undefined, at: Date): Promise<void> {
  await write(async (queries) => {
    const { numDeletedRows } = await ownRow(queries.deleteFrom('queued_jobs'), job)
      .where('version', '=', job.version)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await record?.(queries, at)
    else await release(queries, job)
  })
}

type Failed = Pick<JobRow, 'due_at' | 'tries' | 'last_error' | 'is_stuck'>

export async function postponeJob(
  { write }: Database,
  job: Job,
  failed: Partial<Failed>,
  record: Recording | undefined,
  at: Date,
): Promise<void> {
  await write(async (queries) => {
    const { numUpdatedRows } = await ownRow(queries.updateTable('queued_jobs').set(failed), job)
      .where('version', '=', job.version)
      .executeTakeFirstOrThrow()
    await release(queries, job)
    if (numUpdatedRows > 0n) await record?.(queries, at)
  })
}

async function release(queries: Queries, job: Job) {
  await ownRow(queries.updateTable('queued_jobs').set({ leased_until: null }), job).execute()
}

const ownRow = <Query extends { where(column: 'id' | 'leased_until', is: '=', value: string): Query }>(
  query: Query,
  { id, leased_until }: Job,
) => query.where('id', '=', id).where('leased_until', '=', String(leased_until))

/** False if it is running, done or not there. */
export async function cancelJob(queries: Queries, id: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('queued_jobs')
    .where('id', '=', id)
    .where(isFree(now.toISOString()))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteJobsAbout(queries: Queries, subjects: string[]): Promise<void> {
  if (subjects.length > 0) await queries.deleteFrom('queued_jobs').where('subject', 'in', subjects).execute()
}
