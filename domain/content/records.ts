import { sql } from 'kysely'
import type { SectionWords } from '#contract/landing-pages.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { foldLetters } from '#texts/spelling.ts'
import { recordInAuditTrail } from '../platform/audit-trail.ts'
import type { Queries, Row } from '../platform/database/database.ts'
import { type Behind, changesSince } from './behind.ts'
import { lacksWords } from './landing-sections.ts'
import { isLanguagePart, mapParts, translatedFields, wholePart } from './parts.ts'
import { isBlank } from './same-text.ts'
import type { Fields, IsAddress, Part, Parts } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

export interface Editing {
  author: string
  now: Date
  /** Without it, dead addresses go unnoticed. */
  isAddress?: IsAddress | undefined
}

type RecordRow = Row<'content_records'> & { type: ContentType }
export type PartRow = Row<'content_parts'>
export type RevisionRow = Row<'content_revisions'>

export async function readRecord(queries: Queries, type: ContentType, id: number): Promise<ContentRecord | undefined> {
  const stored = await readStored(queries, type, id)
  return stored && toRecord(stored)
}

/** A record that is not stored yet; the first letter stores it. */
export function blankRecord(type: ContentType, now: Date): ContentRecord {
  const changedAt = now.toISOString()
  const parts = mapParts((part) => ({
    version: FIRST_VERSION,
    fields: wholePart(type, part, {}),
    isDraft: true,
    number: FIRST_VERSION,
    author: null,
    changedAt,
    published: null,
    scheduled: null,
    isMissing: false,
    behind: [],
  }))
  return { type, id: 0, isPublished: false, createdAt: changedAt, changedAt, parts }
}

export const FIRST_VERSION = 1

export const currentParts = ({ parts }: ContentRecord): Parts => mapParts((part) => parts[part].fields)

export interface SeenPart {
  part: Part
  version: number
}

export const isOutdated = ({ parts }: StoredRecord, seen: SeenPart[]) =>
  seen.some(({ part, version }) => parts[part].row.version !== version)

export type Saved =
  | { kind: 'saved'; record: ContentRecord }
  | { kind: 'conflict'; record: ContentRecord }
  | { kind: 'unknown' }

export type Change<Wanted, Result = Saved> = (
  queries: Queries,
  type: ContentType,
  id: number,
  wanted: Wanted,
  editing: Editing,
) => Promise<Result>

export async function savedRecord(queries: Queries, type: ContentType, id: number): Promise<Saved> {
  return { kind: 'saved', record: (await readRecord(queries, type, id)) as ContentRecord }
}

interface StoredRevision {
  number: number
  fields: Fields
  row: RevisionRow
}

interface StoredPart {
  row: PartRow
  current: StoredRevision
  published: StoredRevision | null
  scheduled: StoredRevision | null
  behind: Behind
  caughtUp: string[]
}

export interface StoredRecord {
  record: RecordRow
  parts: Record<Part, StoredPart>
}

/** Locks the record until the transaction ends. */
export async function lockAndRead(queries: Queries, type: ContentType, id: number): Promise<StoredRecord | undefined> {
  await queries
    .updateTable('content_records')
    .set({ changed_at: sql`changed_at` })
    .where((row) => row.and({ type, id }))
    .execute()
  return readStored(queries, type, id)
}

async function readStored(queries: Queries, type: ContentType, id: number): Promise<StoredRecord | undefined> {
  const record = await queries
    .selectFrom('content_records')
    .selectAll()
    .where((row) => row.and({ type, id }))
    .executeTakeFirst()
  if (!record) return undefined
  const rows = await selectParts(queries, type, id)
  const numbers = rows.flatMap(({ published_number, draft_number, scheduled_number }) =>
    [published_number, draft_number, scheduled_number].filter((number) => number !== null),
  )
  const revisions = await queries
    .selectFrom('content_revisions')
    .selectAll()
    .where((row) => row.and({ type, record_id: id }))
    .where('number', 'in', [...new Set(numbers)])
    .execute()
  const parts = mapParts((part) => {
    const row = rows.find((each) => each.part === part) as PartRow
    const find = (number: number | null): StoredRevision | null => {
      const found = revisions.find((each) => each.part === part && each.number === number)
      return found
        ? { number: found.number, fields: wholePart(type, part, JSON.parse(found.fields)), row: found }
        : null
    }
    const published = find(row.published_number)
    return {
      row,
      published,
      current: (find(row.draft_number) ?? published) as StoredRevision,
      scheduled: find(row.scheduled_number),
      behind: JSON.parse(row.behind) as Behind,
      caughtUp: JSON.parse(row.caught_up) as string[],
    }
  })
  return { record: { ...record, type }, parts }
}

export function selectParts(queries: Queries, type: ContentType, id: number) {
  return queries.selectFrom('content_parts').selectAll().where('type', '=', type).where('record_id', '=', id).execute()
}

export type ContentRecord = ReturnType<typeof toRecord>

export function toRecord({ record, parts }: StoredRecord) {
  const current = inEachLanguage((language) => parts[language].current.fields)
  return {
    type: record.type,
    id: record.id,
    isPublished: record.is_published === 1,
    createdAt: record.created_at,
    changedAt: record.changed_at,
    parts: mapParts((part) => {
      const { row, current: written, published, scheduled, behind } = parts[part]
      return {
        version: row.version,
        fields: written.fields,
        isDraft: row.draft_number !== null,
        number: written.number,
        author: written.row.author_id,
        changedAt: written.row.changed_at,
        published: published && {
          number: published.number,
          fields: published.fields,
          at: published.row.published_at,
        },
        scheduled: scheduled && {
          number: scheduled.number,
          fields: scheduled.fields,
          at: row.publish_at as string,
          by: row.scheduled_by,
        },
        isMissing: row.is_missing === 1,
        behind: changesSince(behind, current),
      }
    }),
  }
}

export async function changeRecord(
  queries: Queries,
  type: ContentType,
  id: number,
  changes: Partial<RecordRow>,
): Promise<void> {
  await queries.updateTable('content_records').set(changes).where('type', '=', type).where('id', '=', id).execute()
}

export async function changePart(
  queries: Queries,
  type: ContentType,
  id: number,
  part: Part,
  changes: Partial<PartRow>,
): Promise<void> {
  await queries
    .updateTable('content_parts')
    .set(changes)
    .where((row) => row.and({ type, record_id: id, part }))
    .execute()
}

export function titleOf(type: ContentType, part: Part, fields: Fields) {
  const title = isLanguagePart(part) ? String(fields[definitionOf(type).titleField] ?? '') : ''
  return { title, words: foldLetters(title) }
}

export function isMissing(type: ContentType, language: Language, texts: Record<Language, Fields>): boolean {
  return translatedFields(type).some(({ name, kind }) =>
    LANGUAGES.some((other) => {
      const [own, others] = [texts[language][name], texts[other][name]]
      if (kind === 'landing-words') return lacksWords((own ?? {}) as SectionWords, (others ?? {}) as SectionWords)
      return isBlank(own) && !isBlank(others)
    }),
  )
}

export const UP_TO_DATE = { is_behind: 0, behind: '{}', caught_up: '[]' } as const
export const NO_SCHEDULE = { scheduled_number: null, publish_at: null, scheduled_by: null }

export async function endSchedule(queries: Queries, { record: { type, id }, parts }: StoredRecord, part: Part) {
  await changePart(queries, type, id, part, { ...NO_SCHEDULE, version: parts[part].row.version + 1 })
}

/** Tells the person who scheduled it why nothing was published. */
export async function recordScheduleEnd(
  queries: Queries,
  { type, id }: { type: ContentType; id: number },
  actor: string,
  now: Date,
): Promise<void> {
  await recordInAuditTrail(queries, { action: 'content.schedule-ended', actor, subject: `${type}/${id}` }, now)
}
