import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInProcess } from './in-process.ts'
import type { Pressure } from './pressure.ts'
import { Problem } from './problem.ts'

export interface SubmissionLimits {
  /** Every post to a form, whatever comes of it; before its body is read. */
  countAttempt(request: FastifyRequest): Promise<void>
  /** A form that is about to be stored. */
  countSubmission(request: FastifyRequest): Promise<void>
  /** A link that nobody was ever given: somebody may be guessing. */
  countUnknownLink(request: FastifyRequest): Promise<void>
}

interface LimitsPerMinute {
  attemptsPerMinute: number
  submissionsPerMinute: number
  withoutProofPerMinute: number
}

const ONE_MINUTE = 60_000

/**
 * Two counts for each address, an IPv6 address standing for its /64.
 * Repeating a submission under its own Idempotency-Key stores nothing and counts as an attempt only.
 */
export function createSubmissionLimits(
  app: FastifyInstance,
  pressure: Pressure,
  { attemptsPerMinute, submissionsPerMinute, withoutProofPerMinute }: LimitsPerMinute,
): SubmissionLimits {
  const countAttempt = createLimit(app, attemptsPerMinute)
  const countSubmission = createLimit(app, submissionsPerMinute)
  const countWithoutProof = createLimit(app, withoutProofPerMinute)
  const countUnknownLink = createLimit(app, attemptsPerMinute)
  return {
    countUnknownLink,
    // A page has counted the post before it read it, and calls the API on the visitor's behalf.
    async countAttempt(request) {
      if (isInProcess(request)) return
      await countAttempt(request)
      pressure.count()
    },
    async countSubmission(request) {
      await countSubmission(request)
      // Who has no JavaScript cannot bring a proof of work.
      if (isInProcess(request) && pressure.isHigh()) await countWithoutProof(request)
    },
  }
}

function createLimit(app: FastifyInstance, max: number) {
  const count = app.createRateLimit({ max, timeWindow: ONE_MINUTE })
  return async (request: FastifyRequest) => {
    const limit = await count(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw new Problem('tooManyRequests', { headers: { 'retry-after': String(limit.ttlInSeconds) } })
  }
}
