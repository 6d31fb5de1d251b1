import * as z from 'zod'
import { companyTimeZone } from '#domain/content/company.ts'
import { restoreRevision } from '#domain/content/drafts.ts'
import { isPart } from '#domain/content/parts.ts'
import { endPreviews, PREVIEW_HOURS, previewToken } from '#domain/content/previews.ts'
import { publishDrafts, unpublish } from '#domain/content/publishing.ts'
import { readRecord } from '#domain/content/records.ts'
import { needsReview, settleReview } from '#domain/content/reviews.ts'
import { listRevisions, readRevision } from '#domain/content/revisions.ts'
import { schedule, unschedule } from '#domain/content/schedules.ts'
import { type ContentType, definitionOf } from '#domain/content/types/index.ts'
import { mayDo } from '#domain/people/rights.ts'
import { momentAt } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { DAY, HOUR } from '#domain/platform/durations.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { call, type StaffContext } from '../call.ts'
import {
  describeRecord,
  describeSaved,
  editingOf,
  namesOf,
  numberIn,
  onRecord,
  part,
  recordIn,
  refuse,
  seenIn,
  seenRecord,
  seenVersions,
  wantedParts,
} from '../content-records.ts'
import { ordinal } from '../fields.ts'
import { found, Problem } from '../problem.ts'

/** A later date is a slip of the pen. */
const MAX_AHEAD_MILLISECONDS = 100 * 366 * DAY

export const contentPublishingCalls = {
  'POST /content/:type/:id/publish': call('content.change', {
    audit: 'content.publish',
    body: z.object({ parts: wantedParts }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        await refuseUnreviewed(context, queries, type, id)
        const published = await publishDrafts(queries, type, id, body.parts, editingOf(context))
        if (published.kind !== 'published') return refuse(context, queries, published)
        const { record, endedSchedules } = published
        await settleReview(queries, record, { actorId: context.person.id, now: context.now })
        return { ...(await describeRecord(context, queries, record)), endedSchedules }
      }),
  }),

  /** On the company's clock. Later changes are not part of it; publishing something newer ends it. */
  'PUT /content/:type/:id/schedule': call('content.change', {
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
        await refuseUnreviewed(context, queries, type, id)
        const scheduled = await schedule(queries, type, id, { wanted: body.parts, at, by: person.id }, now)
        if (scheduled.kind !== 'scheduled') return refuse(context, queries, scheduled)
        await settleReview(queries, scheduled.record, { actorId: person.id, now })
        return describeRecord(context, queries, scheduled.record)
      })
    },
  }),

  'DELETE /content/:type/:id/schedule': call('content.change', {
    audit: 'content.unschedule',
    query: z.object(seenVersions),
    handle: (context, { params, query }) =>
      onRecord(context, params, async (queries, type, id) =>
        describeSaved(context, queries, await unschedule(queries, type, id, seenIn(query))),
      ),
  }),

  /** A job with applications is closed instead. */
  'POST /content/:type/:id/unpublish': call('content.change', {
    audit: 'content.unpublish',
    body: z.object({ parts: seenRecord }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const done = await unpublish(queries, type, id, body.parts, editingOf(context))
        if (done.kind !== 'unpublished' && done.kind !== 'closed') return refuse(context, queries, done)
        return { ...(await describeRecord(context, queries, done.record)), isClosed: done.kind === 'closed' }
      }),
  }),

  /** They open without a session until they expire. */
  'GET /content/:type/:id/preview': call('content.change', {
    async handle({ database, queries, settings, now, person }, { params }) {
      const { type, id } = recordIn(params)
      const { pageUrl } = settings
      if (!pageUrl || !(await readRecord(queries, type, id))) throw new Problem('notFound')
      const links = await Promise.all(
        LANGUAGES.map(async (each) => {
          const token = await previewToken(database, { type, id, language: each, madeBy: person.id }, now)
          return [each, `${pageUrl(pageOf(type, id), each)}?preview=${token}`] as const
        }),
      )
      return {
        links: Object.fromEntries(links) as Record<Language, string>,
        expiresAt: new Date(now.getTime() + PREVIEW_HOURS * HOUR).toISOString(),
      }
    },
  }),

  'DELETE /content/:type/:id/preview': call('content.change', {
    audit: 'content.end-previews',
    handle: (context, { params }) =>
      onRecord(context, params, async (queries, type, id) => {
        found(await readRecord(queries, type, id))
        await endPreviews(queries, { type, id }, context.now)
      }),
  }),

  'GET /content/:type/:id/history': call('content.change', {
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      const revisions = await listRevisions(queries, type, id)
      if (revisions.length === 0) throw new Problem('notFound')
      const authors = revisions.map(({ author }) => author)
      return { revisions, names: await namesOf(queries, authors) }
    },
  }),

  'GET /content/:type/:id/history/:part/:number': call('content.change', {
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      const wanted = params.part
      const revision = found(isPart(wanted) && (await readRevision(queries, type, id, wanted, numberIn(params.number))))
      const { part, number, fields, author_id: author, changed_at: changedAt } = revision
      return { part, number, fields, author, changedAt }
    },
  }),

  /** As a new draft, without pictures that were deleted since. */
  'POST /content/:type/:id/restore': call('content.change', {
    audit: 'content.restore',
    body: z.object({ part, number: ordinal, version: ordinal }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const { missingPictures, ...restored } = await restoreRevision(queries, type, id, body, editingOf(context))
        return { ...(await describeSaved(context, queries, restored)), missingPictures }
      }),
  }),
}

/** Who manages the settings could end the review altogether, and publishes without it. */
async function refuseUnreviewed({ person }: StaffContext, queries: Queries, type: ContentType, id: number) {
  if (mayDo(person.roles, 'settings.change')) return
  if (await needsReview(queries, type, id, person.id)) throw new Problem('reviewNeeded')
}

/** Where the site shows a record; of several pages at one address, the preview opens the one that it is on. */
function pageOf(type: ContentType, id: number): string {
  const { page } = definitionOf(type)
  return page.endsWith('/') && page !== '/' ? `${page}${id}` : page
}
