import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isTarget, type Section, type SectionWords, shownSections } from '#contract/landing-pages.ts'
import { parseMarkdown } from '#contract/markdown.ts'
import { type FixedPages, type MenuEntry, type MenuLink, targetOf } from '#contract/navigation.ts'
import type { Language } from '#texts/languages.ts'
import { inBatches, insertAll, type Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { shownArticle } from './articles.ts'
import { mapParts } from './parts.ts'
import { type KnownPictures, picturesNamedIn, shownAt } from './pictures/pictures.ts'
import { isBlank, isUnseen, trimmed, withoutUnseen } from './same-text.ts'
import {
  type FieldModel,
  type Fields,
  type FieldValue,
  PARTS,
  type Part,
  type Parts,
  type Picture,
  SHARED,
} from './types/definition.ts'
import { type ContentType, definitionOf, type EntityOf } from './types/index.ts'

export interface PublishedRecord {
  id: number
  position: number
  parts: Parts
}

export async function putPublished(queries: Queries, type: ContentType, records: PublishedRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id)
  for (const some of inBatches(ids))
    await queries.deleteFrom('published_content').where('type', '=', type).where('id', 'in', some).execute()
  await insertAll(
    queries,
    'published_content',
    records.map((record) => toRow(type, record)),
  )
  const { permanent } = definitionOf(type)
  if (permanent)
    await permanent.give(
      queries,
      records.map(({ id, parts }) => ({ id, value: String(parts[SHARED][permanent.field]) })),
    )
}

function toRow(type: ContentType, { id, position, parts }: PublishedRecord): Tables['published_content'] {
  const { newestFirst, columns = {} } = definitionOf(type)
  const shared = parts[SHARED]
  const textOf = (field: string | undefined) => (field === undefined ? null : String(shared[field]))
  return {
    type,
    id,
    position,
    day: textOf(newestFirst),
    topic: textOf(columns.topic),
    closes_on: textOf(columns.closes_on),
    ...mapParts((part) => JSON.stringify(trimmedFields(parts[part]))),
  }
}

export const trimmedFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, trimmed(value)]))

export async function removePublished(queries: Queries, type: ContentType, id?: number): Promise<void> {
  const rows = queries.deleteFrom('published_content').where('type', '=', type)
  await (id === undefined ? rows : rows.where('id', '=', id)).execute()
}

interface Wanted {
  id?: number | undefined
  /** Only records that are open on this day: the closing date is the last one. */
  openOn?: string | undefined
  topics?: readonly string[] | undefined
  /** Only records in which one of these fields is filled in. */
  withAny?: readonly string[] | undefined
  /** From 1; a page beyond the last is the last. */
  page?: number | undefined
  perPage?: number | undefined
}

/** Published records in the order of their type: newest first, or as the company put them. */
export async function publishedRecords(
  queries: Queries,
  type: ContentType,
  wanted: Wanted = {},
): Promise<PublishedRecord[]> {
  const rows = await inOrder(queries, type, wanted).selectAll().execute()
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    parts: mapParts((part) => JSON.parse(row[part]) as Fields),
  }))
}

export async function listEntities<Type extends ContentType>(
  queries: Queries,
  type: Type,
  language: Language,
  wanted: Wanted = {},
): Promise<EntityOf<Type>[]> {
  return toEntities(queries, type, await publishedRecords(queries, type, wanted), language)
}

export async function findEntity<Type extends ContentType>(
  queries: Queries,
  type: Type,
  id: number,
  language: Language,
  wanted: Pick<Wanted, 'openOn'> = {},
): Promise<EntityOf<Type> | undefined> {
  const [entity] = await listEntities(queries, type, language, { ...wanted, id })
  return entity
}

export async function pageOfEntities<Type extends ContentType>(
  queries: Queries,
  type: Type,
  language: Language,
  wanted: Wanted,
): Promise<{ data: EntityOf<Type>[]; total: number }> {
  const { total } = await filtered(queries, type, wanted)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const lastPage = Math.max(1, Math.ceil(Number(total) / (wanted.perPage ?? 1)))
  const page = Math.min(wanted.page ?? 1, lastPage)
  return { data: await listEntities(queries, type, language, { ...wanted, page }), total: Number(total) }
}

function filtered(queries: Queries, type: ContentType, { id, openOn, topics, withAny }: Wanted) {
  let rows = queries.selectFrom('published_content').where('type', '=', type)
  if (id !== undefined) rows = rows.where('id', '=', id)
  if (openOn !== undefined) rows = rows.where('closes_on', '>=', openOn)
  if (topics) rows = rows.where('topic', 'in', [...topics])
  return withAny
    ? rows.where(
        sql.raw<boolean>(`(${withAny.flatMap((name) => PARTS.map((part) => isFilledIn(part, name))).join(' or ')})`),
      )
    : rows
}

/** Parts are JSON without spaces. PostgreSQL uses its index for this text only, so there are no parameters. */
const isFilledIn = (part: Part, name: string) =>
  `(${part} like '%"${name}":%' and ${part} not like '%"${name}":""%' and ${part} not like '%"${name}":null%' and ${part} not like '%"${name}":false%')`

/** Published records in the order of their type. */
export function inOrder(queries: Queries, type: ContentType, wanted: Wanted) {
  const rows = filtered(queries, type, wanted)
  const ordered = definitionOf(type).newestFirst ? rows.orderBy('day', 'desc') : rows.orderBy('position')
  const { page = 1, perPage } = wanted
  const byId = ordered.orderBy('id')
  return perPage ? byId.limit(perPage).offset((page - 1) * perPage) : byId
}

export async function toEntities<Type extends ContentType>(
  queries: Queries,
  type: Type,
  records: { id: number; parts: Parts }[],
  language: Language,
): Promise<EntityOf<Type>[]> {
  const { hasId, shape } = definitionOf(type)
  const pictures = await picturesNamedIn(queries, records)
  return records.map(({ id, parts }) => {
    const values = valuesIn(type, parts, language, pictures)
    const entity = shape ? shape({ id, ...values }, parts) : { ...(hasId && { id }), ...values }
    return entity as EntityOf<Type>
  })
}

export function valuesIn(type: ContentType, parts: Parts, language: Language, pictures: KnownPictures) {
  const values: Record<string, unknown> = {}
  for (const field of definitionOf(type).fields) {
    const value = parts[field.in === SHARED ? SHARED : language][field.name] ?? null
    values[field.name] = shownValue(field, value, language, pictures)
  }
  return values
}

function shownValue(
  { kind, isRequired, fixedPages }: FieldModel,
  value: FieldValue,
  language: Language,
  pictures: KnownPictures,
) {
  if (kind === 'picture' && value) return shownAt((value as Picture)[language], language, pictures).url
  if (kind === 'pictures')
    return ((value ?? []) as Picture[]).map((picture) => ({
      ...shownAt(picture[language], language, pictures),
      ...(picture.words && { alt: picture.words[language] }),
    }))
  if (kind === 'article') return shownArticle(String(value ?? ''), language, pictures)
  if (kind === 'menu') return shownMenu((value ?? []) as MenuEntry[], language, fixedPages)
  if (kind === 'landing-sections') return sectionsIn((value ?? []) as Section[], language, pictures)
  return !isRequired && !Array.isArray(value) && isBlank(value) ? null : value
}

/** A draft is shown without its unfinished entries. */
const shownMenu = (entries: readonly MenuEntry[], language: Language, fixedPages: FixedPages = {}): MenuLink[] =>
  entries
    .map(({ page, to, label }) => ({
      ...(page && { page }),
      to: targetOf({ page, to }, fixedPages),
      label: withoutUnseen(label[language]),
    }))
    .filter(({ to, label }) => isTarget(to) && !isUnseen(label))

/** By the words of the language, which are a field of their own. */
const sectionsIn = (sections: Section[], language: Language, pictures: KnownPictures) => (words: SectionWords) =>
  shownSections(sections, {
    words,
    pictureOf: (picture) => shownAt(picture[language], language, pictures),
    proseOf: parseMarkdown,
  })

/** First in a transaction that may publish something: other writers wait until it ends. */
export async function lockPublished(queries: Queries): Promise<void> {
  await queries
    .updateTable('content_version')
    .set(({ ref }) => ({ version: ref('version') }))
    .execute()
}

/** Every process serves the new version within a second. */
export async function beginVersion(queries: Queries, now: Date): Promise<void> {
  const version = { version: randomUUID(), loaded_at: now.toISOString() }
  await queries
    .insertInto('content_version')
    .values({ id: 1, ...version })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(version))
    .execute()
}
