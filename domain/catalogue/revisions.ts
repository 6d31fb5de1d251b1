import { type Selectable, sql } from 'kysely'
import { foldLetters } from '#contract/forgiving-spelling.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { recordInAuditTrail } from '../audit-trail.ts'
import type { Queries } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'
import { findPicture } from '../pictures/pictures.ts'
import { type Behind, type ChangeSince, changesSince, confirm, followChanges, isBehind } from './behind.ts'
import {
  CONTENT_MODEL,
  type ContentType,
  type Fields,
  fieldsOfPart,
  isLanguagePart,
  PARTS,
  type Part,
  type Parts,
  type Picture,
  wholePart,
  writtenFields,
} from './content-model.ts'
import { lockPublished } from './published.ts'
import { isBlank, isSame } from './same-text.ts'

/** Who writes, and when. */
export interface Editing {
  author: string
  now: Date
}

/** A part of a record as it stands: what was written last, and what of it is published. */
interface ContentPart {
  /** To be given back with a change. */
  version: number
  /** What was written last. */
  fields: Fields
  isDraft: boolean
  /** The number of the revision that holds it. */
  number: number
  author: string | null
  changedAt: string
  published: { number: number; fields: Fields; at: string | null } | null
  scheduled: { number: number; fields: Fields; at: string; by: string | null } | null
  /** Something stands in another language and not here. */
  isMissing: boolean
  /** What the other languages say differently since this one was written. */
  behind: ChangeSince[]
}

export interface ContentRecord {
  type: ContentType
  id: number
  isPublished: boolean
  createdAt: string
  changedAt: string
  parts: Record<Part, ContentPart>
}

type RecordRow = Selectable<Tables['content_records']>
type PartRow = Selectable<Tables['content_parts']>
type RevisionRow = Selectable<Tables['content_revisions']>

export async function readRecord(queries: Queries, type: ContentType, id: number): Promise<ContentRecord | undefined> {
  const stored = await readStored(queries, type, id)
  return stored && toRecord(stored)
}

/** What was written last, or what is published, of every part. */
export const currentParts = ({ parts }: ContentRecord): Parts => mapParts((part) => parts[part].fields)

export function mapParts<Result>(make: (part: Part) => Result): Record<Part, Result> {
  return Object.fromEntries(PARTS.map((part) => [part, make(part)])) as Record<Part, Result>
}

const FIRST = 1

/** A new record, which nobody sees until it is published. */
export async function createRecord(queries: Queries, type: ContentType, { author, now }: Editing): Promise<number> {
  const moment = now.toISOString()
  // Two people who begin at once get two ids.
  await lockPublished(queries)
  const { id, position } = await nextPlace(queries, type)
  await queries
    .insertInto('content_records')
    .values({ type, id, position, is_published: 0, created_at: moment, changed_at: moment })
    .execute()
  for (const part of PARTS) {
    await queries
      .insertInto('content_parts')
      .values({
        type,
        record_id: id,
        part,
        version: FIRST,
        draft_number: FIRST,
        title: '',
        words: '',
        is_missing: 0,
        is_behind: 0,
        behind: '{}',
        caught_up: '[]',
      })
      .execute()
    await insertRevision(
      queries,
      { type, id, part },
      { number: FIRST, fields: wholePart(type, part, {}), author, moment },
    )
  }
  return id
}

interface NewRevision {
  number: number
  fields: Fields
  /** Null where it came from the files. */
  author: string | null
  moment: string
  isSmall?: boolean
  isPublished?: boolean
  restoredFrom?: number | undefined
}

async function insertRevision(
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

/** After all that there are. Its number. */
export async function addRevision(
  queries: Queries,
  place: { type: ContentType; id: number; part: Part },
  revision: Omit<NewRevision, 'number'>,
): Promise<number> {
  const number = await nextNumber(queries, place.type, place.id, place.part)
  await insertRevision(queries, place, { ...revision, number })
  return number
}

/** An id is part of an address, and is given once: boards and bookmarks know a job by it long after it is gone. */
async function nextPlace(queries: Queries, type: ContentType) {
  const last = await queries
    .selectFrom('content_records')
    .where('type', '=', type)
    .select(({ fn }) => [fn.max('id').as('id'), fn.max('position').as('position')])
    .executeTakeFirst()
  const lastJob =
    type === 'jobs'
      ? await queries
          .selectFrom('job_requisitions')
          .select(({ fn }) => fn.max('job_id').as('id'))
          .executeTakeFirst()
      : undefined
  return { id: Math.max(last?.id ?? 0, lastJob?.id ?? 0) + 1, position: (last?.position ?? -1) + 1 }
}

/** New text of one part; fields that are left out stay as they are. */
interface PartChange {
  part: Part
  /** What the editor began from. */
  version: number
  fields: Partial<Fields>
  isSmall?: boolean | undefined
}

/** A part as somebody has it before them. */
export interface SeenPart {
  part: Part
  version: number
}

/** Somebody has changed one of them since. */
export const isOutdated = ({ parts }: StoredRecord, seen: SeenPart[]) =>
  seen.some(({ part, version }) => parts[part].row.version !== version)

export type Saved =
  | { kind: 'saved'; record: ContentRecord }
  | { kind: 'conflict'; record: ContentRecord }
  | { kind: 'unknown' }

/** Writes drafts: what visitors read stays as it is, and so does every part that is not named. All of it or, in a conflict, nothing. */
export async function saveDraft(
  queries: Queries,
  type: ContentType,
  id: number,
  changes: PartChange[],
  editing: Editing,
): Promise<Saved> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  const wanted = changes.map(({ part, version, fields, isSmall = false }) => {
    const { row, current } = stored.parts[part]
    const after = wholePart(type, part, { ...current.fields, ...fields })
    // Whoever wants what is there already is in nobody's way.
    return { part, after, isSmall, isConflict: version !== row.version && !areSame(after, current.fields) }
  })
  if (wanted.some(({ isConflict }) => isConflict)) return { kind: 'conflict', record: toRecord(stored) }
  await applyChanges(queries, stored, wanted, editing)
  return savedRecord(queries, type, id)
}

/** What is published counts again; what was written since stays in the history. Nobody publishes it later: its own schedule ends. */
export async function discardDraft(
  queries: Queries,
  type: ContentType,
  id: number,
  wanted: SeenPart[],
  editing: Editing,
): Promise<Saved> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, wanted)) return { kind: 'conflict', record: toRecord(stored) }
  const changes = wanted.flatMap(({ part }) => {
    const { published } = stored.parts[part]
    return published ? [{ part, after: published.fields, isSmall: false }] : []
  })
  await applyChanges(queries, stored, changes, editing)
  const scheduled = changes.filter(({ part }) => {
    const { scheduled_number, draft_number } = stored.parts[part].row
    return scheduled_number !== null && scheduled_number === draft_number
  })
  for (const { part } of scheduled) await endSchedule(queries, stored, part)
  if (scheduled.length > 0) await recordScheduleEnd(queries, stored.record, editing.author, editing.now)
  return savedRecord(queries, type, id)
}

/** Pictures that were deleted since are left out, and counted. */
export async function restoreRevision(
  queries: Queries,
  type: ContentType,
  id: number,
  { part, number, version }: { part: Part; number: number; version: number },
  editing: Editing,
): Promise<Saved & { missingPictures: number }> {
  const stored = await lockAndRead(queries, type, id)
  const revision = stored && (await readRevision(queries, type, id, part, number))
  if (!stored || !revision) return { kind: 'unknown', missingPictures: 0 }
  if (stored.parts[part].row.version !== version)
    return { kind: 'conflict', record: toRecord(stored), missingPictures: 0 }
  const { fields, missingPictures } = await withoutDeletedPictures(queries, type, part, revision.fields)
  const after = wholePart(type, part, fields)
  await applyChanges(queries, stored, [{ part, after, isSmall: false, restoredFrom: number }], editing)
  return { ...(await savedRecord(queries, type, id)), missingPictures }
}

async function withoutDeletedPictures(queries: Queries, type: ContentType, part: Part, fields: Fields) {
  const isThere = async (picture: Picture) => {
    const ids = Object.values(picture).flatMap((address) => readPictureAddress(String(address))?.id ?? [])
    for (const id of new Set(ids)) if (!(await findPicture(queries, id))) return false
    return true
  }
  const kept = { ...fields }
  let missingPictures = 0
  for (const { name, kind } of fieldsOfPart(type, part)) {
    if (kind !== 'picture' && kind !== 'pictures') continue
    const pictures = [(fields[name] ?? []) as Picture | Picture[]].flat()
    const left: Picture[] = []
    for (const picture of pictures) if (await isThere(picture)) left.push(picture)
    missingPictures += pictures.length - left.length
    kept[name] = kind === 'pictures' ? left : (left[0] ?? null)
  }
  return { fields: kept, missingPictures }
}

/** "Still right": a language keeps up with the others as it is, in these fields. Only of texts that were compared. */
export async function confirmLanguage(
  queries: Queries,
  type: ContentType,
  id: number,
  { language, fields, seen }: { language: Language; fields: string[]; seen: SeenPart[] },
): Promise<Saved> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  const behind = confirm(stored.parts[language].behind, fields)
  await changePart(queries, type, id, language, {
    behind: JSON.stringify(behind),
    is_behind: isBehind(behind) ? 1 : 0,
  })
  return savedRecord(queries, type, id)
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

/** The newest first. */
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

type Removed =
  | { kind: 'removed' }
  | { kind: 'unknown' | 'wasPublished' | 'written' }
  | { kind: 'conflict'; record: ContentRecord }

/** For good, and only what was never on the site: as it was seen, or where nobody has written anything in it. */
export async function removeRecord(
  queries: Queries,
  type: ContentType,
  id: number,
  seen: SeenPart[] | 'unwritten',
): Promise<Removed> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  const record = toRecord(stored)
  if (seen === 'unwritten') {
    if (!isUnwritten(record)) return { kind: 'written' }
  } else if (isOutdated(stored, seen)) return { kind: 'conflict', record }
  const published = await queries
    .selectFrom('content_revisions')
    .select('number')
    .where('type', '=', type)
    .where('record_id', '=', id)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (published) return { kind: 'wasPublished' }
  await queries.deleteFrom('content_records').where('type', '=', type).where('id', '=', id).execute()
  return { kind: 'removed' }
}

const isUnwritten = ({ isPublished, parts }: ContentRecord) =>
  !isPublished && PARTS.every((part) => Object.values(parts[part].fields).every(isBlank))

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

/** Until the transaction ends nobody else changes this record. */
export async function lockAndRead(queries: Queries, type: ContentType, id: number): Promise<StoredRecord | undefined> {
  await queries
    .updateTable('content_records')
    .set({ changed_at: sql`changed_at` })
    .where('type', '=', type)
    .where('id', '=', id)
    .execute()
  return readStored(queries, type, id)
}

async function readStored(queries: Queries, type: ContentType, id: number): Promise<StoredRecord | undefined> {
  const record = await queries
    .selectFrom('content_records')
    .selectAll()
    .where('type', '=', type)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!record) return undefined
  const rows = await selectParts(queries, type, id)
  const numbers = rows.flatMap(({ published_number, draft_number, scheduled_number }) =>
    [published_number, draft_number, scheduled_number].filter((number) => number !== null),
  )
  const revisions = await queries
    .selectFrom('content_revisions')
    .selectAll()
    .where('type', '=', type)
    .where('record_id', '=', id)
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
  return { record, parts }
}

function selectParts(queries: Queries, type: ContentType, id: number) {
  return queries.selectFrom('content_parts').selectAll().where('type', '=', type).where('record_id', '=', id).execute()
}

export function toRecord({ record, parts }: StoredRecord): ContentRecord {
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

interface AppliedChange {
  part: Part
  after: Fields
  isSmall: boolean
  restoredFrom?: number
}

async function applyChanges(queries: Queries, stored: StoredRecord, changes: AppliedChange[], editing: Editing) {
  const { type, id } = stored.record
  const changed = changes.filter(({ part, after }) => !areSame(after, stored.parts[part].current.fields))
  if (changed.length === 0) return
  const changeOf = (part: Part) => changed.find((each) => each.part === part)
  const afterOf = (part: Part) => changeOf(part)?.after ?? stored.parts[part].current.fields

  const states = LANGUAGES.map((language) => {
    const { row, current, behind, caughtUp } = stored.parts[language]
    return {
      language,
      before: current.fields,
      after: afterOf(language),
      behind,
      caughtUp: row.draft_number === null ? [] : caughtUp,
      isSmall: changeOf(language)?.isSmall ?? false,
    }
  })
  const texts = Object.fromEntries(states.map(({ language, after }) => [language, after])) as Record<Language, Fields>
  for (const { language, behind, caughtUp } of followChanges(states, writtenFields(type)))
    await changePart(queries, type, id, language, {
      behind: JSON.stringify(behind),
      is_behind: isBehind(behind) ? 1 : 0,
      caught_up: JSON.stringify(caughtUp),
      is_missing: isMissing(type, language, texts) ? 1 : 0,
    })

  for (const change of changed) {
    const { part, after } = change
    const { row, published } = stored.parts[part]
    const isAsPublished = published !== null && areSame(after, published.fields)
    const draft_number = isAsPublished ? null : await writeRevision(queries, stored, change, editing)
    await changePart(queries, type, id, part, {
      version: row.version + 1,
      draft_number,
      ...titleOf(type, part, after),
    })
  }
  await queries
    .updateTable('content_records')
    .set({ changed_at: editing.now.toISOString() })
    .where('type', '=', type)
    .where('id', '=', id)
    .execute()
}

/** Long enough for one sitting at one text: the history shows what somebody wrote, not every pause in it. */
const SAME_SITTING_MILLISECONDS = 10 * 60_000

/** Goes on with the draft of the same person, or begins another. Its number. */
async function writeRevision(
  queries: Queries,
  { record: { type, id }, parts }: StoredRecord,
  { part, after, isSmall, restoredFrom }: AppliedChange,
  { author, now }: Editing,
): Promise<number> {
  const { row, current } = parts[part]
  const moment = now.toISOString()
  const goesOn =
    row.draft_number !== null &&
    row.draft_number !== row.scheduled_number &&
    // What was on the site stays in the history as it was, also once it is taken away.
    current.row.published_at === null &&
    restoredFrom === undefined &&
    current.row.author_id === author &&
    now.getTime() - Date.parse(current.row.created_at) < SAME_SITTING_MILLISECONDS
  if (goesOn) {
    const wasSmall = current.row.is_small === 1
    await queries
      .updateTable('content_revisions')
      .set({ fields: JSON.stringify(after), changed_at: moment, is_small: wasSmall && isSmall ? 1 : 0 })
      .where('type', '=', type)
      .where('record_id', '=', id)
      .where('part', '=', part)
      .where('number', '=', current.number)
      .execute()
    return current.number
  }
  return addRevision(queries, { type, id, part }, { fields: after, author, moment, isSmall, restoredFrom })
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
    .where('type', '=', type)
    .where('record_id', '=', id)
    .where('part', '=', part)
    .execute()
}

export const NO_SCHEDULE = { scheduled_number: null, publish_at: null, scheduled_by: null }

export async function endSchedule(queries: Queries, { record: { type, id }, parts }: StoredRecord, part: Part) {
  await changePart(queries, type, id, part, { ...NO_SCHEDULE, version: parts[part].row.version + 1 })
}

/** Nobody took it back, so that whoever made it can find out why nothing went out. */
export async function recordScheduleEnd(
  queries: Queries,
  { type, id }: { type: ContentType; id: number },
  actor: string,
  now: Date,
): Promise<void> {
  await recordInAuditTrail(queries, { action: 'content.schedule-ended', actor, subject: `${type}/${id}` }, now)
}

async function savedRecord(queries: Queries, type: ContentType, id: number): Promise<Saved> {
  return { kind: 'saved', record: (await readRecord(queries, type, id)) as ContentRecord }
}

export function titleOf(type: ContentType, part: Part, fields: Fields) {
  const title = isLanguagePart(part) ? String(fields[CONTENT_MODEL[type].titleField] ?? '') : ''
  return { title, words: foldLetters(title) }
}

export const areSame = (one: Fields, other: Fields) =>
  Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]))

export function isMissing(type: ContentType, language: Language, texts: Record<Language, Fields>): boolean {
  return writtenFields(type).some(
    ({ name }) => isBlank(texts[language][name]) && LANGUAGES.some((other) => !isBlank(texts[other][name])),
  )
}
