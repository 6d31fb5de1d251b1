import { randomUUID } from 'node:crypto'
import { foldSpelling, normalizeText } from '#texts/spelling.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Person, Tag } from './candidates.ts'

export const MAX_TAG_LENGTH = 40
const MAX_TAGS = 500
const MAX_TAGS_OF_ONE = 30

/** One line of visible letters. */
export const tidyTag = (typed: string) => normalizeText(typed, 'NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()

/** `C` and `C++` are two tags, `React` and `react` are one. */
const keyOf = (name: string) =>
  foldSpelling(name.replace(/\+/g, ' plus ').replace(/#/g, ' sharp ')) || name.toLowerCase()

export async function listTags(queries: Queries) {
  const rows = await queries
    .selectFrom('tags')
    .leftJoin('candidate_tags', 'tag_id', 'tags.id')
    .select(({ fn }) => ['tags.id', 'tags.name', fn.count<string | number>('candidate_id').as('count')])
    .groupBy(['tags.id', 'tags.name', 'tags.name_key'])
    .orderBy('tags.name_key')
    .execute()
  return rows.map(({ count, ...tag }) => ({ ...tag, count: Number(count) }))
}

interface Act {
  actorId: string
  now: Date
}

/** A tag of the same spelling is the same tag. Undefined if there are too many. */
export async function addTag(queries: Queries, person: Person, name: string, act: Act): Promise<Tag | undefined> {
  const tag = await declareTag(queries, name, act)
  if (!tag) return undefined
  const own = await queries
    .selectFrom('candidate_tags')
    .select('tag_id')
    .distinct()
    .where(
      'candidate_id',
      'in',
      person.rows.map(({ id }) => id),
    )
    .execute()
  if (own.some(({ tag_id }) => tag_id === tag.id)) return tag
  if (own.length >= MAX_TAGS_OF_ONE) return undefined
  await queries
    .insertInto('candidate_tags')
    .values({ candidate_id: person.id, tag_id: tag.id, added_by: act.actorId, added_at: act.now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tag
}

async function declareTag(queries: Queries, name: string, { actorId, now }: Act): Promise<Tag | undefined> {
  const name_key = keyOf(name)
  const find = () =>
    queries.selectFrom('tags').select(['id', 'name']).where('name_key', '=', name_key).executeTakeFirst()
  const known = await find()
  if (known) return known
  const { count } = await queries
    .selectFrom('tags')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_TAGS) return undefined
  await queries
    .insertInto('tags')
    .values({ id: randomUUID(), name, name_key, created_by: actorId, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute()
  return find()
}

/** From all that are merged. */
export async function removeTag(queries: Queries, { rows }: Person, tagId: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('candidate_tags')
    .where('tag_id', '=', tagId)
    .where(
      'candidate_id',
      'in',
      rows.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function renameTag(
  queries: Queries,
  id: string,
  name: string,
): Promise<'renamed' | 'unknown' | 'nameTaken'> {
  const name_key = keyOf(name)
  const same = await queries.selectFrom('tags').select('id').where('name_key', '=', name_key).executeTakeFirst()
  if (same && same.id !== id) return 'nameTaken'
  const { numUpdatedRows } = await queries
    .updateTable('tags')
    .set({ name, name_key })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'renamed' : 'unknown'
}

export async function deleteTag(queries: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries.deleteFrom('tags').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
