import type { Database, Queries } from '../database/connection.ts'
import { Refused } from './refusal.ts'
import { hashOf } from './secrets.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

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

const FORGOTTEN_AFTER = 24 * 60 * MINUTE

/**
 * Counts a try before it is examined, so that a hundred at the same moment are no way around. Throws while one of the keys has to wait.
 * The count stands whether the key is known or not: it says nothing about who works here.
 */
export async function takeTry(database: Database, keys: ThrottleKey[], now: Date): Promise<void> {
  const wait = await database.write(async (queries) => {
    await forgetOld(queries, now)
    let longest = 0
    for (const key of keys) longest = Math.max(longest, await takeOne(queries, key, now))
    return longest
  })
  if (wait > 0) throw new Refused('tooManyTries', Math.ceil(wait / SECOND))
}

/** After a success nothing is held against the keys any more. */
export async function forgetTries(queries: Queries, keys: ThrottleKey[]): Promise<void> {
  await queries.deleteFrom('sign_in_tries').where('key', 'in', keys.map(storedKey)).execute()
}

/** Milliseconds to wait, or 0 when the try may be made. */
async function takeOne(queries: Queries, key: ThrottleKey, now: Date) {
  const stored = storedKey(key)
  await queries
    .insertInto('sign_in_tries')
    .values({ key: stored, tries: 0, next_at: now.toISOString(), last_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { tries, next_at } = await queries
    .selectFrom('sign_in_tries')
    .select(['tries', 'next_at'])
    .where('key', '=', stored)
    .executeTakeFirstOrThrow()
  const wait = Date.parse(next_at) - now.getTime()
  if (wait > 0) return wait
  const { numUpdatedRows } = await queries
    .updateTable('sign_in_tries')
    .set({ tries: tries + 1, next_at: nextMoment(key, tries + 1, now), last_at: now.toISOString() })
    .where('key', '=', stored)
    .where('tries', '=', tries)
    .executeTakeFirst()
  // Another try took the place in the same moment.
  return numUpdatedRows === 0n ? SECOND : 0
}

function nextMoment({ limit }: ThrottleKey, tries: number, now: Date) {
  const { freeTries, maxDelay } = LIMITS[limit]
  const delay = tries < freeTries ? 0 : Math.min(maxDelay, SECOND * 2 ** (tries - freeTries + 1))
  return new Date(now.getTime() + delay).toISOString()
}

async function forgetOld(queries: Queries, now: Date) {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER).toISOString()
  await queries.deleteFrom('sign_in_tries').where('last_at', '<', before).execute()
}

/** Addresses and mail addresses that strangers typed are not kept. */
const storedKey = ({ limit, value }: ThrottleKey) => hashOf(`${limit}:${value}`)
