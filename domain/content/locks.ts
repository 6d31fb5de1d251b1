import type { Queries } from '../platform/database/database.ts'
import type { ContentType } from './types/index.ts'

/** The screen reports every half minute. */
const LOCK_MILLISECONDS = 75_000

interface ContentLock {
  personId: string
  takenAt: string
  /** The field that the holder is in, as `part.field`. */
  place: string | null
}

export async function findLock(queries: Queries, type: ContentType, id: number, now: Date) {
  const row = await queries
    .selectFrom('content_locks')
    .select(['person_id', 'taken_at', 'place'])
    .where((row) => row.and({ type, record_id: id }))
    .where('seen_at', '>=', new Date(now.getTime() - LOCK_MILLISECONDS).toISOString())
    .executeTakeFirst()
  return row && ({ personId: row.person_id, takenAt: row.taken_at, place: row.place } satisfies ContentLock)
}

/** A colleague's lock is taken only on `isTakeOver`. Returns the holder. */
export async function takeLock(
  queries: Queries,
  type: ContentType,
  id: number,
  { personId, isTakeOver, place, now }: { personId: string; isTakeOver: boolean; place: string | null; now: Date },
): Promise<ContentLock> {
  const holder = await findLock(queries, type, id, now)
  if (holder && holder.personId !== personId && !isTakeOver) return holder
  const seen_at = now.toISOString()
  const taken_at = holder?.personId === personId ? holder.takenAt : seen_at
  const lock = { person_id: personId, taken_at, seen_at, place }
  await queries
    .insertInto('content_locks')
    .values({ type, record_id: id, ...lock })
    .onConflict((conflict) => conflict.columns(['type', 'record_id']).doUpdateSet(lock))
    .execute()
  return { personId, takenAt: taken_at, place }
}

export async function releaseLock(queries: Queries, type: ContentType, id: number, personId: string): Promise<void> {
  await queries
    .deleteFrom('content_locks')
    .where((row) => row.and({ type, record_id: id, person_id: personId }))
    .execute()
}
