import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../calendar.ts'
import type { Database } from '../database/database.ts'
import type { JobKind } from '../database/tables.ts'
import { SECOND } from '../durations.ts'
import type { JobDefinition } from './define-job.ts'
import { kindsDue } from './queue.ts'
import { createRunner, type Log } from './runner.ts'

export interface Worker {
  wake(...kinds: JobKind[]): void
  /** Resolves when nothing more can be done now. Ignores pauses. */
  runDue(): Promise<void>
  stop(): Promise<void>
}

interface WorkerOptions {
  database: Database
  jobs: JobDefinition[]
  log: Log
  clock?: Clock
  stopTimeoutMilliseconds?: number
}

/** Other processes enqueue too. */
const POLL_EVERY = 3 * SECOND
const POLLS_PER_PLAN = 5
const STOP_TIMEOUT = 10 * SECOND

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
      for (const runner of runners) if (kinds.includes(runner.kind)) runner.wake(true)
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
    for (const runner of runners) runner.wake(true)
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
