import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

export interface SubmissionLimits {
  /** Every post to a form, whatever comes of it. */
  countAttempt(request: FastifyRequest): Promise<void>
  /** A form that is about to be stored. */
  countSubmission(request: FastifyRequest): Promise<void>
}

const ONE_MINUTE = 60_000

/**
 * Two counts for each address, an IPv6 address standing for its /64. What is stored is limited by the setting; mere attempts
 * ten times as generously, so that people who mistype a few times are not locked out and a flood of refused posts still ends.
 * Repeating a submission under its own Idempotency-Key stores nothing and counts as an attempt only.
 */
export async function submissionLimits(app: FastifyInstance, perMinute: number): Promise<SubmissionLimits> {
  await app.register(rateLimit, { global: false, cache: 20_000 })
  return {
    countAttempt: limiter(app, Math.max(perMinute * ATTEMPTS_FOR_EACH_SUBMISSION, FEWEST_ATTEMPTS)),
    countSubmission: limiter(app, perMinute),
  }
}

const ATTEMPTS_FOR_EACH_SUBMISSION = 10
const FEWEST_ATTEMPTS = 60

function limiter(app: FastifyInstance, max: number) {
  const count = app.createRateLimit({ max, timeWindow: ONE_MINUTE })
  return async (request: FastifyRequest) => {
    const limit = await count(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw new Problem('tooManyRequests', { headers: { 'retry-after': String(limit.ttlInSeconds) } })
  }
}
