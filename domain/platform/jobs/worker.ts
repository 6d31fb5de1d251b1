import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../calendar.ts'
import type { Database } from '../database/database.ts'
import type { JobKind } from '../database/tables.ts'
import { SECOND } from '../durations.ts'
import type { JobDefinition } from './define-job.ts'
import { kindsDue } from './queue.ts'
import { createRunner, type Log } from './runner.ts'

export interface Worker {
  /** There may be jobs of these kinds, or something to plan. */
  wake(...kinds: JobKind[]): void
  /** Plans and runs everything due now; resolves when nothing more can be done at this moment. Ignores pauses. */
  runDue(): Promise<void>
  /** Resolves when the jobs under way have ended, or the time for it is over. */
  stop(): Promise<void>
}

interface WorkerOptions {
  database: Database
  jobs: JobDefinition[]
  log: Log
  clock?: Clock
  stopTimeoutMilliseconds?: number
}

/** Other processes enqueue too, so poll without being woken. */
const POLL_EVERY = 3 * SECOND
const POLLS_PER_PLAN = 5
const STOP_TIMEOUT = 10 * SECOND

/** Runs the queue's jobs of these kinds in the background of a process. */
export function startWorker(options: WorkerOptions): Worker {
  const { database, jobs, log, clock = () => new Date(), stopTimeoutMilliseconds = STOP_TIMEOUT } = options
  let isStopping = false
  let polls = 0
  const context = { database, log, clock, isStopping: () => isStopping }
  const runners = jobs.map((job) => createRunner(job, context))
  const timer = setInterval(poll, POLL_EVERY).unref()
  wakeAll()

  return {
    wake(...kinds) {
      for (const runner of runners) if (kinds.includes(runner.kind)) runner.wake({ isPlanning: true })
    },
    async runDue() {
      await Promise.all(runners.map((runner) => runner.runDue()))
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      const ended = Promise.all(runners.map((runner) => runner.ended()))
      await Promise.race([ended, setTimeout(stopTimeoutMilliseconds, undefined, { ref: false })])
    },
  }

  function wakeAll() {
    for (const runner of runners) runner.wake({ isPlanning: true })
  }

  async function poll() {
    polls++
    if (polls % POLLS_PER_PLAN === 0) return wakeAll()
    try {
      const due = await kindsDue(database.queries, clock())
      for (const runner of runners) if (due.includes(runner.kind)) runner.wake()
    } catch (error) {
      log.error({ err: error }, 'The queue cannot be read')
    }
  }
}
