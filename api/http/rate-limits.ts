import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '#domain/platform/calendar.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import type { RateCounters } from '#domain/platform/database/rate-counters.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { isInProcess } from './in-process.ts'
import type { Pressure } from './pressure.ts'
import { Problem } from './problem.ts'

/** Limits of one address, whichever process of this database it comes to; an IPv6 address stands for its /64. */
export interface SubmissionLimits {
  senderOf(request: FastifyRequest): Promise<string>
  /** Every post to a form, whatever comes of it; before its body is read. */
  countAttempt(request: FastifyRequest): Promise<void>
  /** A form that is about to be stored, in the transaction that stores it. */
  countSubmission(request: FastifyRequest, queries: Queries): Promise<void>
  /** Whoever is known to have nothing left: without asking the database, so not everybody of whom it is true. */
  refuseExhausted(request: FastifyRequest): Promise<void>
  /** A change of what somebody has sent before; it counts as a form. */
  countChange(request: FastifyRequest): Promise<void>
  /** A link that nobody was ever given: somebody may be guessing. */
  countUnknownLink(request: FastifyRequest): Promise<void>
}

interface LimitsPerMinute {
  attemptsPerMinute: number
  submissionsPerMinute: number
  withoutProofPerMinute: number
}

interface LimitServices {
  database: Database
  counters: RateCounters
  pressure: Pressure
}

const MAX_REMEMBERED_ADDRESSES = 20_000

/** Repeating a submission under its own Idempotency-Key stores nothing and counts as an attempt only. */
export function createSubmissionLimits(
  app: FastifyInstance,
  { database, counters, pressure }: LimitServices,
  { attemptsPerMinute, submissionsPerMinute, withoutProofPerMinute }: LimitsPerMinute,
): SubmissionLimits {
  const attempts = createApproximateLimit(counters, 'attempts', attemptsPerMinute)
  const unknownLinks = createApproximateLimit(counters, 'unknown links', attemptsPerMinute)
  const submissions = createExactLimit(counters, 'submissions', submissionsPerMinute)
  const withoutProof = createExactLimit(counters, 'submissions without proof', withoutProofPerMinute)
  // The plugin knows which addresses are one sender's.
  const identify = app.createRateLimit({ allowList: () => true })
  const senderOf = async (request: FastifyRequest) => (await identify(request)).key

  async function countSubmission(request: FastifyRequest, queries: Queries) {
    const sender = await senderOf(request)
    await submissions.count(queries, sender)
    // Who has no JavaScript cannot bring a proof of work.
    if (isInProcess(request) && pressure.isHigh()) await withoutProof.count(queries, sender)
  }

  return {
    senderOf,
    countUnknownLink: async (request) => unknownLinks(await senderOf(request)),
    countSubmission,
    refuseExhausted: async (request) => submissions.refuseExhausted(await senderOf(request)),
    async countChange(request) {
      submissions.refuseExhausted(await senderOf(request))
      await database.write((queries) => countSubmission(request, queries))
    },
    // A page has counted the post before it read it, and calls the API on the visitor's behalf.
    async countAttempt(request) {
      if (isInProcess(request)) return
      await attempts(await senderOf(request))
      await pressure.count()
    },
  }
}

// Of a high limit each process takes this part in advance, so that a busy address does not cost a statement for each form.
const PARTS_OF_LIMIT = 100

interface Share {
  /** Places that were counted in the database and are still free. */
  left: number
  expiresAt: number
  /** All processes together have given away all places. */
  isExhausted: boolean
}

/**
 * Never exceeded, by however many processes: every place is taken in the database. What a process has taken in advance and does not
 * give away is lost to the others until the minute ends.
 */
function createExactLimit(counters: RateCounters, name: string, max: number) {
  const shares = new LRUCache<string, Share>({ max: MAX_REMEMBERED_ADDRESSES })
  const asking = new Map<string, Promise<void>>()
  const part = Math.max(1, Math.floor(max / PARTS_OF_LIMIT))

  function shareOf(sender: string) {
    const share = shares.get(sender)
    return share && isMinuteUntil(share.expiresAt) ? share : undefined
  }

  function refuseExhausted(sender: string) {
    const share = shareOf(sender)
    if (share?.isExhausted) throw tooManyRequests(share.expiresAt)
  }

  return {
    refuseExhausted,
    async count(queries: Queries, sender: string) {
      for (;;) {
        refuseExhausted(sender)
        const share = shareOf(sender)
        if (share && share.left > 0) {
          share.left--
          return
        }
        // Asked once for all who need a place in this moment: each would wait for the transactions of those before.
        const othersAsk = asking.get(sender)
        if (othersAsk) await othersAsk.catch(() => {})
        else await ask(queries, sender)
      }
    },
  }

  function ask(queries: Queries, sender: string) {
    const asked = takePart(queries, sender).finally(() => asking.delete(sender))
    asking.set(sender, asked)
    return asked
  }

  async function takePart(queries: Queries, sender: string) {
    const amount = { name: `${name} ${sender}`, amount: part, windowMilliseconds: MINUTE }
    const { count, expiresAt } = await counters.add(queries, amount)
    const taken = Math.max(0, part - Math.max(0, count - max))
    shares.set(sender, { left: taken, expiresAt, isExhausted: taken === 0 })
  }
}

const REPORTS_PER_LIMIT = 10

/**
 * Counted in memory, and told to the others a tenth of the limit at a time: mistyping costs no statement, and each process lets at
 * most another tenth through. While the database is away each counts alone.
 */
function createApproximateLimit(counters: RateCounters, name: string, max: number) {
  // By the monotonic clock: the other one may be set while somebody is counted.
  const countedHere = new LRUCache<string, { count: number }>({ max: MAX_REMEMBERED_ADDRESSES, ttl: MINUTE })
  const exhausted = new LRUCache<string, number>({ max: MAX_REMEMBERED_ADDRESSES })
  const reportAfter = Math.ceil(max / REPORTS_PER_LIMIT)

  function countHere(sender: string) {
    const counted = countedHere.get(sender) ?? { count: 0 }
    if (counted.count === 0) countedHere.set(sender, counted)
    return ++counted.count
  }

  return async (sender: string) => {
    const count = countHere(sender)
    if (count > max) throw tooManyRequests(Date.now() + countedHere.getRemainingTTL(sender))
    const until = exhausted.get(sender) ?? 0
    if (isMinuteUntil(until)) throw tooManyRequests(until)
    if (count % reportAfter !== 0) return
    const amount = { name: `${name} ${sender}`, amount: reportAfter, windowMilliseconds: MINUTE }
    const everywhere = await counters.addIfReachable(amount)
    if (!everywhere || everywhere.count <= max) return
    exhausted.set(sender, everywhere.expiresAt)
    throw tooManyRequests(everywhere.expiresAt)
  }
}

/** Not one that ends later than it can: it was begun by a clock that was ahead. */
function isMinuteUntil(end: number) {
  const left = end - Date.now()
  return left > 0 && left <= MINUTE + MAX_CLOCK_DIFFERENCE_MILLISECONDS
}

function tooManyRequests(until: number) {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
  return new Problem('tooManyRequests', { headers: { 'retry-after': String(seconds) } })
}
