import type { Queries } from '../platform/database/database.ts'
import type { ConsentChannel } from '../platform/database/tables.ts'
import type { Person } from './candidates.ts'

/** How long one consent holds at most. */
export const MAX_POOL_DAYS = 730
/** We ask so long before it ends. */
export const ASK_AGAIN_DAYS = 30

interface Consent {
  /** Calendar days of the company. */
  until: string
  agreedOn: string
  channel: ConsentChannel
}

const NOT_IN_POOL = {
  pool_until: null,
  pool_agreed_on: null,
  pool_channel: null,
  pool_by: null,
  pool_asked_at: null,
} as const

/** A later consent replaces those of all that are merged. */
export async function putInPool(queries: Queries, person: Person, consent: Consent, actorId: string): Promise<void> {
  await takeFromPool(queries, person)
  await queries
    .updateTable('candidates')
    .set({
      pool_until: consent.until,
      pool_agreed_on: consent.agreedOn,
      pool_channel: consent.channel,
      pool_by: actorId,
      pool_asked_at: null,
    })
    .where('id', '=', person.id)
    .execute()
}

export async function takeFromPool(queries: Queries, { id }: Pick<Person, 'id'>): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('candidates')
    .set(NOT_IN_POOL)
    .where('root_id', '=', id)
    .where('pool_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Until that day they agreed, so they are in the pool on it. */
export async function takeEndedFromPool(queries: Queries, today: string): Promise<number> {
  const ended = queries.selectFrom('candidates').select('root_id').distinct().where('pool_until', '<', today)
  const people = await ended.execute()
  for (const { root_id } of people) await takeFromPool(queries, { id: root_id })
  return people.length
}

/** Whose consent ends soon, and who were not asked yet. */
export const toAskAgain = (queries: Queries, before: string) =>
  queries
    .selectFrom('candidates')
    .select(['id', 'mailbox', 'pool_until'])
    .where('pool_until', '<', before)
    .where('pool_asked_at', 'is', null)
    .orderBy('pool_until')
    .execute()

export async function markAsked(queries: Queries, id: string, now: Date): Promise<void> {
  await queries.updateTable('candidates').set({ pool_asked_at: now.toISOString() }).where('id', '=', id).execute()
}
