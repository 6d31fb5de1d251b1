import type { Selectable } from 'kysely'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { DAY, MINUTE, SECOND } from '../platform/durations.ts'
import { networkOf } from '../platform/network.ts'
import { hashOf } from '../platform/secrets.ts'
import { Refused } from './refusal.ts'

interface Limit {
  freeTries: number
  maxDelay: number
}

const LIMITS = {
  /** One account, from browsers that never signed in to it. */
  account: { freeTries: 3, maxDelay: MINUTE },
  /** A browser that has signed in to the account before. Strangers cannot make it wait. */
  device: { freeTries: 5, maxDelay: MINUTE },
  address: { freeTries: 10, maxDelay: 15 * MINUTE },
  setup: { freeTries: 5, maxDelay: MINUTE },
} as const satisfies Record<string, Limit>

export interface ThrottleKey {
  limit: keyof typeof LIMITS
  value: string
}

const FORGOTTEN_AFTER = DAY

/** Counts a try before it is examined, against simultaneous tries. A refused try counts against no key. */
export async function takeTry(database: Database, keys: ThrottleKey[], now: Date): Promise<void> {
  const wait = await database.write(async (queries) => {
    const longest = longestWait(await findTries(queries, keys), keys, now)
    return longest > 0 ? longest : countTry(queries, keys, now)
  })
  if (wait > 0) throw new Refused('tooManyTries', Math.ceil(wait / SECOND))
}

export async function forgetTries(queries: Queries, keys: ThrottleKey[]): Promise<void> {
  for (const key of inOrder(keys)) await queries.deleteFrom('sign_in_tries').where('key', '=', storedKey(key)).execute()
}

type Tries = Pick<Selectable<Tables['sign_in_tries']>, 'key' | 'tries' | 'next_at'>

function findTries(queries: Queries, keys: ThrottleKey[]) {
  return queries
    .selectFrom('sign_in_tries')
    .select(['key', 'tries', 'next_at'])
    .where('key', 'in', keys.map(storedKey))
    .execute()
}

/** Milliseconds. Ignores moments written by a clock that was ahead. */
function longestWait(found: Tries[], keys: ThrottleKey[], now: Date) {
  const waits = found.map(({ key, next_at }) => {
    const wait = Date.parse(next_at) - now.getTime()
    const limit = keys.find((each) => storedKey(each) === key)?.limit
    return limit && wait <= LIMITS[limit].maxDelay + MAX_CLOCK_DIFFERENCE_MILLISECONDS ? wait : 0
  })
  return Math.max(0, ...waits)
}

/** Checks again under locks: another try may have been counted meanwhile. */
async function countTry(queries: Queries, keys: ThrottleKey[], now: Date) {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER).toISOString()
  await queries.deleteFrom('sign_in_tries').where('last_at', '<', before).execute()
  const found: (Tries & { limit: ThrottleKey['limit'] })[] = []
  for (const key of inOrder(keys)) found.push({ ...(await lockTries(queries, key, now)), limit: key.limit })
  const wait = longestWait(found, keys, now)
  if (wait > 0) return wait
  for (const { key, limit, tries } of found)
    await queries
      .updateTable('sign_in_tries')
      .set({ tries: tries + 1, next_at: nextMoment(limit, tries + 1, now), last_at: now.toISOString() })
      .where('key', '=', key)
      .execute()
  return 0
}

function lockTries(queries: Queries, key: ThrottleKey, now: Date): Promise<Tries> {
  const moment = now.toISOString()
  return (
    queries
      .insertInto('sign_in_tries')
      .values({ key: storedKey(key), tries: 0, next_at: moment, last_at: moment })
      // An update without a change locks the row and returns its current values.
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: storedKey(key) }))
      .returning(['key', 'tries', 'next_at'])
      .executeTakeFirstOrThrow()
  )
}

/** One order for all transactions, against deadlocks. */
const inOrder = (keys: ThrottleKey[]) => [...keys].sort((one, other) => (storedKey(one) < storedKey(other) ? -1 : 1))

function nextMoment(limit: ThrottleKey['limit'], tries: number, now: Date) {
  const { freeTries, maxDelay } = LIMITS[limit]
  const delay = tries < freeTries ? 0 : Math.min(maxDelay, SECOND * 2 ** (tries - freeTries + 1))
  return new Date(now.getTime() + delay).toISOString()
}

/** Hashed: addresses that strangers typed are not stored. */
const storedKey = ({ limit, value }: ThrottleKey) =>
  hashOf(`${limit}:${limit === 'address' || limit === 'setup' ? networkOf(value) : value}`)
