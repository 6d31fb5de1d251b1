import { recordInAuditTrail } from '../platform/audit-trail.ts'
import type { Queries } from '../platform/database/database.ts'
import type { ContentType, Part } from './content-model.ts'
import { changePart, type StoredRecord } from './content-records.ts'

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
