import { calendarDay, daysAfter } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { leaveAsDraft } from './adopt-content.ts'
import { type Check, isPublishable } from './checks.ts'
import { companyTimeZone } from './company.ts'
import { areSame, mapParts, wholePart } from './parts.ts'
import { beginVersion, putPublished, removePublished } from './published.ts'
import { noticeJobsOfToday } from './published-jobs.ts'
import { checkParts } from './publishing-checks.ts'
import {
  type Change,
  type ContentRecord,
  changePart,
  changeRecord,
  type Editing,
  endSchedule,
  isOutdated,
  lockAndRead,
  NO_SCHEDULE,
  readRecord,
  recordScheduleEnd,
  type SeenPart,
  type StoredRecord,
  toRecord,
} from './records.ts'
import { addRevision } from './revisions.ts'
import { type Fields, type Part, type Parts, SHARED } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

export type NotPublished =
  | { kind: 'blocked'; checks: Check[] }
  | { kind: 'conflict'; record: ContentRecord }
  | { kind: 'unknown' }

interface EndedSchedule {
  part: Part
  number: number
  at: string
}

export type Published = { kind: 'published'; record: ContentRecord; endedSchedules: EndedSchedule[] } | NotPublished

/** Puts drafts on the site: these parts of the record, with the others as they are published. */
export const publishDrafts: Change<SeenPart[], Published> = async (queries, type, id, wanted, editing) => {
  const { author, now } = editing
  await beginVersion(queries, now)
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, wanted)) return { kind: 'conflict', record: toRecord(stored) }
  const numbers = new Map(wanted.map(({ part }) => [part, stored.parts[part].current.number]))
  const { checks, endedSchedules } = await publishNumbers(queries, stored, numbers, editing)
  if (!isPublishable(checks)) return { kind: 'blocked', checks }
  await noticeJobsOfToday(queries, now)
  if (endedSchedules.length > 0) await recordScheduleEnd(queries, stored.record, author, now)
  return { kind: 'published', record: (await readRecord(queries, type, id)) as ContentRecord, endedSchedules }
}

export function partsWith({ record: { type }, parts }: StoredRecord, numbers: Map<Part, number>): Parts {
  return mapParts((part) => {
    const { current, published, scheduled } = parts[part]
    const wanted = [current, scheduled].find((each) => each?.number === numbers.get(part))
    return (numbers.has(part) ? wanted : published)?.fields ?? wholePart(type, part, {})
  })
}

/** Unless a check blocks it. A schedule of an older revision ends. */
export async function publishNumbers(
  queries: Queries,
  stored: StoredRecord,
  numbers: Map<Part, number>,
  { now, isAddress }: Pick<Editing, 'now' | 'isAddress'>,
) {
  const { type, id, position } = stored.record
  const parts = partsWith(stored, numbers)
  const checks = await checkParts(queries, type, id, parts, now, isAddress)
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
      .where((row) => row.and({ type, record_id: id, part, number }))
      .execute()
    await changePart(queries, type, id, part, {
      published_number: number,
      ...(isLatest && { draft_number: null, caught_up: '[]' }),
      ...(isScheduleOver && NO_SCHEDULE),
      version: row.version + 1,
    })
  }
  await changeRecord(queries, type, id, { is_published: 1, unpublished_by: null, changed_at: now.toISOString() })
  await putPublished(queries, type, [{ id, position, parts }])
  return { checks, endedSchedules }
}

type Unpublished =
  | { kind: 'unpublished'; record: ContentRecord }
  | { kind: 'closed'; record: ContentRecord }
  | { kind: 'conflict'; record: ContentRecord }
  | { kind: 'unknown' }
  | { kind: 'single' }

/** Takes a record from the site, or closes it where it must stay. */
export const unpublish: Change<SeenPart[], Unpublished> = async (queries, type, id, seen, editing) => {
  if (definitionOf(type).isSingle) return { kind: 'single' }
  await beginVersion(queries, editing.now)
  const stored = await lockAndRead(queries, type, id)
  if (stored?.record.is_published !== 1) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  const isClosed = (await definitionOf(type).mustStay?.(queries, id)) ?? false
  if (isClosed) await close(queries, stored, editing)
  else {
    await leaveAsDraft(queries, type, id, editing.author)
    await removePublished(queries, type, id)
  }
  await noticeJobsOfToday(queries, editing.now)
  const record = (await readRecord(queries, type, id)) as ContentRecord
  return { kind: isClosed ? 'closed' : 'unpublished', record }
}

/** False if it is not on the site. It stays there for those who know its address. */
export async function closeRecord(queries: Queries, type: ContentType, id: number, editing: Editing): Promise<boolean> {
  const known = await readRecord(queries, type, id)
  if (!known?.isPublished) return false
  await beginVersion(queries, editing.now)
  const stored = await lockAndRead(queries, type, id)
  if (stored?.record.is_published !== 1) return false
  await close(queries, stored, editing)
  await noticeJobsOfToday(queries, editing.now)
  return true
}

/** Yesterday becomes its last day. A draft or a schedule does not open it again. */
async function close(queries: Queries, stored: StoredRecord, { author, now }: Editing) {
  const { type, id, position } = stored.record
  const { row, published, current } = stored.parts[SHARED]
  const yesterday = daysAfter(calendarDay(now, await companyTimeZone(queries)), -1)
  const before = published?.fields ?? {}
  const place = { type, id, part: SHARED } as const
  const revision = { author, moment: now.toISOString() }
  const lastDay = definitionOf(type).columns?.closes_on as string
  const isOpen = (fields: Fields) => String(fields[lastDay]) > yesterday
  const closed = (fields: Fields) => ({ ...fields, [lastDay]: yesterday })
  const isDraftOpen = row.draft_number !== null && isOpen(current.fields)
  if (isOpen(before)) {
    const fields = closed(before)
    const number = await addRevision(queries, place, { ...revision, fields, isPublished: true })
    await changePart(queries, type, id, SHARED, { published_number: number })
    const parts = { ...partsWith(stored, new Map()), [SHARED]: fields }
    await putPublished(queries, type, [{ id, position, parts }])
  }
  if (isDraftOpen) {
    const draft_number = await addRevision(queries, place, { ...revision, fields: closed(current.fields) })
    await changePart(queries, type, id, SHARED, { draft_number })
  }
  await endSchedule(queries, stored, SHARED)
}

/** False unless `ids` are all records, each once, and `seen` is their present order. */
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
  for (const [position, id] of ids.entries()) {
    await changeRecord(queries, type, id, { position, ordered_by: author })
    await queries
      .updateTable('published_content')
      .set({ position })
      .where((row) => row.and({ type, id }))
      .execute()
  }
  return true
}
