import { setTimeout } from 'node:timers/promises'
import type { Database, Queries } from './database.ts'

export class WritesPaused extends Error {
  constructor() {
    super('Writes are paused, because the database does not confirm commits')
    this.name = 'WritesPaused'
  }
}

export interface Attempt {
  /** Finds out whether commits are confirmed again; waits for a confirmation even if it writes nothing. */
  isProbe: boolean
  /** Throws `WritesPaused` if a write timed out while this one waited for a connection. */
  assertAdmitted(): void
}

type AttemptWrite = <Result>(work: (queries: Queries) => Promise<Result>, attempt: Attempt) => Promise<Result>

/** Circuit breaker. A timed-out commit may keep its connection in the server until none is left, so one write at a time probes. */
export function pauseAfterTimeouts(write: AttemptWrite): Database['write'] {
  let isPaused = false
  let probe: { outcome: Promise<unknown>; startedAt: number } | undefined

  return async (work) => {
    // A healthy database confirms the probe quickly, so wait for it before refusing.
    if (isPaused && probe) {
      const patience = Math.max(0, probe.startedAt + PROBE_PATIENCE_MILLISECONDS - performance.now())
      await Promise.race([probe.outcome.catch(() => {}), setTimeout(patience, undefined, { ref: false })])
      if (isPaused) throw new WritesPaused()
    }
    if (!isPaused) return attempt(work, false)
    const outcome = attempt(work, true).finally(() => {
      probe = undefined
    })
    probe = { outcome, startedAt: performance.now() }
    return outcome
  }

  async function attempt<Result>(work: (queries: Queries) => Promise<Result>, isProbe: boolean): Promise<Result> {
    try {
      const result = await write(work, {
        isProbe,
        assertAdmitted() {
          if (isPaused && !isProbe) throw new WritesPaused()
        },
      })
      if (isProbe) isPaused = false
      return result
    } catch (error) {
      if (isQueryTimeout(error)) isPaused = true
      throw error
    }
  }
}

const PROBE_PATIENCE_MILLISECONDS = 1_000

/** The driver's words; it has no code for it. */
export const isQueryTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'
