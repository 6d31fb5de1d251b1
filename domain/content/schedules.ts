import { recordInAuditTrail, SERVER } from '../platform/audit-trail.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import { isPublishable } from './checks.ts'
import { beginVersion, lockPublished } from './published.ts'
import { noticeJobsOfToday } from './published-jobs.ts'
import { type NotPublished, partsWith, publishNumbers } from './publishing.ts'
import { checkParts } from './publishing-checks.ts'
import {
  type ContentRecord,
  changePart,
  endSchedule,
  isOutdated,
  lockAndRead,
  readRecord,
  type Saved,
  type SeenPart,
  savedRecord,
  toRecord,
} from './records.ts'
import { PARTS, type Part } from './types/definition.ts'
import type { ContentType } from './types/index.ts'

/** The record failed its checks by then; `people` had scheduled it. */
export const scheduleFailed = defineEvent<{ record: string; people: string[] }>('content.schedule-failed')

type Scheduled = { kind: 'scheduled'; record: ContentRecord } | NotPublished

/** Publishing a newer revision ends the schedule, so that it never undoes it. */
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
  return savedRecord(queries, type, id)
}

/** The first process to look publishes; a second one finds nothing to do. */
export async function publishDue(
  database: Database,
  now: Date,
  isHeldBack: (record: string) => boolean = () => false,
): Promise<DueRecord[]> {
  const due = await database.queries
    .selectFrom('content_parts')
    .select(['type', 'record_id'])
    .distinct()
    .where('publish_at', '<=', now.toISOString())
    .execute()
  return Promise.all(
    due
      .map(({ type, record_id: id }) => ({ type: type as ContentType, id, record: `${type}/${id}` }))
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

export interface DueRecord {
  record: string
  error?: unknown
}

async function publishRecordDue(queries: Queries, type: ContentType, id: number, now: Date) {
  await lockPublished(queries)
  const stored = await lockAndRead(queries, type, id)
  const numbers = new Map<Part, number>()
  const people: string[] = []
  for (const part of PARTS) {
    const { publish_at, scheduled_number, scheduled_by } = stored?.parts[part].row ?? {}
    if (!publish_at || !scheduled_number || publish_at > now.toISOString()) continue
    numbers.set(part, scheduled_number)
    if (scheduled_by) people.push(scheduled_by)
  }
  if (!stored || numbers.size === 0) return
  const { checks } = await publishNumbers(queries, stored, numbers, { now })
  const isPublished = isPublishable(checks)
  if (isPublished) await beginVersion(queries, now)
  // A record that fails its checks by now waits for an editor.
  else {
    for (const part of numbers.keys()) await endSchedule(queries, stored, part)
    await recordEvent(queries, scheduleFailed, { record: `${type}/${id}`, people }, now)
  }
  await noticeJobsOfToday(queries, now)
  const action = isPublished ? 'content.publish' : 'content.publish-blocked'
  await recordInAuditTrail(queries, { action, actor: SERVER, subject: `${type}/${id}` }, now)
}
