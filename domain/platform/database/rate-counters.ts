import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../calendar.ts'
import type { Database, Queries } from './database.ts'
import { isDatabaseFailure } from './failures.ts'
import { serverKey, serverKeyIn } from './server-keys.ts'

interface Counted {
  count: number
  expiresAt: number
}

interface Amount {
  name: string
  amount: number
  windowMilliseconds: number
  now?: number
}

export type RateCounters = Awaited<ReturnType<typeof openRateCounters>>

export async function openRateCounters(database: Database) {
  // Before any transaction: making the key takes one of its own.
  const secret = await serverKey(database, 'rate-counters')
  const keyOf = (name: string) => hashOf(secret, name)
  const add = (queries: Queries, amount: Amount) => addTo(queries, secret, amount)

  return {
    add,
    addIfReachable: (amount: Amount) => database.write((queries) => add(queries, amount)).catch(undefinedIfAway),
    /** Only windows that have not ended. */
    readIfReachable(names: string[], now = Date.now()) {
      const nameOf = new Map(names.map((name) => [keyOf(name), name]))
      return database.queries
        .selectFrom('rate_counters')
        .select(['key', 'count'])
        .where('key', 'in', [...nameOf.keys()])
        .where('expires_at', '>', new Date(now).toISOString())
        .execute()
        .then((rows) => new Map(rows.map(({ key, count }) => [nameOf.get(key) as string, count])))
        .catch(undefinedIfAway)
    },
  }
}

/** For a caller that has only its transaction. */
export const countInTransaction = async (queries: Queries, amount: Amount): Promise<Counted> =>
  addTo(queries, await serverKeyIn(queries, 'rate-counters'), amount)

/** A rollback uncounts. The window begins with its first count. */
async function addTo(
  queries: Queries,
  secret: string,
  { name, amount, windowMilliseconds, now = Date.now() }: Amount,
): Promise<Counted> {
  const moment = new Date(now).toISOString()
  const latest = new Date(now + windowMilliseconds + MAX_CLOCK_DIFFERENCE_MILLISECONDS).toISOString()
  // A window that ends too late was begun by a clock that was ahead.
  const hasEnded = sql`(rate_counters.expires_at <= ${moment} or rate_counters.expires_at > ${latest})`
  const { count, expires_at } = await queries
    .insertInto('rate_counters')
    .values({ key: hashOf(secret, name), count: amount, expires_at: new Date(now + windowMilliseconds).toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${hasEnded} then excluded.count else rate_counters.count + excluded.count end`,
        expires_at: sql`case when ${hasEnded} then excluded.expires_at else rate_counters.expires_at end`,
      }),
    )
    .returning(['count', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { count, expiresAt: Date.parse(expires_at) }
}

/** Names are stored as keyed hashes, because some of them hold the addresses of visitors. */
const hashOf = (secret: string, name: string) => createHmac('sha256', secret).update(name).digest('base64url')

export async function forgetOldCounts(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('rate_counters').where('expires_at', '<', now.toISOString()).execute()
}

/** A request does not fail because it could not be counted. */
function undefinedIfAway(error: unknown): undefined {
  if (!isDatabaseFailure(error)) throw error
}
