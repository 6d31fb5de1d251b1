import { randomUUID } from 'node:crypto'
import type { Queries } from '../platform/database/database.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import { type ContentRecord, isOutdated, lockAndRead, type SeenPart, toRecord } from './records.ts'
import { PARTS } from './types/definition.ts'
import type { ContentType } from './types/index.ts'

/** Product 10.21: the author asks a colleague, who publishes or returns. */

type Act = 'asked' | 'returned' | 'approved' | 'withdrawn'

export const contentReviewed = defineEvent<{
  record: string
  /** Names one round of asking and answering. */
  review: string
  act: Act
  person: string
  actorId: string
}>('content.reviewed')

const SETTING = 'content-review'

export async function isReviewOn(queries: Queries): Promise<boolean> {
  const row = await queries.selectFrom('desk_settings').select('value').where('name', '=', SETTING).executeTakeFirst()
  return row?.value === 'on'
}

export async function setReview(queries: Queries, isOn: boolean, { by, now }: { by: string; now: Date }) {
  const chosen = { value: isOn ? 'on' : 'off', changed_at: now.toISOString(), changed_by: by }
  await queries
    .insertInto('desk_settings')
    .values({ name: SETTING, ...chosen })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(chosen))
    .execute()
}

interface Review {
  state: 'asked' | 'returned'
  askedBy: string
  reviewerId: string
  /** Of who acted last. */
  words: string
  changedAt: string
}

const ofRecord = (queries: Queries, type: ContentType, id: number) =>
  queries.selectFrom('content_reviews').selectAll().where('type', '=', type).where('record_id', '=', id)

export async function findReview(queries: Queries, type: ContentType, id: number): Promise<Review | null> {
  const row = await ofRecord(queries, type, id).executeTakeFirst()
  if (!row) return null
  const { state, asked_by, reviewer_id, words, changed_at } = row
  return { state, askedBy: asked_by, reviewerId: reviewer_id, words, changedAt: changed_at }
}

interface Acting {
  actorId: string
  now: Date
}

type Asked =
  | { kind: 'asked'; record: ContentRecord }
  | { kind: 'unknown' }
  | { kind: 'nothingToReview' }
  | { kind: 'conflict'; record: ContentRecord }

/** Asking again names another reviewer, or answers what was returned. */
export async function askForReview(
  queries: Queries,
  type: ContentType,
  id: number,
  { reviewerId, words, seen }: { reviewerId: string; words: string; seen: SeenPart[] },
  { actorId, now }: Acting,
): Promise<Asked> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  const record = toRecord(stored)
  if (isOutdated(stored, seen)) return { kind: 'conflict', record }
  if (!hasDrafts(record)) return { kind: 'nothingToReview' }
  const review = {
    id: randomUUID(),
    state: 'asked' as const,
    asked_by: actorId,
    reviewer_id: reviewerId,
    words,
    changed_at: now.toISOString(),
  }
  await queries
    .insertInto('content_reviews')
    .values({ type, record_id: id, ...review })
    .onConflict((conflict) => conflict.columns(['type', 'record_id']).doUpdateSet(review))
    .execute()
  await tell(queries, { type, id, review: review.id, act: 'asked', person: reviewerId }, { actorId, now })
  return { kind: 'asked', record }
}

/** False unless the review is open and the actor's. */
export async function returnToAuthor(
  queries: Queries,
  type: ContentType,
  id: number,
  words: string,
  { actorId, now }: Acting,
): Promise<boolean> {
  const stored = await lockAndRead(queries, type, id)
  const review = stored && (await ofRecord(queries, type, id).executeTakeFirst())
  if (review?.state !== 'asked' || review.reviewer_id !== actorId) return false
  await queries
    .updateTable('content_reviews')
    .set({ state: 'returned', words, changed_at: now.toISOString() })
    .where('type', '=', type)
    .where('record_id', '=', id)
    .execute()
  await tell(queries, { type, id, review: review.id, act: 'returned', person: review.asked_by }, { actorId, now })
  return true
}

/** By who asked. */
export async function withdrawReview(queries: Queries, type: ContentType, id: number, { actorId, now }: Acting) {
  const stored = await lockAndRead(queries, type, id)
  const review = stored && (await ofRecord(queries, type, id).executeTakeFirst())
  if (review?.asked_by !== actorId) return false
  await endReview(queries, type, id)
  if (review.state === 'asked')
    await tell(queries, { type, id, review: review.id, act: 'withdrawn', person: review.reviewer_id }, { actorId, now })
  return true
}

/** After publishing or scheduling: nothing waits for the reviewer any more. */
export async function settleReview(queries: Queries, record: ContentRecord, { actorId, now }: Acting): Promise<void> {
  const { type, id, parts } = record
  const isSettled = PARTS.every((part) => !parts[part].isDraft || parts[part].scheduled !== null)
  const review = isSettled && (await ofRecord(queries, type, id).executeTakeFirst())
  if (!review) return
  await endReview(queries, type, id)
  await tell(queries, { type, id, review: review.id, act: 'approved', person: review.asked_by }, { actorId, now })
}

/** Only who is asked, where the company wants reviews. */
export async function needsReview(queries: Queries, type: ContentType, id: number, actorId: string): Promise<boolean> {
  if (!(await isReviewOn(queries))) return false
  const review = await findReview(queries, type, id)
  return review?.state !== 'asked' || review.reviewerId !== actorId
}

/** Records that wait for this person: to review, or to be mended after their review. */
export async function reviewsOf(queries: Queries, personId: string) {
  const rows = await queries
    .selectFrom('content_reviews')
    .selectAll()
    .where(({ or, and }) =>
      or([and({ reviewer_id: personId, state: 'asked' }), and({ asked_by: personId, state: 'returned' })]),
    )
    .orderBy('changed_at')
    .execute()
  return rows.map(({ type, record_id, state, asked_by, reviewer_id, changed_at }) => ({
    ...{ type: type as ContentType, id: record_id, state, changedAt: changed_at },
    by: state === 'asked' ? asked_by : reviewer_id,
  }))
}

const hasDrafts = ({ parts }: ContentRecord) => PARTS.some((part) => parts[part].isDraft || !parts[part].published)

const endReview = (queries: Queries, type: ContentType, id: number) =>
  queries.deleteFrom('content_reviews').where('type', '=', type).where('record_id', '=', id).execute()

const tell = (
  queries: Queries,
  { type, id, ...news }: { type: ContentType; id: number; review: string; act: Act; person: string },
  { actorId, now }: Acting,
) => recordEvent(queries, contentReviewed, { record: `${type}/${id}`, ...news, actorId }, now)
