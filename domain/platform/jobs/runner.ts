import type { Clock } from '../calendar.ts'
import type { Database } from '../database/database.ts'
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
  const { database, log, clock, isStopping } = context
  const { kind, hasLanes, concurrency, isNewestFirst = false, leaseMilliseconds } = definition
  const outcomes = createOutcomes(clock, leaseMilliseconds)
  const lanes = new Map<string, Promise<void>>()
  let running: Promise<void> | undefined
  let isWoken = false
  let isPlanning = false
  let pausedUntil = 0

  return {
    kind,
    wake,
    async runDue() {
      isPlanning = true
      await run()
      while (lanes.size > 0) {
        await Promise.all(lanes.values())
        await run()
      }
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

  function mayGoOn() {
    return !isStopping() && clock().getTime() >= pausedUntil
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
        while (!isStopping() && (await runNext())) {
          // Until a claim comes back empty, or the other server is away.
        }
      } while (isWoken && mayGoOn())
    } catch (error) {
      log.error({ err: error, job: kind }, 'The queue cannot be read')
    } finally {
      // In the same step as the last look at `isWoken`: a later call begins another run.
      running = undefined
    }
  }

  async function runNext(): Promise<boolean> {
    if (hasLanes && lanes.size >= concurrency) return false
    const jobs = await claimJobs(database, kind, {
      now: clock(),
      leaseMilliseconds,
      atMost: hasLanes ? 1 : concurrency,
      busyLanes: [...lanes.keys()],
      isNewestFirst,
    })
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

  /** False while the other server is away. */
  async function runTogether(jobs: Job[]): Promise<boolean> {
    const ended = await Promise.all(jobs.map((job) => runJob(definition, job, context)))
    const isAway = ended.every(({ verdict }) => verdict === 'unreachable')
    if (isAway) pausedUntil = clock().getTime() + (definition.retry.unreachable?.pauseMilliseconds ?? 0)
    else for (const each of ended) if (each.verdict === 'unreachable') each.verdict = 'retry'
    await Promise.all(ended.map((each) => outcomes.store((at) => settle(definition, each, context, at))))
    return !isAway
  }
}

interface Ended {
  job: Job
  record?: Recording | undefined
  error?: unknown
  verdict?: Verdict
}

const runJob = (definition: JobDefinition, job: Job, context: RunContext): Promise<Ended> =>
  definition.run(job, context).then(
    (record) => ({ job, record }),
    (error) => ({ job, error, verdict: definition.verdictOf?.(error, job) ?? 'retry' }),
  )

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
