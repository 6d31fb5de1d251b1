import type { Clock } from '../calendar.ts'
import type { Database } from '../database/database.ts'
import { inSpan } from '../tracing.ts'
import { type JobDefinition, nextTry, type RunContext, type Verdict } from './define-job.ts'
import { createOutcomes } from './outcomes.ts'
import { claimJobs, finishJob, type Job, postponeJob, type Recording } from './queue.ts'

export interface Log {
  error(details: object, message: string): void
}

interface RunnerContext extends RunContext {
  database: Database
  log: Log
  clock: Clock
}

/** Runs the jobs of one kind: one round at a time, until nothing more is due. */
export function createRunner(definition: JobDefinition, context: RunnerContext) {
  const { log, clock, isStopping } = context
  const { kind, hasLanes, concurrency } = definition
  const outcomes = createOutcomes(clock, definition.leaseMilliseconds)
  const lanes = new Map<string, Promise<void>>()
  let running: Promise<void> | undefined
  let isWoken = false
  let isPlanning = false
  let pausedUntil = 0
  const mayGoOn = () => !isStopping() && clock().getTime() >= pausedUntil

  return {
    kind,
    wake,
    async runDue() {
      isPlanning = true
      do {
        await Promise.all(lanes.values())
        await run()
      } while (lanes.size > 0)
    },
    async ended() {
      await running
      await Promise.all(lanes.values())
    },
  }

  function wake(plans = false) {
    isWoken = true
    isPlanning ||= plans
    if (!running && mayGoOn()) run()
  }

  function run(): Promise<void> {
    isWoken = true
    running ??= runUntilNothingIsDue()
    return running
  }

  async function runUntilNothingIsDue() {
    try {
      do {
        isWoken = false
        await outcomes.storeLeft()
        if (isPlanning) await definition.plan?.(clock())
        isPlanning = false
        for (let isMore = true; isMore && !isStopping(); ) isMore = await runNext()
      } while (isWoken && mayGoOn())
    } catch (error) {
      log.error({ err: error, job: kind }, 'The queue cannot be read')
    } finally {
      // In the same step as the last look at `isWoken`: a later call begins another run.
      running = undefined
    }
  }

  /** False if nothing more is due, or the other server is away. */
  async function runNext(): Promise<boolean> {
    if (hasLanes && lanes.size >= concurrency) return false
    const jobs = await claim(definition, context, [...lanes.keys()])
    const [first] = jobs
    if (!first) return false
    if (!hasLanes) return runTogether(jobs)
    const lane = String(first.lane)
    const running = runTogether(jobs).then(() => {
      lanes.delete(lane)
      wake()
    })
    lanes.set(lane, running)
    return true
  }

  async function runTogether(jobs: Job[]): Promise<boolean> {
    const ended = await runJobs(definition, jobs, context)
    const isAway = ended.every(({ verdict }) => verdict === 'unreachable')
    if (isAway) pausedUntil = clock().getTime() + (definition.retry.unreachable?.pauseMilliseconds ?? 0)
    await Promise.all(ended.map((each) => outcomes.store((at) => settle(definition, each, context, at))))
    return !isAway
  }
}

function claim(definition: JobDefinition, { database, clock }: RunnerContext, busyLanes: string[]): Promise<Job[]> {
  const { kind, hasLanes, concurrency, isNewestFirst = false, leaseMilliseconds } = definition
  const atMost = hasLanes ? 1 : concurrency
  return claimJobs(database, kind, { now: clock(), leaseMilliseconds, atMost, busyLanes, isNewestFirst })
}

interface Ended {
  job: Job
  record?: Recording | undefined
  error?: unknown
  verdict?: Verdict
}

async function runJobs(definition: JobDefinition, jobs: Job[], context: RunContext): Promise<Ended[]> {
  const runJob = (job: Job): Promise<Ended> =>
    inSpan(`job ${definition.kind}`, { 'job.tries': job.tries }, () => definition.run(job, context)).then(
      (record) => ({ job, record }),
      (error) => ({ job, error, verdict: definition.verdictOf?.(error, job) ?? 'retry' }),
    )
  const ended = await Promise.all(jobs.map(runJob))
  const isAway = ended.every(({ verdict }) => verdict === 'unreachable')
  return ended.map((each) => (each.verdict === 'unreachable' && !isAway ? { ...each, verdict: 'retry' } : each))
}

async function settle(
  definition: JobDefinition,
  { job, record: recordOfSuccess, error, verdict }: Ended,
  { database, log, clock, isStopping }: RunnerContext,
  at: Date,
): Promise<void> {
  if (!verdict) return finishJob(database, job, recordOfSuccess, at)
  if (isStopping()) return postponeJob(database, job, { tries: job.tries - 1 }, undefined, at)
  const last_error = definition.describe(error)
  const next = nextTry(definition.retry, job, verdict, clock())
  const { kind, id, subject } = job
  log.error({ job: kind, id, subject, tries: next.tries, reason: last_error }, 'A job failed')
  const record = next.due_at === null ? definition.onGiveUp?.(job) : undefined
  if (next.due_at === null && definition.dropsGivenUp) return finishJob(database, job, record, at)
  await postponeJob(database, job, { ...next, last_error }, record, at)
}

/** Runs what is due once, without a worker: for the command line, and where a person waits for it. */
export const runDueJobs = (definition: JobDefinition, context: Omit<RunnerContext, 'isStopping'>) =>
  createRunner(definition, { ...context, isStopping: () => false }).runDue()
