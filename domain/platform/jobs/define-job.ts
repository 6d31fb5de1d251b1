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
  /** While the other server cannot be reached, nothing is claimed. Such a try does not count unless told otherwise. */
  unreachable?: { pauseMilliseconds: number; countsAsTry?: boolean }
}

/** `unreachable` holds only where every job claimed together says so: one that got through shows that the server is there. */
export type Verdict = 'retry' | 'unreachable' | 'give-up'

export interface RunContext {
  /** The process is about to end: a job that throws now is left as it was. */
  isStopping(): boolean
}

/** A kind of work in the background. Several processes may run jobs of one kind; each job runs at least once, under a stable id. */
export interface JobDefinition<Payload = unknown> {
  kind: JobKind
  retry: RetryPolicy
  /** How many are claimed and run together. */
  concurrency: number
  /** Longer than a run can take, so that no second process begins it meanwhile. */
  leaseMilliseconds: number
  isNewestFirst?: boolean
  /** Jobs of one lane run one after the other, and no lane waits for another. */
  hasLanes?: boolean
  /** Finds what is to be done and enqueues it, from time to time. */
  plan?(now: Date): Promise<void>
  /** Resolves when the job is done, with the record of it to be stored together with its removal. */
  run(job: Job<Payload>, context: RunContext): Promise<Recording | undefined>
  /** A code for the log and the list of stuck jobs. */
  describe(error: unknown): string
  verdictOf?(error: unknown, job: Job<Payload>): Verdict
  /** Stored together with the end of the last try. */
  onGiveUp?(job: Job<Payload>): Recording
  /** A job that is given up leaves the queue instead of staying in the list of stuck ones. */
  dropsGivenUp?: boolean
}

/** Checks the payload's type here; the worker does not know it. */
export const defineJob = <Payload>(definition: JobDefinition<Payload>) => definition as JobDefinition

interface NextTry {
  due_at: string | null
  tries: number
  is_stuck: 0 | 1
}

/** When a job that failed is tried again; `due_at` is null where it is given up. */
export function nextTry(
  { backoff, unreachable, ...retry }: RetryPolicy,
  { created_at, tries }: Pick<Job, 'created_at' | 'tries'>,
  verdict: Verdict,
  now: Date,
): NextTry {
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
