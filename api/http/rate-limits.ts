import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '#domain/platform/calendar.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import type { RateCounters } from '#domain/platform/database/rate-counters.ts'
import type { SubmissionKind } from '#domain/platform/database/tables.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { networkOf } from '#domain/platform/network.ts'
import { isInProcess } from './in-process.ts'
import type { Pressure } from './pressure.ts'
import { Problem } from './problem.ts'

interface LimitServices {
  database: Database
  counters: RateCounters
  pressure: Pressure
  submissionsPerMinute: number
}

/** Mistyped forms are attempts, so more attempts than submissions; a flood of refused posts still ends. */
const ATTEMPTS_PER_SUBMISSION = 10
const MIN_ATTEMPTS_PER_MINUTE = 60
/** Searches, previews and senders' own pages are rendered for each request. Above the limit of unknown links, which use this one up too. */
const UNCACHED_PAGES_PER_ATTEMPT = 3
/** Views and begun forms; an office behind one address reads several pages a second. */
const BEACONS_PER_MINUTE = 300
/** For senders without JavaScript while forms need a proof of work (428). */
const WITHOUT_PROOF_PER_MINUTE = 2
/** At most 20,000 senders. `max` would reserve their room at the start. */
const REMEMBERED_SENDERS = { maxSize: 20_000, sizeCalculation: () => 1 }

export type SubmissionLimits = ReturnType<typeof createSubmissionLimits>

/** An IPv6 address stands for its /64. */
export const senderOf = ({ ip }: FastifyRequest) => networkOf(ip)

/** 429 per sender and minute, across all processes of this database. */
export function createSubmissionLimits({ database, counters, pressure, submissionsPerMinute }: LimitServices) {
  const attemptsPerMinute = Math.max(submissionsPerMinute * ATTEMPTS_PER_SUBMISSION, MIN_ATTEMPTS_PER_MINUTE)
  const attempts = createApproximateLimit(counters, 'attempts', attemptsPerMinute)
  const unknownLinks = createApproximateLimit(counters, 'unknown links', attemptsPerMinute)
  const uncachedPages = createApproximateLimit(counters, 'pages', attemptsPerMinute * UNCACHED_PAGES_PER_ATTEMPT)
  const beacons = createApproximateLimit(counters, 'beacons', BEACONS_PER_MINUTE)
  const withoutProof = createExactLimit(counters, 'submissions without proof', WITHOUT_PROOF_PER_MINUTE)
  const submissions = createExactLimit(counters, 'submissions', submissionsPerMinute)
  /** Forms with the same limit are counted together. A change of a submission counts as a form. */
  const limitOf: Record<SubmissionKind | 'change', typeof submissions> = {
    'contact-message': submissions,
    'internship-application': submissions,
    'career-application': submissions,
    change: submissions,
  }
  type Counted = keyof typeof limitOf

  /** In the transaction that stores the form; a repeated Idempotency-Key is not counted. */
  async function countSubmission(counted: Counted, request: FastifyRequest, queries: Queries) {
    const sender = senderOf(request)
    await limitOf[counted].count(queries, sender)
    if (isInProcess(request) && pressure.isHigh()) await withoutProof.count(queries, sender)
  }

  /** Refuses senders known to be over their limit. Incomplete: other processes may know more. */
  const refuseExhausted = (counted: Counted, request: FastifyRequest) =>
    limitOf[counted].refuseExhausted(senderOf(request))

  return {
    countSubmission,
    refuseExhausted,
    async countChange(request: FastifyRequest) {
      refuseExhausted('change', request)
      await database.write((queries) => countSubmission('change', request, queries))
    },
    /** Valid forms only: junk must not make others solve a puzzle. */
    countForm: pressure.count,
    countUncachedPage: (request: FastifyRequest) => uncachedPages(senderOf(request)),
    countBeacon: (request: FastifyRequest) => beacons(senderOf(request)),
    countUnknownLink: (request: FastifyRequest) => unknownLinks(senderOf(request)),
    /** Before the body is read. In-process calls were counted by their page. */
    async countAttempt(request: FastifyRequest) {
      if (isInProcess(request)) return
      await attempts(senderOf(request))
    },
  }
}

// Each process reserves this part of a limit at once: a busy sender must not cost a statement per form.
const PARTS_OF_LIMIT = 100

interface Share {
  /** Reserved in the database and not used yet. */
  left: number
  expiresAt: number
  isExhausted: boolean
}

/** Never exceeded: every place is reserved in the database. Unused places are lost until the minute ends. */
function createExactLimit(counters: RateCounters, name: string, max: number) {
  const shares = new LRUCache<string, Share>(REMEMBERED_SENDERS)
  const reservations = new Map<string, Promise<void>>()
  const part = Math.max(1, Math.floor(max / PARTS_OF_LIMIT))

  function shareOf(sender: string) {
    const share = shares.get(sender)
    return share && isMinuteUntil(share.expiresAt) ? share : undefined
  }

  function refuseExhausted(sender: string) {
    const share = shareOf(sender)
    if (share?.isExhausted) throw tooManyRequests(share.expiresAt)
  }

  async function count(queries: Queries, sender: string) {
    for (;;) {
      refuseExhausted(sender)
      const share = shareOf(sender)
      if (share && share.left > 0) {
        share.left--
        return
      }
      // One reservation for all concurrent forms: each would wait for the transactions before it.
      const underWay = reservations.get(sender)
      if (underWay) await underWay.catch(() => {})
      else await reserve(queries, sender)
    }
  }

  function reserve(queries: Queries, sender: string) {
    const reservation = takePart(queries, sender).finally(() => reservations.delete(sender))
    reservations.set(sender, reservation)
    return reservation
  }

  async function takePart(queries: Queries, sender: string) {
    const amount = { name: `${name} ${sender}`, amount: part, windowMilliseconds: MINUTE }
    const { count: total, expiresAt } = await counters.add(queries, amount)
    const taken = Math.max(0, part - Math.max(0, total - max))
    shares.set(sender, { left: taken, expiresAt, isExhausted: taken === 0 })
  }

  return { count, refuseExhausted }
}

const REPORTS_PER_LIMIT = 10

/** Reports a tenth of the limit at a time, so each process lets at most another tenth through. Works without the database. */
function createApproximateLimit(counters: RateCounters, name: string, max: number) {
  // `ttl` uses the monotonic clock: the wall clock may be set meanwhile.
  const countedHere = new LRUCache<string, { count: number }>({ ...REMEMBERED_SENDERS, ttl: MINUTE })
  const exhausted = new LRUCache<string, number>(REMEMBERED_SENDERS)
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

/** A window that ends later than possible was begun by a clock that was ahead. */
function isMinuteUntil(end: number) {
  const left = end - Date.now()
  return left > 0 && left <= MINUTE + MAX_CLOCK_DIFFERENCE_MILLISECONDS
}

function tooManyRequests(until: number) {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
  return new Problem('tooManyRequests', { headers: { 'retry-after': String(seconds) } })
}
