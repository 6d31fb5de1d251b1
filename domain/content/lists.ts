import { type SqlBool, sql } from 'kysely'
import { readPictureAddress, type UploadedPicture } from '#contract/uploaded-pictures.ts'
import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { foldLetters } from '#texts/spelling.ts'
import type { Queries } from '../platform/database/database.ts'
import { partsWithRevisions } from './revisions.ts'
import { type Fields, type Picture, SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

export const CONTENT_STATES = ['published', 'unpublished', 'draft', 'scheduled', 'behind', 'missing'] as const
type ContentState = (typeof CONTENT_STATES)[number]

export interface ContentFilters {
  state?: ContentState | undefined
  language?: Language | undefined
  search?: string | undefined
}

export async function listRecords(
  queries: Queries,
  type: ContentType,
  filters: ContentFilters,
  { page, perPage }: { page: number; perPage: number },
) {
  const wanted = filtered(queries, type, filters)
  const { total } = await wanted.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const ordered = definitionOf(type).hasOrder
    ? wanted.orderBy('content_records.position')
    : wanted.orderBy('content_records.changed_at', 'desc')
  const rows = await ordered
    .orderBy('content_records.id')
    .select(['content_records.id', 'content_records.is_published', 'content_records.changed_at'])
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const ids = rows.map(({ id }) => id)
  const parts = ids.length === 0 ? [] : await partsOf(queries, type, ids)
  const named = await listedFieldsOf(queries, type, ids)
  return {
    total: Number(total),
    items: rows.map(({ id, is_published, changed_at }) => {
      const own = parts.filter(({ record_id }) => record_id === id)
      type Row = (typeof own)[number]
      const languagesWith = (has: (part: Row) => boolean) =>
        LANGUAGES.filter((language) => own.some((part) => part.part === language && has(part)))
      const reaching = (has: (part: Row) => boolean) =>
        own.some((part) => part.part === SHARED && has(part)) ? [...LANGUAGES] : languagesWith(has)
      return {
        id,
        title: inEachLanguage((language) => own.find(({ part }) => part === language)?.title ?? ''),
        isPublished: is_published === 1,
        changedAt: changed_at,
        // A draft of the shared fields counts in each language.
        drafts: reaching(({ draft_number }) => draft_number !== null),
        scheduled: reaching(({ publish_at }) => publish_at !== null),
        publishAt: own.map(({ publish_at }) => publish_at).find((at) => at !== null) ?? null,
        behind: languagesWith(({ is_behind }) => is_behind === 1),
        missing: languagesWith(({ is_missing }) => is_missing === 1),
        ...named.get(id),
      }
    }),
  }
}

interface ListedFields {
  /** As it is written now; a new record may have none yet. */
  slug?: string
  /** Null where none was chosen; missing for types without one. */
  cover?: UploadedPicture | null
}

async function listedFieldsOf(queries: Queries, type: ContentType, ids: number[]): Promise<Map<number, ListedFields>> {
  const has = (field: keyof ListedFields) => definitionOf(type).fields.some(({ name }) => name === field)
  if (ids.length === 0 || !(has('slug') || has('cover'))) return new Map()
  const rows = await partsWithRevisions(queries)
    .select(['part.record_id as id', 'revision.fields'])
    .where('part.type', '=', type)
    .where('part.part', '=', SHARED)
    .where('part.record_id', 'in', ids)
    .where((row) => row('revision.number', '=', row.fn.coalesce('part.draft_number', 'part.published_number')))
    .execute()
  return new Map(
    rows.map(({ id, fields }) => {
      const { slug, cover } = JSON.parse(fields) as Fields
      const uploaded = readPictureAddress((cover as Picture | null | undefined)?.[DEFAULT_LANGUAGE] ?? '')
      return [id, { ...(slug && { slug: String(slug) }), ...(has('cover') && { cover: uploaded ?? null }) }]
    }),
  )
}

/** Of every type, by a part of its text; those with it in the title come first. */
export async function findRecords(queries: Queries, search: string, limit: number) {
  const pattern = patternOf(search)
  if (!pattern) return []
  const inTitle = sql<number>`max(case when fold_letters(title) like ${pattern} escape '\\' then 1 else 0 end)`
  const found = await queries
    .selectFrom('content_parts')
    .select(['type', 'record_id'])
    .where(sql<SqlBool>`words like ${pattern} escape '\\'`)
    .groupBy(['type', 'record_id'])
    .orderBy(inTitle, 'desc')
    .orderBy('type')
    .orderBy('record_id')
    .limit(limit)
    .execute()
  return Promise.all(
    found.map(async ({ type: name, record_id: id }) => {
      const type = name as ContentType
      const parts = await partsOf(queries, type, [id])
      return { type, id, title: inEachLanguage((language) => parts.find(({ part }) => part === language)?.title ?? '') }
    }),
  )
}

type ContentCounts = Record<ContentType, Record<'total' | ContentState, number>>

export async function countContent(queries: Queries): Promise<ContentCounts> {
  const counts = {} as ContentCounts
  for (const type of CONTENT_TYPES) {
    const count = async (state?: ContentState) => {
      const { total } = await filtered(queries, type, { state })
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    }
    counts[type] = { total: await count() } as ContentCounts[ContentType]
    for (const state of CONTENT_STATES) counts[type][state] = await count(state)
  }
  return counts
}

const OF_PARTS = {
  draft: sql<SqlBool>`content_parts.draft_number is not null`,
  scheduled: sql<SqlBool>`content_parts.publish_at is not null`,
  behind: sql<SqlBool>`content_parts.is_behind = 1`,
  missing: sql<SqlBool>`content_parts.is_missing = 1`,
}

function filtered(queries: Queries, type: ContentType, { state, language, search }: ContentFilters) {
  const partsOfType = queries.selectFrom('content_parts').select('record_id').where('content_parts.type', '=', type)
  let query = queries.selectFrom('content_records').where('content_records.type', '=', type)
  if (state === 'published') query = query.where('content_records.is_published', '=', 1)
  else if (state === 'unpublished') query = query.where('content_records.is_published', '=', 0)
  else if (state) {
    const parts = partsOfType.where(OF_PARTS[state])
    query = query.where('content_records.id', 'in', language ? parts.where('content_parts.part', '=', language) : parts)
  }
  const pattern = patternOf(search)
  if (pattern) {
    query = query.where(
      'content_records.id',
      'in',
      partsOfType.where(sql<SqlBool>`content_parts.words like ${pattern} escape '\\'`),
    )
  }
  return query
}

function patternOf(search = '') {
  const word = foldLetters(search.trim())
  return word && `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

function partsOf(queries: Queries, type: ContentType, ids: number[]) {
  return queries
    .selectFrom('content_parts')
    .select(['record_id', 'part', 'title', 'draft_number', 'publish_at', 'is_behind', 'is_missing'])
    .where('type', '=', type)
    .where('record_id', 'in', ids)
    .execute()
}
