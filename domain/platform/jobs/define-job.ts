import type { JobKind } from '../database/tables.ts'
import type { Job, Recording } from './queue.ts'

interface RetryPolicy {
  /** Between two tries, in milliseconds; the last wait repeats. */
  backoff: readonly [number, ...number[]]
  /** From then on the job is shown as stuck, and still tried. */
  stuckAfterTries?: number
  giveUpAfterTries?: number
  /** Counted from `created_at`, for a job that is stuck. */
  giveUpAfterMilliseconds?: number
  /** Nothing is claimed meanwhile, and the try does not count. */
  unreachable?: { pauseMilliseconds: number; countsAsTry?: boolean }
}

/** `unreachable` only where every job claimed together fails so. */
export type Verdict = 'retry' | 'unreachable' | 'give-up'

export interface RunContext {
  /** A job that throws now is left as it was. */
  isStopping(): boolean
}

/** Several processes may run jobs of one kind; each job runs at least once, under a stable id. */
export interface JobDefinition<Payload = unknown> {
  kind: JobKind
  retry: RetryPolicy
  concurrency: number
  /** Longer than a run can take, so that no second process begins it meanwhile. */
  leaseMilliseconds: number
  isNewestFirst?: boolean
  /** Jobs of one lane run one after the other, and no lane waits for another. */
  hasLanes?: boolean
  /** Finds what is to be done and enqueues it, from time to time. */
  plan?(now: Date): Promise<void>
  /** Resolves with the record to be stored together with the job's removal. */
  run(job: Job<Payload>, context: RunContext): Promise<Recording | undefined>
  describe(error: unknown): string
  verdictOf?(error: unknown, job: Job<Payload>): Verdict
  /** Stored together with the end of the last try. */
  onGiveUp?(job: Job<Payload>): Recording
  /** A job that is given up leaves the queue. */
  dropsGivenUp?: boolean
}

/** Checks the payload's type; the worker does not know it. */
export const defineJob = <Payload>(definition: JobDefinition<Payload>) => definition as JobDefinition

/** When a job that failed is tried again; `due_at` is null where it is given up. */
export function nextTry(
  { backoff, unreachable, ...retry }: RetryPolicy,
  { created_at, tries }: Pick<Job, 'created_at' | 'tries'>,
  verdict: Verdict,
  now: Date,
): Pick<Job, 'due_at' | 'tries' | 'is_stuck'> {
  const { stuckAfterTries = Infinity, giveUpAfterTries = Infinity, giveUpAfterMilliseconds = Infinity } = retry
  if (verdict === 'unreachable' && unreachable && !unreachable.countsAsTry)
    return { due_at: after(now, unreachable.pauseMilliseconds), tries: tries - 1, is_stuck: isStuck(tries - 1) }
  const isOld = tries >= stuckAfterTries && now.getTime() - Date.parse(created_at) > giveUpAfterMilliseconds
  if (verdict === 'give-up' || tries >= giveUpAfterTries || isOld) return { due_at: null, tries, is_stuck: 1 }
  const wait = backoff[tries - 1] ?? (backoff.at(-1) as number)
  return { due_at: after(now, wait), tries, is_stuck: isStuck(tries) }

  function isStuck(count: number) {
    return count >= stuckAfterTries ? 1 : 0
  }
}

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
