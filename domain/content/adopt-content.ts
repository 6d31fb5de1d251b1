import { DEFAULT_LANGUAGE } from '#texts/languages.ts'
import type { Queries, Row } from '../platform/database/database.ts'
import { areSame, SINGLE_ID, splitRecord } from './parts.ts'
import { type PublishedRecord, putPublished, removePublished } from './published.ts'
import { changePart, changeRecord, isMissing, NO_SCHEDULE, titleOf, UP_TO_DATE } from './records.ts'
import { addRevision, insertRecords, partsWithRevisions } from './revisions.ts'
import { type Fields, PARTS, type Part, type Parts, SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

export type ContentFiles = Record<ContentType, object | object[]>

/** Returns the records whose schedules ended: the files are newer. A draft stays a draft. */
export async function adoptContent(
  queries: Queries,
  content: ContentFiles,
  now: Date,
): Promise<{ type: ContentType; id: number }[]> {
  // Locks the drafts until the transaction ends.
  await queries
    .updateTable('content_records')
    .set(({ ref }) => ({ changed_at: ref('changed_at') }))
    .execute()
  const before = await scheduledParts(queries)
  for (const type of CONTENT_TYPES) await adoptType(queries, type, content, now.toISOString())
  const left = new Set((await scheduledParts(queries)).map(({ type, id, part }) => `${type}/${id}/${part}`))
  const ended = before.filter(({ type, id, part }) => !left.has(`${type}/${id}/${part}`))
  return [...new Map(ended.map(({ type, id }) => [`${type}/${id}`, { type: type as ContentType, id }])).values()]
}

function scheduledParts(queries: Queries) {
  return queries
    .selectFrom('content_parts')
    .select(['type', 'record_id as id', 'part'])
    .where('publish_at', 'is not', null)
    .orderBy('type')
    .orderBy('record_id')
    .orderBy('part')
    .execute()
}

export async function recordsChangedInDesk(queries: Queries, content: ContentFiles): Promise<string[]> {
  const changed: string[] = []
  for (const type of CONTENT_TYPES) {
    const known = await knownRecords(queries, type)
    const fromFiles = withIds(type, content, known)
    const inFile = new Map(fromFiles.map((each) => [each.id, each]))
    for (const record of known.values()) {
      const name = `${type}.json: ${nameOf(record)}`
      const wanted = inFile.get(record.id)
      const own = PARTS.filter((part) => record.parts[part]?.author)
      if (record.isPublished && !wanted && own.length > 0) changed.push(`${name} is not in the file`)
      else if (!record.isPublished && wanted && record.unpublished_by) changed.push(`${name} was taken from the site`)
      else if (record.isPublished && wanted) {
        const fields = own.flatMap((part) =>
          differingFields(part, record.parts[part]?.fields ?? {}, wanted.parts[part]),
        )
        if (fields.length > 0) changed.push(`${name}: ${fields.join(', ')}`)
      }
    }
    const order = [...known.values()].filter(({ isPublished }) => isPublished)
    const fileOrder = fromFiles.map(({ id }) => id).filter((id) => order.some((each) => each.id === id))
    const isMoved = order.some(({ ordered_by }) => ordered_by)
    if (isMoved && fileOrder.join() !== order.map(({ id }) => id).join()) changed.push(`${type}.json: the order`)
  }
  return changed
}

function differingFields(part: Part, one: Fields, other: Fields) {
  return Object.keys(other)
    .filter((name) => !areSame({ [name]: one[name] ?? null }, { [name]: other[name] ?? null }))
    .map((name) => (part === SHARED ? name : `${name}.${part}`))
}

interface FileRecord {
  id: number
  parts: Parts
}

/** A record without an id in the file is the known one with the same text, or else the one in its place. */
function withIds(type: ContentType, content: ContentFiles, known: Map<number, KnownRecord>): FileRecord[] {
  const { isSingle, hasId } = definitionOf(type)
  const records = [content[type]].flat() as { id?: number }[]
  const wanted = records.map((record) => ({ id: record.id, parts: splitRecord(type, record) }))
  if (isSingle) return wanted.map(({ parts }) => ({ id: SINGLE_ID, parts }))
  if (hasId) return wanted.map(({ id, parts }) => ({ id: id as number, parts }))

  const left = [...known.values()].toSorted((one, other) => Number(other.isPublished) - Number(one.isPublished))
  const take = (isMeant: (record: KnownRecord) => boolean) => {
    const index = left.findIndex(isMeant)
    return index < 0 ? undefined : left.splice(index, 1)[0]?.id
  }
  const alike = wanted.map(({ parts }) => take((record) => isAlike(record, parts)))
  let last = Math.max(0, ...known.keys())
  return wanted.map(({ parts }, index) => ({
    id: alike[index] ?? take(({ isPublished }) => isPublished) ?? ++last,
    parts,
  }))
}

const isAlike = (record: KnownRecord, parts: Parts) =>
  PARTS.every((part) => areSame(record.parts[part]?.fields ?? {}, parts[part]))

interface KnownPart {
  fields: Fields
  author: string | null
  draft: number | null
}

interface KnownRecord extends Row<'content_records'> {
  isPublished: boolean
  parts: Partial<Record<Part, KnownPart>>
  title: string
}

const nameOf = ({ id, title }: KnownRecord) => `${title || '?'} (${id})`

async function knownRecords(queries: Queries, type: ContentType): Promise<Map<number, KnownRecord>> {
  const records = await queries
    .selectFrom('content_records')
    .selectAll()
    .where('type', '=', type)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const rows = await partsWithRevisions(queries)
    .where(({ ref, eb, fn }) =>
      eb('revision.number', '=', fn.coalesce(ref('part.published_number'), ref('part.draft_number'))),
    )
    .where('part.type', '=', type)
    .select(['part.record_id', 'part.part', 'part.title', 'part.draft_number', 'revision.fields', 'revision.author_id'])
    .execute()
  const known = new Map<number, KnownRecord>()
  for (const record of records)
    known.set(record.id, { ...record, isPublished: record.is_published === 1, parts: {}, title: '' })
  for (const { record_id, part, title, draft_number, fields, author_id } of rows) {
    const record = known.get(record_id) as KnownRecord
    record.parts[part] = { fields: JSON.parse(fields), author: author_id, draft: draft_number }
    if (part === DEFAULT_LANGUAGE) record.title = title
  }
  return known
}

async function adoptType(queries: Queries, type: ContentType, content: ContentFiles, moment: string) {
  const known = await knownRecords(queries, type)
  const records = withIds(type, content, known)
  const fresh = records.flatMap((record, position) => (known.has(record.id) ? [] : [{ ...record, position }]))
  await insertRecords(queries, type, fresh, { author: null, moment, isPublished: true })
  for (const [position, { id, parts }] of records.entries()) {
    const before = known.get(id)
    if (!before) continue
    const isInPlace = before.position === position && before.isPublished && !before.ordered_by
    if (!isInPlace)
      await changeRecord(queries, type, id, { position, is_published: 1, unpublished_by: null, ordered_by: null })
    if (!before.isPublished || !isAlike(before, parts)) await adoptChanged(queries, type, id, parts, before, moment)
  }
  const wanted = new Set(records.map(({ id }) => id))
  for (const { id, isPublished } of known.values())
    if (isPublished && !wanted.has(id)) await leaveAsDraft(queries, type, id, null)
  await removePublished(queries, type)
  await putPublished(
    queries,
    type,
    records.map((record, position): PublishedRecord => ({ ...record, position })),
  )
}

async function adoptChanged(
  queries: Queries,
  type: ContentType,
  id: number,
  parts: Parts,
  before: KnownRecord,
  moment: string,
) {
  for (const part of PARTS) {
    if (before.isPublished && areSame(before.parts[part]?.fields ?? {}, parts[part])) continue
    const revision = { fields: parts[part], author: null, moment, isPublished: true }
    const number = await addRevision(queries, { type, id, part }, revision)
    const hasDraft = before.isPublished && before.parts[part]?.draft !== null
    await changePart(queries, type, id, part, {
      published_number: number,
      // The files are newer than the scheduled text.
      ...NO_SCHEDULE,
      ...(hasDraft
        ? {}
        : {
            draft_number: null,
            ...titleOf(type, part, parts[part]),
            is_missing: part === SHARED || !isMissing(type, part, parts) ? 0 : 1,
          }),
      ...UP_TO_DATE,
    })
    await queries
      .updateTable('content_parts')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where((row) => row.and({ type, record_id: id, part }))
      .execute()
  }
  await changeRecord(queries, type, id, { changed_at: moment })
}

export async function leaveAsDraft(queries: Queries, type: ContentType, id: number, person: string | null) {
  await queries
    .updateTable('content_parts')
    .set(({ ref, fn, eb }) => ({
      draft_number: fn.coalesce(ref('draft_number'), ref('published_number')),
      published_number: null,
      ...NO_SCHEDULE,
      version: eb('version', '+', 1),
    }))
    .where((row) => row.and({ type, record_id: id }))
    .execute()
  await changeRecord(queries, type, id, { is_published: 0, unpublished_by: person })
}
