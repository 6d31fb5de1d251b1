import type { Queries } from '../platform/database/database.ts'
import { type PartRow, type RevisionRow, selectParts } from './records.ts'
import type { Fields, Part } from './types/definition.ts'
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

export async function insertRevision(
  queries: Queries,
  { type, id, part }: { type: ContentType; id: number; part: Part },
  { number, fields, author, moment, isSmall = false, isPublished = false, restoredFrom }: NewRevision,
) {
  await queries
    .insertInto('content_revisions')
    .values({
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
    .execute()
}

export async function addRevision(
  queries: Queries,
  place: { type: ContentType; id: number; part: Part },
  revision: Omit<NewRevision, 'number'>,
): Promise<number> {
  const number = await nextNumber(queries, place.type, place.id, place.part)
  await insertRevision(queries, place, { ...revision, number })
  return number
}

async function nextNumber(queries: Queries, type: ContentType, id: number, part: Part): Promise<number> {
  const { last } = await queries
    .selectFrom('content_revisions')
    .where('type', '=', type)
    .where('record_id', '=', id)
    .where('part', '=', part)
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export interface ListedRevision {
  part: Part
  number: number
  author: string | null
  createdAt: string
  changedAt: string
  isSmall: boolean
  restoredFrom: number | null
  publishedAt: string | null
  state: 'draft' | 'scheduled' | 'published' | 'superseded'
}

const MAX_REVISIONS_LISTED = 200

export async function listRevisions(queries: Queries, type: ContentType, id: number): Promise<ListedRevision[]> {
  const parts = await selectParts(queries, type, id)
  const rows = await queries
    .selectFrom('content_revisions')
    .selectAll()
    .where('type', '=', type)
    .where('record_id', '=', id)
    .orderBy('changed_at', 'desc')
    .orderBy('number', 'desc')
    .orderBy('part')
    .limit(MAX_REVISIONS_LISTED)
    .execute()
  return rows.map((row) => ({
    part: row.part,
    number: row.number,
    author: row.author_id,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    isSmall: row.is_small === 1,
    restoredFrom: row.restored_from,
    publishedAt: row.published_at,
    state: stateOf(
      row,
      parts.find(({ part }) => part === row.part),
    ),
  }))
}

function stateOf({ number }: RevisionRow, part: PartRow | undefined): ListedRevision['state'] {
  if (number === part?.published_number) return 'published'
  if (number === part?.scheduled_number) return 'scheduled'
  return number === part?.draft_number ? 'draft' : 'superseded'
}

export async function readRevision(queries: Queries, type: ContentType, id: number, part: Part, number: number) {
  const row = await queries
    .selectFrom('content_revisions')
    .selectAll()
    .where('type', '=', type)
    .where('record_id', '=', id)
    .where('part', '=', part)
    .where('number', '=', number)
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
