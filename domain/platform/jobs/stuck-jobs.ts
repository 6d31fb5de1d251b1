import { sql } from 'kysely'
import type { Database, Queries } from '../database/database.ts'
import { JOB_KINDS, type JobKind } from '../database/tables.ts'
import { isFree } from './queue.ts'

export type ListedJob = Awaited<ReturnType<typeof listJobs>>['jobs'][number]

const MAX_SHOWN = 100

export const listStuckJobs = (queries: Queries) => listJobs(queries, { onlyStuck: true })

export async function listJobs(queries: Queries, { onlyStuck = false } = {}) {
  const all = queries.selectFrom('queued_jobs')
  const wanted = onlyStuck ? all.where('is_stuck', '=', 1) : all
  const rows = await wanted
    .select(['id', 'kind', 'subject', 'payload', 'tries', 'is_stuck'])
    .select(['created_at as createdAt', 'due_at as dueAt', 'last_error as because'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()
  const { count } = await wanted.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  const jobs = rows.map(({ payload, is_stuck, ...job }) => ({
    ...job,
    payload: JSON.parse(payload) as Record<string, unknown>,
    isStuck: is_stuck === 1,
    // Never tried: it waits until a person releases it.
    isHeld: job.dueAt === null && job.tries === 0,
  }))
  return { jobs, count: Number(count) }
}

/** Without `id` and `subject` held jobs stay held: a flood is released only by name. */
interface Chosen {
  id?: string
  subject?: string
}

/** A job that waits for its time goes on waiting. */
export function retryJobs(queries: Queries, now: Date, { id, subject }: Chosen = {}) {
  const moment = now.toISOString()
  const retried = queries
    .updateTable('queued_jobs')
    .set({ due_at: moment, tries: 0, last_error: '', is_stuck: 0, leased_until: null })
    .where(isFree(moment))
    .returning(['id', 'kind', 'subject'])
  if (id !== undefined) return retried.where('id', '=', id).where('is_stuck', '=', 1).execute()
  if (subject === undefined) return retried.where('tries', '>', 0).execute()
  return retried
    .where('subject', '=', subject)
    .where((row) => row.or([row('is_stuck', '=', 1), row('tries', '>', 0)]))
    .execute()
}

export interface JobCounts {
  waiting: number
  failing: number
  stuck: number
  held: number
  /** Without those that are held. */
  left: number
  lateSeconds: number
  /** Age of the oldest job that is due or fails. */
  oldestSeconds: number
}

export async function countJobs(queries: Queries, now: Date): Promise<Record<JobKind, JobCounts>> {
  const moment = now.toISOString()
  const rows = await queries
    .selectFrom('queued_jobs')
    .select([
      'kind',
      countOf(sql`is_stuck = 0 and tries = 0`).as('waiting'),
      countOf(sql`is_stuck = 0 and tries > 0`).as('failing'),
      countOf(sql`is_stuck = 1 and tries > 0`).as('stuck'),
      countOf(sql`is_stuck = 1 and tries = 0`).as('held'),
      // A job may be enqueued with a moment long past, to be due by any clock.
      sql<string | null>`min(case
        when due_at > ${moment} then null
        when due_at < created_at then created_at
        else due_at end)`.as('late'),
      sql<string | null>`min(case
        when due_at <= ${moment} or (due_at is not null and tries > 0) then created_at end)`.as('oldest'),
    ])
    .groupBy('kind')
    .execute()
  const counts = Object.fromEntries(JOB_KINDS.map((kind) => [kind, NONE])) as Record<JobKind, JobCounts>
  for (const { kind, late, oldest, ...row } of rows) {
    const waiting = Number(row.waiting)
    const failing = Number(row.failing)
    const stuck = Number(row.stuck)
    const times = { lateSeconds: secondsSince(late, now), oldestSeconds: secondsSince(oldest, now) }
    counts[kind] = { waiting, failing, stuck, held: Number(row.held), left: waiting + failing + stuck, ...times }
  }
  return counts
}

const NONE: JobCounts = { waiting: 0, failing: 0, stuck: 0, held: 0, left: 0, lateSeconds: 0, oldestSeconds: 0 }

const secondsSince = (moment: string | null, now: Date) =>
  moment === null ? 0 : Math.max(0, (now.getTime() - Date.parse(moment)) / 1000)

// PostgreSQL returns sums as texts.
const countOf = (condition: ReturnType<typeof sql>) =>
  sql<string | number>`sum(case when ${condition} then 1 else 0 end)`

/** For the metrics, which hold no queries. */
export const readJobCounts = ({ queries }: Pick<Database, 'queries'>, now: Date) => countJobs(queries, now)
