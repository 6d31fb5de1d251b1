import * as z from 'zod'
import { companyTimeZone } from '#domain/content/company.ts'
import { publishDrafts, unpublish } from '#domain/content/publishing.ts'
import { schedule, unschedule } from '#domain/content/schedules.ts'
import { momentAt } from '#domain/platform/calendar.ts'
import { DAY } from '#domain/platform/durations.ts'
import { call } from '../call.ts'
import {
  describeRecord,
  describeSaved,
  editingOf,
  onRecord,
  refuse,
  seenIn,
  seenRecord,
  seenVersions,
  wantedParts,
} from '../content-records.ts'
import { Problem } from '../problem.ts'

/** A later date is a slip of the pen. */
const MAX_AHEAD_MILLISECONDS = 100 * 366 * DAY

export const contentPublishingCalls = {
  'POST /content/:type/:id/publish': call({
    access: 'content.change',
    audit: 'content.publish',
    body: z.object({ parts: wantedParts }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const published = await publishDrafts(queries, type, id, body.parts, editingOf(context))
        if (published.kind !== 'published') return refuse(context, queries, published)
        const { record, endedSchedules } = published
        return { ...(await describeRecord(context, queries, record)), endedSchedules }
      }),
  }),

  /** On the company's clock. Later changes are not part of it; publishing something newer ends it. */
  'PUT /content/:type/:id/schedule': call({
    access: 'content.change',
    audit: 'content.schedule',
    body: z.object({ parts: wantedParts, at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'timeFormat') }),
    async handle(context, { params, body }) {
      const { now, person } = context
      const at = momentAt(body.at, await companyTimeZone(context.queries))
      if (!at) throw new Problem('invalid', { errors: { at: ['timeSkipped'] } })
      if (at.getTime() > now.getTime() + MAX_AHEAD_MILLISECONDS)
        throw new Problem('invalid', { errors: { at: ['timeFar'] } })
      if (at <= now) throw new Problem('invalid', { errors: { at: ['timePast'] } })
      return onRecord(context, params, async (queries, type, id) => {
        const scheduled = await schedule(queries, type, id, { wanted: body.parts, at, by: person.id }, now)
        if (scheduled.kind !== 'scheduled') return refuse(context, queries, scheduled)
        return describeRecord(context, queries, scheduled.record)
      })
    },
  }),

  'DELETE /content/:type/:id/schedule': call({
    access: 'content.change',
    audit: 'content.unschedule',
    query: z.object(seenVersions),
    handle: (context, { params, query }) =>
      onRecord(context, params, async (queries, type, id) =>
        describeSaved(context, queries, await unschedule(queries, type, id, seenIn(query))),
      ),
  }),

  /** A job with applications is closed instead. */
  'POST /content/:type/:id/unpublish': call({
    access: 'content.change',
    audit: 'content.unpublish',
    body: z.object({ parts: seenRecord }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const done = await unpublish(queries, type, id, body.parts, editingOf(context))
        if (done.kind !== 'unpublished' && done.kind !== 'closed') return refuse(context, queries, done)
        return { ...(await describeRecord(context, queries, done.record)), isClosed: done.kind === 'closed' }
      }),
  }),
}
