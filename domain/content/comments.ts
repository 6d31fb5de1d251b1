import type { Queries } from '../platform/database/database.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import { lockAndRead } from './records.ts'
import type { Part } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

/** Of colleagues about a field; part of no export of the content, and of no page. */

export const fieldCommented = defineEvent<{ record: string; comment: string; people: string[]; actorId: string }>(
  'content.commented',
)

export const MAX_COMMENT_LENGTH = 2000
const MAX_COMMENTS_OF_RECORD = 500

interface Thread {
  id: string
  part: Part
  field: string
  resolvedAt: string | null
  resolvedBy: string | null
  comments: { id: string; authorId: string; createdAt: string; words: string }[]
}

const ofRecord = (queries: Queries, type: ContentType, id: number) =>
  queries.selectFrom('content_comments').where('type', '=', type).where('record_id', '=', id)

/** The thread that was begun first comes first. */
export async function listThreads(queries: Queries, type: ContentType, id: number): Promise<Thread[]> {
  const rows = await ofRecord(queries, type, id).selectAll().orderBy('created_at').orderBy('id').execute()
  return rows
    .filter((row) => row.id === row.thread_id)
    .map(({ id: thread, part, field, resolved_at, resolved_by }) => ({
      ...{ id: thread, part, field, resolvedAt: resolved_at, resolvedBy: resolved_by },
      comments: rows
        .filter(({ thread_id }) => thread_id === thread)
        // Two of one millisecond: the first of the thread stays first.
        .sort((one, other) => Number(other.id === thread) - Number(one.id === thread))
        .map(({ id, author_id, created_at, words }) => ({ id, authorId: author_id, createdAt: created_at, words })),
    }))
}

interface NewComment {
  /** The browser's, so that sending it again adds nothing. */
  id: string
  part: Part
  field: string
  /** An open thread of this field; without one it begins a thread. */
  thread?: string | undefined
  words: string
}

interface Acting {
  actorId: string
  now: Date
}

export async function addComment(
  queries: Queries,
  type: ContentType,
  record: number,
  { id, part, field, thread = id, words }: NewComment,
  { actorId, now }: Acting,
): Promise<'added' | 'unknown' | 'tooMany'> {
  const isField = definitionOf(type).fields.some(
    (each) => each.name === field && (each.in === 'shared') === (part === 'shared'),
  )
  // Locked, so that two who add at once know of each other.
  if (!isField || !(await lockAndRead(queries, type, record))) return 'unknown'
  const known = await ofRecord(queries, type, record).selectAll().execute()
  if (known.some((row) => row.id === id && row.author_id === actorId)) return 'added'
  const first = known.find((row) => row.id === thread && row.id === row.thread_id)
  if (thread !== id && (first?.part !== part || first.field !== field)) return 'unknown'
  if (known.length >= MAX_COMMENTS_OF_RECORD) return 'tooMany'
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('content_comments')
    .values({
      ...{ id, type, record_id: record, part, field, thread_id: thread, author_id: actorId, words },
      ...{ created_at: now.toISOString(), resolved_at: null, resolved_by: null },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  // Another record has a comment with this id.
  if (numInsertedOrUpdatedRows !== 1n) return 'unknown'
  // Who answers opens it again.
  if (first?.resolved_at) await setResolved(queries, thread, null)
  const people = known.filter(({ thread_id }) => thread_id === thread).map(({ author_id }) => author_id)
  const writer = await lastWriter(queries, type, record, part)
  await recordEvent(
    queries,
    fieldCommented,
    {
      record: `${type}/${record}`,
      comment: thread,
      people: [...new Set([...people, ...(writer ? [writer] : [])])],
      actorId,
    },
    now,
  )
  return 'added'
}

/** False if there is no such thread. */
export async function resolveThread(
  queries: Queries,
  type: ContentType,
  record: number,
  { thread, isResolved }: { thread: string; isResolved: boolean },
  { actorId, now }: Acting,
): Promise<boolean> {
  const found = await ofRecord(queries, type, record)
    .select('id')
    .where('id', '=', thread)
    .where('thread_id', '=', thread)
    .executeTakeFirst()
  if (!found) return false
  await setResolved(queries, thread, isResolved ? { resolved_at: now.toISOString(), resolved_by: actorId } : null)
  return true
}

/** One's own; the first of a thread that others answered stays. */
export async function removeComment(
  queries: Queries,
  type: ContentType,
  record: number,
  comment: string,
  authorId: string,
): Promise<boolean> {
  if (!(await lockAndRead(queries, type, record))) return false
  const rows = await ofRecord(queries, type, record).select(['id', 'thread_id', 'author_id']).execute()
  const own = rows.find(({ id, author_id }) => id === comment && author_id === authorId)
  const isAnswered = rows.some(({ id, thread_id }) => thread_id === comment && id !== comment)
  if (!own || isAnswered) return false
  await queries.deleteFrom('content_comments').where('id', '=', comment).execute()
  return true
}

const setResolved = (queries: Queries, thread: string, by: { resolved_at: string; resolved_by: string } | null) =>
  queries
    .updateTable('content_comments')
    .set(by ?? { resolved_at: null, resolved_by: null })
    .where('id', '=', thread)
    .execute()

async function lastWriter(queries: Queries, type: ContentType, id: number, part: Part) {
  const revision = await queries
    .selectFrom('content_revisions')
    .select('author_id')
    .where((row) => row.and({ type, record_id: id, part }))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return revision?.author_id ?? undefined
}
