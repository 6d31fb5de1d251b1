import * as z from 'zod'
import { addressAsProject, addressOfJob, addressOfService } from '#contract/page-addresses.ts'
import { momentAt } from '#domain/calendar.ts'
import { ADVISING_CHECKS, BLOCKING_CHECKS, type Check, isPublishable } from '#domain/catalogue/checks.ts'
import { CONTENT_STATES, countContent, listRecords } from '#domain/catalogue/content-lists.ts'
import { findLock, releaseLock, takeLock } from '#domain/catalogue/content-locks.ts'
import {
  CONTENT_MODEL,
  CONTENT_TYPES,
  type ContentType,
  isContentType,
  isPart,
  PARTS,
  type Part,
} from '#domain/catalogue/content-model.ts'
import { type ContentRecord, readRecord, type Saved, type SeenPart } from '#domain/catalogue/content-records.ts'
import {
  confirmLanguage,
  createRecord,
  discardDraft,
  removeRecord,
  restoreRevision,
  saveDraft,
} from '#domain/catalogue/drafts.ts'
import { endPreviews, PREVIEW_HOURS, previewToken } from '#domain/catalogue/previews.ts'
import { companyTimeZone } from '#domain/catalogue/published.ts'
import { publishDrafts, putRecordsInOrder, unpublish } from '#domain/catalogue/publishing.ts'
import { checksOf } from '#domain/catalogue/publishing-checks.ts'
import { listRevisions, readRevision } from '#domain/catalogue/revisions.ts'
import { schedule, unschedule } from '#domain/catalogue/schedules.ts'
import type { Queries } from '#domain/database/database.ts'
import { directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { call, type StaffContext } from '../call.ts'
import { fieldsIn } from '../content-fields.ts'
import { language, ordinal, seenVersion } from '../fields.ts'
import { Problem } from '../problem.ts'

const MAX_PER_PAGE = 100
const USUAL_PER_PAGE = 50
const MAX_SEARCH_LENGTH = 200
const MAX_RECORDS_IN_ORDER = 10_000
/** A hundred years: what is further away is a slip of the pen. */
const MAX_AHEAD_MILLISECONDS = 100 * 366 * 24 * 60 * 60_000
const MAX_ID = 2_147_483_647

const ids = z.array(z.int().positive().max(MAX_ID)).max(MAX_RECORDS_IN_ORDER)
const part = z.enum(PARTS as [Part, ...Part[]])
const wantedParts = z
  .array(z.object({ part, version: ordinal }))
  .min(1)
  .max(PARTS.length)
  .refine(isOncePerPart, 'invalid')
/** What was compared, or is taken away: as it was seen, all of it. */
const seenLanguages = wantedParts.refine(names(LANGUAGES), 'invalid')
const seenRecord = wantedParts.refine(names(PARTS), 'invalid')
const seenVersions = Object.fromEntries(PARTS.map((each) => [each, seenVersion])) as Record<Part, typeof seenVersion>
const fields = z.record(z.string().max(60), z.unknown())

/**
 * The content of the site. A record is kept in parts: one for each language, and `shared` for the facts that are the same in all. What is
 * saved is a draft; visitors read what is published.
 */
export const contentCalls = {
  /** What there is to edit, field by field, and how much of it waits for somebody. */
  'GET /content': call({
    access: 'content.change',
    async handle({ queries }) {
      return {
        languages: LANGUAGES.map((each) => ({ language: each, direction: directionOf(each) })),
        types: CONTENT_TYPES.map((type) => CONTENT_MODEL[type]),
        states: CONTENT_STATES,
        checks: { blocking: BLOCKING_CHECKS, advising: ADVISING_CHECKS },
        counts: await countContent(queries),
        timeZone: await companyTimeZone(queries),
      }
    },
  }),

  'GET /content/:type': call({
    access: 'content.change',
    query: z.object({
      state: z.enum(CONTENT_STATES).optional(),
      language: language.optional(),
      search: z.string().max(MAX_SEARCH_LENGTH, 'tooLong').optional(),
      page: z.coerce.number().int().positive().max(MAX_ID).default(1),
      perPage: z.coerce.number().int().positive().max(MAX_PER_PAGE).default(USUAL_PER_PAGE),
    }),
    async handle({ queries }, { params, query: { page, perPage, ...filters } }) {
      return listRecords(queries, typeIn(params), filters, { page, perPage })
    },
  }),

  /** Nobody sees it until it is published. */
  'POST /content/:type': call({
    access: 'content.change',
    audit: 'content.create',
    async handle({ write, person, now }, { params }) {
      const type = typeIn(params)
      if (CONTENT_MODEL[type].isSingle) throw new Problem('notFound')
      return write(
        async (queries) => ({ id: await createRecord(queries, type, { author: person.id, now }) }),
        ({ id }) => subjectOf(type, id),
      )
    },
  }),

  /** All records of the type, each once, and the order in which they were seen: 409 `conflict` if that is not the order any more. */
  'PUT /content/:type/order': call({
    access: 'content.change',
    audit: 'content.order',
    body: z.object({ ids, seen: ids }),
    async handle({ write, person, now }, { params, body }) {
      const type = typeIn(params)
      if (!CONTENT_MODEL[type].hasOrder) throw new Problem('notFound')
      await write(
        async (queries) => {
          const isWhole = await putRecordsInOrder(queries, type, body, { author: person.id, now })
          if (!isWhole) throw new Problem('conflict')
        },
        { subject: type },
      )
    },
  }),

  'GET /content/:type/:id': call({
    access: 'content.change',
    async handle(context, { params }) {
      const { type, id } = recordIn(params)
      const record = await readRecord(context.queries, type, id)
      if (!record) throw new Problem('notFound')
      return described(context, context.queries, record)
    },
  }),

  /** A draft of one part or of several. 409 `conflict` if somebody else has changed one of them since: with theirs and with what was sent. */
  'PUT /content/:type/:id': call({
    access: 'content.change',
    withoutEntry:
      'a draft that is saved every few seconds: its revision says who wrote it and when, and publishing it is an entry',
    body: z.object({
      parts: z
        .array(z.object({ part, version: ordinal, fields, isSmall: z.boolean().default(false) }))
        .min(1)
        .max(PARTS.length)
        .refine(isOncePerPart, 'invalid'),
    }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      const changes = body.parts.map((change) => ({ ...change, fields: fieldsIn(type, change.part, change.fields) }))
      return context.write(async (queries) => {
        const saved = await saveDraft(queries, type, id, changes, { author: context.person.id, now: context.now })
        return answerTo(context, queries, saved, body.parts)
      })
    },
  }),

  /** What is published counts again; where the draft was scheduled, it is no more. */
  'POST /content/:type/:id/discard': call({
    access: 'content.change',
    audit: 'content.discard',
    body: z.object({ parts: wantedParts }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      return context.write(
        async (queries) => {
          const editing = { author: context.person.id, now: context.now }
          return answerTo(context, queries, await discardDraft(queries, type, id, body.parts, editing))
        },
        subjectOf(type, id),
      )
    },
  }),

  /** "Still right": this language keeps up with the others as it is. 409 `conflict` if one of them was changed since it was compared. */
  'POST /content/:type/:id/confirm': call({
    access: 'content.change',
    audit: 'content.confirm',
    body: z.object({ language, fields: z.array(z.string().max(60)).min(1).max(60), parts: seenLanguages }),
    async handle(context, { params, body: { parts: seen, ...confirmed } }) {
      const { type, id } = recordIn(params)
      return context.write(
        async (queries) => answerTo(context, queries, await confirmLanguage(queries, type, id, { ...confirmed, seen })),
        subjectOf(type, id),
      )
    },
  }),

  /** 409 `contentBlocked` with the checks that are against it. `endedSchedules`: what would have undone it later. */
  'POST /content/:type/:id/publish': call({
    access: 'content.change',
    audit: 'content.publish',
    body: z.object({ parts: wantedParts }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      return context.write(
        async (queries) => {
          const editing = { author: context.person.id, now: context.now }
          const published = await publishDrafts(queries, type, id, body.parts, editing)
          if (published.kind !== 'published') return refused(context, queries, published)
          const { record, endedSchedules } = published
          return { ...(await described(context, queries, record)), endedSchedules }
        },
        subjectOf(type, id),
      )
    },
  }),

  /**
   * At a time of the company's clock like `2026-10-29T09:00`. What is written after it was scheduled is not part of it, and publishing
   * something newer ends it.
   */
  'PUT /content/:type/:id/schedule': call({
    access: 'content.change',
    audit: 'content.schedule',
    body: z.object({ parts: wantedParts, at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'timeFormat') }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      const { now, person } = context
      const at = momentAt(body.at, await companyTimeZone(context.queries))
      if (!at) throw new Problem('invalid', { errors: { at: ['timeSkipped'] } })
      if (at.getTime() > now.getTime() + MAX_AHEAD_MILLISECONDS)
        throw new Problem('invalid', { errors: { at: ['timeFar'] } })
      if (at <= now) throw new Problem('invalid', { errors: { at: ['timePast'] } })
      return context.write(
        async (queries) => {
          const wanted = { wanted: body.parts, at, by: person.id }
          const scheduled = await schedule(queries, type, id, wanted, now)
          if (scheduled.kind !== 'scheduled') return refused(context, queries, scheduled)
          return described(context, queries, scheduled.record)
        },
        subjectOf(type, id),
      )
    },
  }),

  'DELETE /content/:type/:id/schedule': call({
    access: 'content.change',
    audit: 'content.unschedule',
    query: z.object(seenVersions),
    async handle(context, { params, query }) {
      const { type, id } = recordIn(params)
      return context.write(
        async (queries) => answerTo(context, queries, await unschedule(queries, type, id, seenIn(query))),
        subjectOf(type, id),
      )
    },
  }),

  /** A job that somebody applied for is closed instead; `isClosed` says so. */
  'POST /content/:type/:id/unpublish': call({
    access: 'content.change',
    audit: 'content.unpublish',
    body: z.object({ parts: seenRecord }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      return context.write(
        async (queries) => {
          const editing = { author: context.person.id, now: context.now }
          const done = await unpublish(queries, type, id, body.parts, editing)
          if (done.kind !== 'unpublished' && done.kind !== 'closed') return refused(context, queries, done)
          return { ...(await described(context, queries, done.record)), isClosed: done.kind === 'closed' }
        },
        subjectOf(type, id),
      )
    },
  }),

  /** Only what was never on the site: as it was seen or, where it is asked for, only what nobody has written in. */
  'DELETE /content/:type/:id': call({
    access: 'content.change',
    audit: 'content.remove',
    query: z.union([z.object({ only: z.literal('unwritten') }), z.object(seenVersions)]),
    async handle(context, { params, query }) {
      const { type, id } = recordIn(params)
      await context.write(
        async (queries) => {
          const seen = 'only' in query ? query.only : seenIn(query)
          const removed = await removeRecord(queries, type, id, seen)
          if (removed.kind !== 'removed') return refused(context, queries, removed)
          // The next record of its type may get its id, and nobody was given a link to that one.
          await endPreviews(queries, { type, id }, context.now)
        },
        subjectOf(type, id),
      )
    },
  }),

  /** The page as it would be if the draft were published, for whoever has the link, until it expires. */
  'GET /content/:type/:id/preview': call({
    access: 'content.change',
    async handle({ database, queries, settings, now }, { params }) {
      const { type, id } = recordIn(params)
      const { pageUrl } = settings
      if (!pageUrl || !(await readRecord(queries, type, id))) throw new Problem('notFound')
      const links = await Promise.all(
        LANGUAGES.map(async (each) => {
          const token = await previewToken(database, { type, id, language: each }, now)
          return [each, `${pageUrl(pageOf(type, id), each)}?preview=${token}`] as const
        }),
      )
      return {
        links: Object.fromEntries(links) as Record<Language, string>,
        expiresAt: new Date(now.getTime() + PREVIEW_HOURS * 60 * 60_000).toISOString(),
      }
    },
  }),

  /** All links to its preview that were given so far, whoever gave them. */
  'DELETE /content/:type/:id/preview': call({
    access: 'content.change',
    audit: 'content.end-previews',
    async handle({ write, now }, { params }) {
      const { type, id } = recordIn(params)
      await write(
        async (queries) => {
          if (!(await readRecord(queries, type, id))) throw new Problem('notFound')
          await endPreviews(queries, { type, id }, now)
        },
        subjectOf(type, id),
      )
    },
  }),

  /** Who wrote what and when; the newest first. */
  'GET /content/:type/:id/history': call({
    access: 'content.change',
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      const revisions = await listRevisions(queries, type, id)
      if (revisions.length === 0) throw new Problem('notFound')
      return { revisions, names: await namesOf(queries, [...revisions.map(({ author }) => author)]) }
    },
  }),

  'GET /content/:type/:id/history/:part/:number': call({
    access: 'content.change',
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      const wanted = params.part as string
      const revision = isPart(wanted)
        ? await readRevision(queries, type, id, wanted, numberIn(params.number))
        : undefined
      if (!revision) throw new Problem('notFound')
      const { part: ofPart, number, fields: texts, author_id, changed_at } = revision
      return { part: ofPart, number, fields: texts, author: author_id, changedAt: changed_at }
    },
  }),

  /** As a new draft. Pictures that were deleted since are left out of it: `missingPictures` says how many. */
  'POST /content/:type/:id/restore': call({
    access: 'content.change',
    audit: 'content.restore',
    body: z.object({ part, number: ordinal, version: ordinal }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      return context.write(
        async (queries) => {
          const editing = { author: context.person.id, now: context.now }
          const { missingPictures, ...restored } = await restoreRevision(queries, type, id, body, editing)
          return { ...(await answerTo(context, queries, restored)), missingPictures }
        },
        subjectOf(type, id),
      )
    },
  }),

  /** Every half minute while it is open; `isMine` is false where somebody else is writing, unless one takes over. */
  'PUT /content/:type/:id/lock': call({
    access: 'content.change',
    background: true,
    withoutEntry: 'tells colleagues who is writing',
    body: z.object({ isTakeOver: z.boolean().default(false) }),
    async handle({ write, person, now }, { params, body }) {
      const { type, id } = recordIn(params)
      return write(async (queries) => {
        const record = await readRecord(queries, type, id)
        if (!record) throw new Problem('notFound')
        const lock = await takeLock(queries, type, id, { personId: person.id, now, ...body })
        const names = await namesOf(queries, [lock.personId])
        return {
          isMine: lock.personId === person.id,
          holder: { id: lock.personId, name: names[lock.personId] ?? '' },
          takenAt: lock.takenAt,
          versions: versionsOf(record),
        }
      })
    },
  }),

  'DELETE /content/:type/:id/lock': call({
    access: 'content.change',
    background: true,
    withoutEntry: 'tells colleagues who has stopped writing',
    async handle({ write, person }, { params }) {
      const { type, id } = recordIn(params)
      await write(async (queries) => {
        if (!(await readRecord(queries, type, id))) throw new Problem('notFound')
        await releaseLock(queries, type, id, person.id)
      })
    },
  }),
}

/** Where the site shows a record; of several pages at one address, the preview opens the one that it is on. */
function pageOf(type: ContentType, id: number): string {
  const pages: Record<ContentType, string> = {
    services: addressOfService({ id }),
    projects: addressAsProject({ id }),
    jobs: addressOfJob({ id }),
    categories: '/projects',
    reviews: '/',
    team: '/',
    'contact-info': '/contact',
    company: '/',
    prices: '/pricing',
    questions: '/faq',
    testimonials: '/testimonials',
    notes: '/blog-details',
    'case-studies': '/case-study-details',
  }
  return pages[type]
}

function typeIn(params: Record<string, string>): ContentType {
  const type = params.type as string
  if (!isContentType(type)) throw new Problem('notFound')
  return type
}

function recordIn(params: Record<string, string>) {
  return { type: typeIn(params), id: numberIn(params.id) }
}

function numberIn(text: string | undefined): number {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0
  if (number < 1 || number > MAX_ID) throw new Problem('notFound')
  return number
}

const subjectOf = (type: ContentType, id: number) => ({ subject: `${type}/${id}` })

function names(wanted: readonly Part[]) {
  return (parts: SeenPart[]) => wanted.every((each) => parts.some((seen) => seen.part === each))
}

const seenIn = (versions: Record<Part, number>): SeenPart[] =>
  PARTS.map((each) => ({ part: each, version: versions[each] }))

function isOncePerPart(parts: { part: Part }[]) {
  return new Set(parts.map((each) => each.part)).size === parts.length
}

/** A record with what the screen says about it: what is against publishing, who wrote it, who is writing. */
async function described({ now, person, settings }: StaffContext, queries: Queries, record: ContentRecord) {
  const lock = await findLock(queries, record.type, record.id, now)
  const authors = PARTS.flatMap((each) => [record.parts[each].author, record.parts[each].scheduled?.by ?? null])
  const names = await namesOf(queries, [...authors, lock?.personId ?? null])
  const checks = await checksOf(queries, record, now, settings.isPageAddress)
  return {
    ...record,
    checks,
    isPublishable: isPublishable(checks),
    names,
    lock: lock ? { ...lock, isMine: lock.personId === person.id } : null,
  }
}

async function answerTo(context: StaffContext, queries: Queries, saved: Saved, wanted?: unknown) {
  if (saved.kind !== 'saved') return refused(context, queries, saved, wanted)
  return described(context, queries, saved.record)
}

type NotDone =
  | { kind: 'unknown' | 'single' | 'wasPublished' | 'written' }
  | { kind: 'blocked'; checks: Check[] }
  | { kind: 'conflict'; record: ContentRecord }

/** Why an act was not done, as the screen is told. `wanted`: what was sent, which is written nowhere else. */
async function refused(context: StaffContext, queries: Queries, notDone: NotDone, wanted?: unknown): Promise<never> {
  switch (notDone.kind) {
    case 'unknown':
    case 'single':
      throw new Problem('notFound')
    case 'wasPublished':
      throw new Problem('wasPublished')
    case 'written':
      throw new Problem('conflict')
    case 'blocked':
      throw new Problem('contentBlocked', { details: { checks: notDone.checks } })
    case 'conflict': {
      const current = await described(context, queries, notDone.record)
      throw new Problem('conflict', { details: { current, wanted } })
    }
  }
}

const versionsOf = ({ parts }: ContentRecord) =>
  Object.fromEntries(PARTS.map((each) => [each, parts[each].version])) as Record<Part, number>

async function namesOf(queries: Queries, ids: (string | null)[]): Promise<Record<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return {}
  const people = await queries.selectFrom('people').select(['id', 'name']).where('id', 'in', wanted).execute()
  return Object.fromEntries(people.map(({ id, name }) => [id, name]))
}
