import { insertAll, type Queries } from '../platform/database/database.ts'
import { FIRST_VERSION, type PartRow, type RevisionRow, selectParts, titleOf, UP_TO_DATE } from './records.ts'
import { type Fields, PARTS, type Part, type Parts } from './types/definition.ts'
import type { ContentType } from './types/index.ts'

interface NewRevision {
  number: number
  fields: Fields
  author: string | null
  moment: string
  isSmall?: boolean
  isPublished?: boolean
  restoredFrom?: number | undefined
}

const FIRST = 1

/** With the first revision of each part: published, or a draft. */
export async function insertRecords(
  queries: Queries,
  type: ContentType,
  records: { id: number; position: number; parts: Parts }[],
  revision: Pick<NewRevision, 'author' | 'moment' | 'isPublished'>,
) {
  const { moment, isPublished = false } = revision
  const places = records.flatMap(({ id, parts }) => PARTS.map((part) => ({ type, id, part, fields: parts[part] })))
  await insertAll(
    queries,
    'content_records',
    records.map(({ id, position }) => {
      const is_published = isPublished ? 1 : 0
      return { type, id, position, is_published, created_at: moment, changed_at: moment }
    }),
  )
  await insertAll(
    queries,
    'content_parts',
    places.map(({ id, part, fields }) => ({
      type,
      record_id: id,
      part,
      version: FIRST_VERSION,
      [isPublished ? 'published_number' : 'draft_number']: FIRST,
      ...titleOf(type, part, fields),
      is_missing: 0,
      ...UP_TO_DATE,
    })),
  )
  await insertAll(
    queries,
    'content_revisions',
    places.map((place) => toRow(place, { ...revision, number: FIRST, fields: place.fields })),
  )
}

interface Place {
  type: ContentType
  id: number
  part: Part
}

const toRow = (
  { type, id, part }: Place,
  { number, fields, author, moment, isSmall = false, isPublished = false, restoredFrom }: NewRevision,
): RevisionRow => ({
  type,
  record_id: id,
  part,
  number,
  fields: JSON.stringify(fields),
  author_id: author,
  created_at: moment,
  changed_at: moment,
  is_small: isSmall ? 1 : 0,
  restored_from: restoredFrom ?? null,
  published_at: isPublished ? moment : null,
})

export async function addRevision(
  queries: Queries,
  place: Place,
  revision: Omit<NewRevision, 'number'>,
): Promise<number> {
  const { type, id, part } = place
  const { last } = await queries
    .selectFrom('content_revisions')
    .where((row) => row.and({ type, record_id: id, part }))
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  await queries
    .insertInto('content_revisions')
    .values(toRow(place, { ...revision, number }))
    .execute()
  return number
}

type RevisionState = 'draft' | 'scheduled' | 'published' | 'superseded'
export type ListedRevision = Awaited<ReturnType<typeof listRevisions>>[number]

const MAX_REVISIONS_LISTED = 200

export async function listRevisions(queries: Queries, type: ContentType, id: number) {
  const parts = await selectParts(queries, type, id)
  const rows = await queries
    .selectFrom('content_revisions')
    .select(['part', 'number', 'author_id as author', 'created_at as createdAt', 'changed_at as changedAt', 'is_small'])
    .select(['restored_from as restoredFrom', 'published_at as publishedAt'])
    .where((row) => row.and({ type, record_id: id }))
    .orderBy('changed_at', 'desc')
    .orderBy('number', 'desc')
    .orderBy('part')
    .limit(MAX_REVISIONS_LISTED)
    .execute()
  return rows.map(({ is_small, ...revision }) => {
    const own = parts.find(({ part }) => part === revision.part)
    return { ...revision, isSmall: is_small === 1, state: stateOf(revision.number, own) }
  })
}

function stateOf(number: number, part: PartRow | undefined): RevisionState {
  if (number === part?.published_number) return 'published'
  if (number === part?.scheduled_number) return 'scheduled'
  return number === part?.draft_number ? 'draft' : 'superseded'
}

export async function readRevision(queries: Queries, type: ContentType, id: number, part: Part, number: number) {
  const row = await queries
    .selectFrom('content_revisions')
    .selectAll()
    .where((row) => row.and({ type, record_id: id, part, number }))
    .executeTakeFirst()
  return row && { ...row, fields: JSON.parse(row.fields) as Fields }
}

export const partsWithRevisions = (queries: Queries) =>
  queries
    .selectFrom('content_parts as part')
    .innerJoin('content_revisions as revision', (join) =>
      join
        .onRef('revision.type', '=', 'part.type')
        .onRef('revision.record_id', '=', 'part.record_id')
        .onRef('revision.part', '=', 'part.part'),
    )
