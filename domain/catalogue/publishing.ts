import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { recordInAuditTrail, SERVER } from '../audit-trail.ts'
import { calendarDay, daysAfter } from '../calendar.ts'
import type { Database, Queries } from '../database/connection.ts'
import { findPicture } from '../pictures/pictures.ts'
import { leaveAsDraft } from './adopt-content.ts'
import { type Check, checkRecord, type IsAddress, inFileForm, isPublishable, picturesIn } from './checks.ts'
import {
  CONTENT_MODEL,
  type ContentType,
  composeRecord,
  type Fields,
  isLanguagePart,
  PARTS,
  type Part,
  type Parts,
  SHARED,
  wholePart,
} from './content-model.ts'
import { isFactType } from './facts.ts'
import { partsWithRevisions } from './parts-with-revisions.ts'
import {
  beginVersion,
  companyTimeZone,
  lockPublished,
  noticeJobsOfToday,
  putAllPublished,
  putInOrder,
  putPublished,
  removePublished,
} from './published.ts'
import { type Placed, publishedRecords } from './published-records.ts'
import {
  addRevision,
  areSame,
  type ContentRecord,
  changePart,
  currentParts,
  type Editing,
  endSchedule,
  isOutdated,
  lockAndRead,
  mapParts,
  NO_SCHEDULE,
  readRecord,
  recordScheduleEnd,
  type Saved,
  type SeenPart,
  type StoredRecord,
  toRecord,
} from './revisions.ts'
import { isSame } from './same-text.ts'

type Scheduled =
  | { kind: 'scheduled'; record: ContentRecord }
  | { kind: 'blocked'; checks: Check[] }
  | { kind: 'conflict'; record: ContentRecord }
  | { kind: 'unknown' }

/** What was to be published later, and is older than what is published now. */
interface EndedSchedule {
  part: Part
  number: number
  at: string
}

export type Published =
  | { kind: 'published'; record: ContentRecord; endedSchedules: EndedSchedule[] }
  | Exclude<Scheduled, { kind: 'scheduled' }>

/** What would keep a record, as it was written last, from being published, and what is to be thought of. */
export async function checksOf(
  queries: Queries,
  record: ContentRecord,
  now: Date,
  isAddress?: IsAddress,
): Promise<Check[]> {
  return checkParts(queries, record.type, record.id, currentParts(record), now, isAddress)
}

/** Puts drafts on the site: these parts of the record, with the others as they are published. */
export async function publishDrafts(
  queries: Queries,
  type: ContentType,
  id: number,
  wanted: SeenPart[],
  { author, now }: Editing,
): Promise<Published> {
  await beginVersion(queries, now)
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, wanted)) return { kind: 'conflict', record: toRecord(stored) }
  const numbers = new Map(wanted.map(({ part }) => [part, stored.parts[part].current.number]))
  const { checks, endedSchedules } = await publishNumbers(queries, stored, numbers, now)
  if (!isPublishable(checks)) return { kind: 'blocked', checks }
  await noticeJobsOfToday(queries, now)
  if (endedSchedules.length > 0) await recordScheduleEnd(queries, stored.record, author, now)
  return { kind: 'published', record: (await readRecord(queries, type, id)) as ContentRecord, endedSchedules }
}

/**
 * What is written now is published at that moment; what is written until then waits for its own. Where something newer is published before,
 * the schedule ends: it never undoes what was published after it was made.
 */
export async function schedule(
  queries: Queries,
  type: ContentType,
  id: number,
  { wanted, at, by }: { wanted: SeenPart[]; at: Date; by: string },
  now: Date,
): Promise<Scheduled> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, wanted)) return { kind: 'conflict', record: toRecord(stored) }
  const parts = partsWith(stored, new Map(wanted.map(({ part }) => [part, stored.parts[part].current.number])))
  const checks = await checkParts(queries, type, id, parts, now)
  if (!isPublishable(checks)) return { kind: 'blocked', checks }
  for (const { part } of wanted)
    await changePart(queries, type, id, part, {
      scheduled_number: stored.parts[part].current.number,
      publish_at: at.toISOString(),
      scheduled_by: by,
      version: stored.parts[part].row.version + 1,
    })
  return { kind: 'scheduled', record: (await readRecord(queries, type, id)) as ContentRecord }
}

export async function unschedule(queries: Queries, type: ContentType, id: number, seen: SeenPart[]): Promise<Saved> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  for (const part of PARTS) if (stored.parts[part].row.publish_at) await endSchedule(queries, stored, part)
  return { kind: 'saved', record: (await readRecord(queries, type, id)) as ContentRecord }
}

/** What is due is published by whichever process looks first; a restart or a second process changes nothing. */
export async function publishDue(
  database: Database,
  now: Date,
  isHeldBack: (record: string) => boolean = () => false,
): Promise<DueRecord[]> {
  const due = await dueRecords(database.queries, now)
  return Promise.all(
    due
      .map(({ type, record_id }) => ({ type, id: record_id, record: `${type}/${record_id}` }))
      .filter(({ record }) => !isHeldBack(record))
      .map(({ type, id, record }) =>
        database
          .write((queries) => publishRecordDue(queries, type, id, now))
          .then(
            () => ({ record }),
            (error: unknown) => ({ record, error }),
          ),
      ),
  )
}

/** What was tried, like `jobs/3`, and why it could not be done now. */
export interface DueRecord {
  record: string
  error?: unknown
}

async function publishRecordDue(queries: Queries, type: ContentType, id: number, now: Date) {
  await lockPublished(queries)
  const stored = await lockAndRead(queries, type, id)
  const due = stored ? PARTS.filter((part) => isDue(stored, part, now)) : []
  if (!stored || due.length === 0) return
  // Kept from a release in which a schedule outlived a newer publishing.
  const overtaken = due.filter((part) => isOvertaken(stored, part))
  for (const part of overtaken) await endSchedule(queries, stored, part)
  const parts = due.filter((part) => !overtaken.includes(part))
  if (parts.length > 0) await publishParts(queries, stored, parts, now)
  if (overtaken.length > 0) await recordScheduleEnd(queries, stored.record, SERVER, now)
}

async function publishParts(queries: Queries, stored: StoredRecord, parts: Part[], now: Date) {
  const { type, id } = stored.record
  const numbers = new Map(parts.map((part) => [part, stored.parts[part].row.scheduled_number as number]))
  const { checks } = await publishNumbers(queries, stored, numbers, now)
  const isPublished = isPublishable(checks)
  if (isPublished) await beginVersion(queries, now)
  // What became wrong since it was scheduled waits for an editor.
  else for (const part of parts) await endSchedule(queries, stored, part)
  await noticeJobsOfToday(queries, now)
  const action = isPublished ? 'content.publish' : 'content.publish-blocked'
  await recordInAuditTrail(queries, { action, actor: SERVER, subject: `${type}/${id}` }, now)
}

const isDue = ({ parts }: StoredRecord, part: Part, now: Date) => {
  const { publish_at } = parts[part].row
  return publish_at !== null && publish_at <= now.toISOString()
}

const isOvertaken = ({ parts }: StoredRecord, part: Part) => {
  const { scheduled_number, published_number } = parts[part].row
  return (scheduled_number ?? 0) < (published_number ?? 0)
}

async function dueRecords(queries: Queries, now: Date) {
  return queries
    .selectFrom('content_parts')
    .select(['type', 'record_id'])
    .distinct()
    .where('publish_at', '<=', now.toISOString())
    .execute()
}

type Unpublished =
  | { kind: 'unpublished'; record: ContentRecord }
  | { kind: 'closed'; record: ContentRecord }
  | { kind: 'conflict'; record: ContentRecord }
  | { kind: 'unknown' }
  | { kind: 'single' }

/** Takes a record from the site. A job that somebody applied for is closed instead: their applications are about it. */
export async function unpublish(
  queries: Queries,
  type: ContentType,
  id: number,
  seen: SeenPart[],
  editing: Editing,
): Promise<Unpublished> {
  if (CONTENT_MODEL[type].isSingle) return { kind: 'single' }
  await beginVersion(queries, editing.now)
  const stored = await lockAndRead(queries, type, id)
  if (stored?.record.is_published !== 1) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  const isClosed = type === 'jobs' && (await hasApplications(queries, id))
  if (isClosed) await closeJob(queries, stored, editing)
  else {
    await leaveAsDraft(queries, type, id, editing.author)
    if (type === 'reviews' || type === 'team') await putPublishedList(queries, type)
    else if (!isFactType(type)) await removePublished(queries, type, id)
  }
  await noticeJobsOfToday(queries, editing.now)
  const record = (await readRecord(queries, type, id)) as ContentRecord
  return { kind: isClosed ? 'closed' : 'unpublished', record }
}

/** Puts all records of a type in this order; false if they are not all of them, each once, or stand in another order than was seen. */
export async function putRecordsInOrder(
  queries: Queries,
  type: ContentType,
  { ids, seen }: { ids: number[]; seen: number[] },
  { author, now }: Editing,
): Promise<boolean> {
  await beginVersion(queries, now)
  const rows = await queries
    .selectFrom('content_records')
    .select('id')
    .where('type', '=', type)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (rows.map(({ id }) => id).join() !== seen.join()) return false
  const known = new Set(rows.map(({ id }) => id))
  if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id))) return false
  for (const [position, id] of ids.entries())
    await queries
      .updateTable('content_records')
      .set({ position, ordered_by: author })
      .where('type', '=', type)
      .where('id', '=', id)
      .execute()
  if (type === 'reviews' || type === 'team') await putPublishedList(queries, type)
  else if (type !== 'projects' && type !== 'contact-info' && !isFactType(type)) await putInOrder(queries, type, ids)
  return true
}

/** A record as it would be with these revisions published; what it never had is blank. */
function partsWith({ record: { type }, parts }: StoredRecord, numbers: Map<Part, number>): Parts {
  return mapParts((part) => {
    const { current, published, scheduled } = parts[part]
    const wanted = [current, scheduled].find((each) => each?.number === numbers.get(part))
    return (numbers.has(part) ? wanted : published)?.fields ?? wholePart(type, part, {})
  })
}

/** Publishes these revisions, unless a check is against it. A schedule of an older one ends. */
async function publishNumbers(queries: Queries, stored: StoredRecord, numbers: Map<Part, number>, now: Date) {
  const { type, id, position } = stored.record
  const parts = partsWith(stored, numbers)
  const checks = await checkParts(queries, type, id, parts, now)
  const endedSchedules: EndedSchedule[] = []
  if (!isPublishable(checks)) return { checks, endedSchedules }
  for (const [part, number] of numbers) {
    const { row, current } = stored.parts[part]
    const isLatest = current.number === number || areSame(current.fields, parts[part])
    const isScheduleOver = row.scheduled_number !== null && row.scheduled_number <= number
    if (isScheduleOver && row.scheduled_number !== number)
      endedSchedules.push({ part, number: row.scheduled_number as number, at: row.publish_at as string })
    await queries
      .updateTable('content_revisions')
      .set({ published_at: now.toISOString() })
      .where('type', '=', type)
      .where('record_id', '=', id)
      .where('part', '=', part)
      .where('number', '=', number)
      .execute()
    await changePart(queries, type, id, part, {
      published_number: number,
      ...(isLatest && { draft_number: null, caught_up: '[]' }),
      ...(isScheduleOver && NO_SCHEDULE),
      version: row.version + 1,
    })
  }
  await queries
    .updateTable('content_records')
    .set({ is_published: 1, unpublished_by: null, changed_at: now.toISOString() })
    .where('type', '=', type)
    .where('id', '=', id)
    .execute()
  await putOnSite(queries, type, { id, position, parts })
  return { checks, endedSchedules }
}

async function putOnSite(queries: Queries, type: ContentType, { id, position, parts }: Placed) {
  // Whoever shows a fact reads its published revision.
  if (isFactType(type)) return
  if (type === 'reviews' || type === 'team') return putPublishedList(queries, type)
  await putPublished(queries, type, { id, position, record: composeRecord(type, id, parts) })
  if (type === 'jobs')
    await queries
      .insertInto('job_requisitions')
      .values({ job_id: id, requisition: parts[SHARED].requisition as string })
      .onConflict((conflict) => conflict.column('job_id').doNothing())
      .execute()
}

async function putPublishedList(queries: Queries, type: 'reviews' | 'team') {
  const records = await publishedRecords(queries, type)
  await putAllPublished(
    queries,
    type,
    records.map(({ id, parts }) => composeRecord(type, id, parts)),
  )
}

/** Two of them may not say the same somewhere. */
const COMPARED_TYPES: ContentType[] = ['jobs', 'notes', 'case-studies', 'prices']

async function checkParts(
  queries: Queries,
  type: ContentType,
  id: number,
  parts: Parts,
  now: Date,
  isAddress?: IsAddress,
) {
  const today = calendarDay(now, await companyTimeZone(queries))
  const isJob = type === 'jobs'
  const published = COMPARED_TYPES.includes(type) ? await publishedRecords(queries, type) : []
  const others = isJob ? await respelt(queries, published, parts) : published
  const requisitions = isJob
    ? await queries.selectFrom('job_requisitions').select(['job_id', 'requisition']).execute()
    : []
  const pages = await pagesNamedIn(queries, parts)
  return checkRecord(type, parts, {
    id,
    today,
    others: others.filter((other) => other.id !== id).map((other) => inFileForm(type, other.id, other.parts)),
    requisitions,
    pictures: await uploadedPictures(queries, type, parts),
    hasPage: (other, name) => pages.has(`${other}/${name}`),
    isAddress,
  })
}

/** What two jobs write alike. */
const SPELT_ALIKE = ['team', 'city']

/**
 * A name that several jobs have is respelt in the draft of each, then published one by one: who writes it in their draft as it is wanted
 * here is not against it.
 */
async function respelt(queries: Queries, jobs: Placed[], wanted: Parts): Promise<Placed[]> {
  const drafts = await partsWithRevisions(queries)
    .whereRef('revision.number', '=', 'part.draft_number')
    .select(['part.record_id', 'part.part', 'revision.fields'])
    .where('part.type', '=', 'jobs')
    .where('part.part', 'in', LANGUAGES)
    .execute()
  const written = new Map(
    drafts.map(({ record_id, part, fields }) => [`${record_id} ${part}`, JSON.parse(fields) as Fields]),
  )
  return jobs.map((job) => {
    const draftOf = (language: Language) => written.get(`${job.id} ${language}`) ?? job.parts[language]
    const names = SPELT_ALIKE.filter((name) =>
      LANGUAGES.every((language) => isSame(draftOf(language)[name], wanted[language][name])),
    )
    const inLanguage = (language: Language) => ({
      ...job.parts[language],
      ...Object.fromEntries(names.map((name) => [name, draftOf(language)[name] ?? null])),
    })
    return { ...job, parts: mapParts((part) => (isLanguagePart(part) ? inLanguage(part) : job.parts[part])) }
  })
}

async function uploadedPictures(queries: Queries, type: ContentType, parts: Parts) {
  const ids = picturesIn(type, parts).flatMap(({ address }) => readPictureAddress(address)?.id ?? [])
  const found = await Promise.all([...new Set(ids)].map((id) => findPicture(queries, id)))
  return found.filter((picture) => picture !== undefined)
}

/** Only where a text names an address at all. */
async function pagesNamedIn(queries: Queries, parts: Parts): Promise<Set<string>> {
  const text = JSON.stringify(parts)
  return new Set([...(await pagesWithIdsIn(queries, text)), ...(await pagesWithWordsIn(queries, text))])
}

const TYPES_NAMED_BY_WORD = { '?note=': 'notes', '?study=': 'case-studies' } as const satisfies Record<
  string,
  ContentType
>

async function pagesWithWordsIn(queries: Queries, text: string): Promise<string[]> {
  const types = Object.entries(TYPES_NAMED_BY_WORD).flatMap(([query, type]) => (text.includes(query) ? [type] : []))
  const named = types.map(async (type) => {
    const records = await publishedRecords(queries, type)
    return records.map(({ parts }) => `${type}/${parts[SHARED].slug}`)
  })
  return (await Promise.all(named)).flat()
}

async function pagesWithIdsIn(queries: Queries, text: string): Promise<string[]> {
  const numbers = [...text.matchAll(/\/(\d{1,9})\b/g)].map(([, number]) => Number(number))
  if (numbers.length === 0) return []
  const rows = await queries
    .selectFrom('content_records')
    .select(['type', 'id'])
    .where('id', 'in', [...new Set(numbers)])
    .where('is_published', '=', 1)
    .execute()
  return rows.map(({ type, id }) => `${type}/${id}`)
}

async function hasApplications(queries: Queries, jobId: number) {
  const found = await queries.selectFrom('submissions').select('id').where('job_id', '=', jobId).executeTakeFirst()
  return found !== undefined
}

/** Yesterday was its last day, unless it was closed before. A draft of it, or a schedule, does not open it again. */
async function closeJob(queries: Queries, stored: StoredRecord, { author, now }: Editing) {
  const { type, id, position } = stored.record
  const { row, published, current } = stored.parts[SHARED]
  const yesterday = daysAfter(calendarDay(now, await companyTimeZone(queries)), -1)
  const before = published?.fields ?? {}
  const place = { type, id, part: SHARED } as const
  const revision = { author, moment: now.toISOString() }
  const isOpen = (fields: Fields) => String(fields.closes_on) > yesterday
  const closed = (fields: Fields) => ({ ...fields, closes_on: yesterday })
  const isDraftOpen = row.draft_number !== null && isOpen(current.fields)
  if (isOpen(before)) {
    const fields = closed(before)
    const number = await addRevision(queries, place, { ...revision, fields, isPublished: true })
    await changePart(queries, type, id, SHARED, { published_number: number })
    await putOnSite(queries, type, { id, position, parts: { ...partsWith(stored, new Map()), [SHARED]: fields } })
  }
  if (isDraftOpen) {
    const draft_number = await addRevision(queries, place, { ...revision, fields: closed(current.fields) })
    await changePart(queries, type, id, SHARED, { draft_number })
  }
  await endSchedule(queries, stored, SHARED)
}
