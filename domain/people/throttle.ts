import type { Selectable } from 'kysely'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { DAY, MINUTE, SECOND } from '../platform/durations.ts'
import { networkOf } from '../platform/network.ts'
import { hashOf } from '../platform/secrets.ts'
import { Refused } from './refusal.ts'

interface Limit {
  /** Tries that wait for nothing. */
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

/**
 * Counts a try before it is examined, so that a hundred at the same moment are no way around. Throws while one of the keys has to wait, and
 * then counts it against none: it is not examined, and whoever has to wait could otherwise make others wait with them.
 * The count stands whether the key is known or not: it says nothing about who works here.
 */
export async function takeTry(database: Database, keys: ThrottleKey[], now: Date): Promise<void> {
  const wait = await database.write(async (queries) => {
    const longest = longestWait(await findTries(queries, keys), keys, now)
    return longest > 0 ? longest : countTry(queries, keys, now)
  })
  if (wait > 0) throw new Refused('tooManyTries', Math.ceil(wait / SECOND))
}

/** After a success nothing is held against the keys any more. */
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

/** Milliseconds, or 0 when the try may be made. Nobody waits for what a clock wrote that was ahead. */
function longestWait(found: Tries[], keys: ThrottleKey[], now: Date) {
  const waits = found.map(({ key, next_at }) => {
    const wait = Date.parse(next_at) - now.getTime()
    const limit = keys.find((each) => storedKey(each) === key)?.limit
    return limit && wait <= LIMITS[limit].maxDelay + MAX_CLOCK_DIFFERENCE_MILLISECONDS ? wait : 0
  })
  return Math.max(0, ...waits)
}

/** Looks once more, at rows that nobody else can change: another try may have been counted in the same moment. Milliseconds to wait. */
async function countTry(queries: Queries, keys: ThrottleKey[], now: Date) {
  await forgetOld(queries, now)
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

/** There is a row to lock, once this has found or made it. */
function lockTries(queries: Queries, key: ThrottleKey, now: Date): Promise<Tries> {
  const moment = now.toISOString()
  return (
    queries
      .insertInto('sign_in_tries')
      .values({ key: storedKey(key), tries: 0, next_at: moment, last_at: moment })
      // An update, though of nothing: it waits for whoever is counting, locks the row, and returns it as it is then.
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: storedKey(key) }))
      .returning(['key', 'tries', 'next_at'])
      .executeTakeFirstOrThrow()
  )
}

/** Always the same, so that no two transactions wait for each other. */
const inOrder = (keys: ThrottleKey[]) => [...keys].sort((one, other) => (storedKey(one) < storedKey(other) ? -1 : 1))

function nextMoment(limit: ThrottleKey['limit'], tries: number, now: Date) {
  const { freeTries, maxDelay } = LIMITS[limit]
  const delay = tries < freeTries ? 0 : Math.min(maxDelay, SECOND * 2 ** (tries - freeTries + 1))
  return new Date(now.getTime() + delay).toISOString()
}

async function forgetOld(queries: Queries, now: Date) {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER).toISOString()
  await queries.deleteFrom('sign_in_tries').where('last_at', '<', before).execute()
}

/** Addresses and mail addresses that strangers typed are not kept. */
const storedKey = ({ limit, value }: ThrottleKey) =>
  hashOf(`${limit}:${limit === 'address' || limit === 'setup' ? networkOf(value) : value}`)
