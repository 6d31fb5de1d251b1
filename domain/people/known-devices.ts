import type { Queries } from '../platform/database/database.ts'
import { DAY } from '../platform/durations.ts'
import { hashOf, newSecret } from '../platform/secrets.ts'

export const DEVICE_COOKIE_DAYS = 180

/** A known browser has its own limit: wrong tries of strangers do not make its person wait. */
export async function rememberDevice(queries: Queries, personId: string, known: string | undefined, now: Date) {
  const before = new Date(now.getTime() - DEVICE_COOKIE_DAYS * DAY).toISOString()
  await queries.deleteFrom('known_devices').where('created_at', '<', before).execute()
  if (known && (await isKnownDevice(queries, personId, known))) return known
  const secret = newSecret()
  await queries
    .insertInto('known_devices')
    .values({ hash: hashOf(secret), person_id: personId, created_at: now.toISOString() })
    .execute()
  return secret
}

export async function isKnownDevice(queries: Queries, personId: string, secret: string): Promise<boolean> {
  const row = await queries
    .selectFrom('known_devices')
    .select('hash')
    .where('hash', '=', hashOf(secret))
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
