import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../calendar.ts'

/** Work in the background of a process: at once when somebody says so, and every few seconds in case nobody did. */
interface WorkerLoop {
  /** There is something to do: now, or in another round after the one under way. */
  wake(): void
  /** Does what is due now; resolves when nothing more can be done at this moment. Not held back by a pause. */
  run(): Promise<void>
  /** Nothing by itself until then, because another server is away. */
  pause(milliseconds: number): void
  /** Whether there is news since this round began. */
  isWoken(): boolean
  isStopped(): boolean
  /** Resolves when the round under way has ended, or the time for it is over. */
  stop(): Promise<void>
}

interface WorkerLoopOptions {
  pollMilliseconds: number
  /** Once in each run, before the first round. */
  prepare?(): Promise<void>
  /** Until nothing more is due, or `isStopped`. */
  round(): Promise<void>
  onFailure(error: unknown): void
  stopTimeoutMilliseconds?: number
  clock: Clock
}

/** One run at a time. Begins with the first poll, or when it is woken. */
export function startWorkerLoop(options: WorkerLoopOptions): WorkerLoop {
  const { pollMilliseconds, prepare, round, onFailure, stopTimeoutMilliseconds, clock } = options
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let pausedUntil = 0
  const timer = setInterval(wake, pollMilliseconds).unref()

  return {
    wake,
    run,
    pause(milliseconds) {
      pausedUntil = clock().getTime() + milliseconds
    },
    isWoken: () => isWoken,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const timeout = stopTimeoutMilliseconds && setTimeout(stopTimeoutMilliseconds, undefined, { ref: false })
      await (timeout ? Promise.race([running, timeout]) : running)
    },
  }

  function wake() {
    isWoken = true
    if (!running && mayGoOn()) run()
  }

  function run(): Promise<void> {
    isWoken = true
    running ??= runUntilNothingIsDue()
    return running
  }

  async function runUntilNothingIsDue() {
    try {
      await prepare?.()
      do {
        isWoken = false
        await round()
      } while (isWoken && mayGoOn())
    } catch (error) {
      onFailure(error)
    } finally {
      // In the same step as the last look at `isWoken`: whoever wakes it from now on begins another run.
      running = undefined
    }
  }

  function mayGoOn() {
    return !isStopped && clock().getTime() >= pausedUntil
  }
}
