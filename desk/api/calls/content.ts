import * as z from 'zod'
import { ADVISING_CHECKS, BLOCKING_CHECKS } from '#domain/content/checks.ts'
import { companyTimeZone } from '#domain/content/company.ts'
import { confirmLanguage, createRecord, discardDraft, removeRecord, saveDraft } from '#domain/content/drafts.ts'
import { CONTENT_STATES, countContent, findRecords, listRecords } from '#domain/content/lists.ts'
import { releaseLock, takeLock } from '#domain/content/locks.ts'
import { endPreviews } from '#domain/content/previews.ts'
import { putRecordsInOrder } from '#domain/content/publishing.ts'
import { blankRecord, type ContentRecord, readRecord } from '#domain/content/records.ts'
import { isReviewOn } from '#domain/content/reviews.ts'
import { PARTS, type Part } from '#domain/content/types/definition.ts'
import { CONTENT_TYPES, definitionOf, formOf } from '#domain/content/types/index.ts'
import { hasUnreadAbout, readAbout } from '#domain/notifications/staff/list.ts'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import { call } from '../call.ts'
import { fieldsIn } from '../content-fields.ts'
import {
  describeRecord,
  describeSaved,
  editingOf,
  isOncePerPart,
  namesOf,
  onRecord,
  part,
  recordIn,
  refuse,
  seenIn,
  seenLanguages,
  seenVersions,
  subjectOf,
  typeIn,
  wantedParts,
} from '../content-records.ts'
import { language, ordinal } from '../fields.ts'
import { found, Problem } from '../problem.ts'

const MAX_PER_PAGE = 100
const USUAL_PER_PAGE = 50
const MAX_SEARCH_LENGTH = 200
const MAX_FOUND = 6
const MAX_RECORDS_IN_ORDER = 10_000

const ids = z.array(ordinal).max(MAX_RECORDS_IN_ORDER)
const fields = z.record(z.string().max(60), z.unknown())
const writtenPart = z.object({ part, fields, isSmall: z.boolean().default(false) })

export const contentCalls = {
  'GET /content': call('content.change', {
    async handle({ queries }) {
      return {
        languages: LANGUAGES.map((each) => ({ language: each, direction: directionOf(each) })),
        types: CONTENT_TYPES.map(formOf),
        states: CONTENT_STATES,
        checks: { blocking: BLOCKING_CHECKS, advising: ADVISING_CHECKS },
        counts: await countContent(queries),
        timeZone: await companyTimeZone(queries),
        isReviewOn: await isReviewOn(queries),
      }
    },
  }),

  'GET /content/:type': call('content.change', {
    query: z.object({
      state: z.enum(CONTENT_STATES).optional(),
      language: language.optional(),
      search: z.string().max(MAX_SEARCH_LENGTH, 'tooLong').optional(),
      page: z.coerce.number().pipe(ordinal).default(1),
      perPage: z.coerce.number().int().positive().max(MAX_PER_PAGE).default(USUAL_PER_PAGE),
    }),
    async handle({ queries }, { params, query: { page, perPage, ...filters } }) {
      return listRecords(queries, typeIn(params), filters, { page, perPage })
    },
  }),

  'GET /found-content': call('content.change', {
    query: z.object({ search: z.string().max(MAX_SEARCH_LENGTH, 'tooLong').default('') }),
    handle: async ({ queries }, { query: { search } }) => ({ items: await findRecords(queries, search, MAX_FOUND) }),
  }),

  'POST /content/:type': call('content.change', {
    audit: 'content.create',
    body: z
      .object({
        parts: z.array(writtenPart).max(PARTS.length).refine(isOncePerPart, 'invalid'),
        /** Made by the client, so that a repeated request goes on with the same record. */
        key: z.uuid().optional(),
      })
      .optional(),
    async handle(context, { params, body }) {
      const type = typeIn(params)
      if (definitionOf(type).isSingle) throw new Problem('notFound')
      return context.write(
        async (queries) => {
          const id = await createRecord(queries, type, editingOf(context), body?.key)
          const stored = found(await readRecord(queries, type, id))
          const changes = (body?.parts ?? []).map((change) => ({
            ...change,
            version: stored.parts[change.part].version,
            fields: fieldsIn(type, change.part, change.fields),
          }))
          return describeSaved(context, queries, await saveDraft(queries, type, id, changes, editingOf(context)))
        },
        ({ id }) => subjectOf(type, id),
      )
    },
  }),

  /** Conflict if the seen order is outdated. */
  'PUT /content/:type/order': call('content.change', {
    audit: 'content.order',
    body: z.object({ ids, seen: ids }),
    async handle({ write, person, now }, { params, body }) {
      const type = typeIn(params)
      if (!definitionOf(type).hasOrder) throw new Problem('notFound')
      await write(
        async (queries) => {
          const isWhole = await putRecordsInOrder(queries, type, body, { author: person.id, now })
          if (!isWhole) throw new Problem('conflict')
        },
        { subject: type },
      )
    },
  }),

  'GET /content/:type/:id': call('content.change', {
    async handle(context, { params }) {
      if (params.id === 'new' && !definitionOf(typeIn(params)).isSingle)
        return describeRecord(context, context.queries, blankRecord(typeIn(params), context.now))
      const { type, id } = recordIn(params)
      const { database, person, now } = context
      const { subject } = subjectOf(type, id)
      if (await hasUnreadAbout(context.queries, subject, person.id))
        await database.write((queries) => readAbout(queries, subject, person.id, now))
      return describeRecord(context, context.queries, found(await readRecord(context.queries, type, id)))
    },
  }),

  /** A conflict has both the stored and the sent version. */
  'PUT /content/:type/:id': call('content.change', {
    withoutEntry:
      'a draft that is saved every few seconds: its revision says who wrote it and when, and publishing it is an entry',
    body: z.object({
      parts: z
        .array(writtenPart.extend({ version: ordinal }))
        .min(1)
        .max(PARTS.length)
        .refine(isOncePerPart, 'invalid'),
    }),
    async handle(context, { params, body }) {
      const { type, id } = recordIn(params)
      const changes = body.parts.map((change) => ({ ...change, fields: fieldsIn(type, change.part, change.fields) }))
      return context.write(async (queries) => {
        const saved = await saveDraft(queries, type, id, changes, editingOf(context))
        return describeSaved(context, queries, saved, body.parts)
      })
    },
  }),

  'POST /content/:type/:id/discard': call('content.change', {
    audit: 'content.discard',
    body: z.object({ parts: wantedParts }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const saved = await discardDraft(queries, type, id, body.parts, editingOf(context))
        return describeSaved(context, queries, saved)
      }),
  }),

  /** "Still right": this language keeps up with the others as it is. */
  'POST /content/:type/:id/confirm': call('content.change', {
    audit: 'content.confirm',
    body: z.object({ language, fields: z.array(z.string().max(60)).min(1).max(60), parts: seenLanguages }),
    handle: (context, { params, body: { parts: seen, ...confirmed } }) =>
      onRecord(context, params, async (queries, type, id) =>
        describeSaved(context, queries, await confirmLanguage(queries, type, id, { ...confirmed, seen })),
      ),
  }),

  /** Only a record that was never published. */
  'DELETE /content/:type/:id': call('content.change', {
    audit: 'content.remove',
    query: z.object(seenVersions),
    handle: (context, { params, query }) =>
      onRecord(context, params, async (queries, type, id) => {
        const removed = await removeRecord(queries, type, id, seenIn(query))
        if (removed.kind !== 'removed') return refuse(context, queries, removed)
        // The next record may get its id: old preview links must not open it.
        await endPreviews(queries, { type, id }, context.now)
      }),
  }),

  /** Every half minute while it is open. */
  'PUT /content/:type/:id/lock': call('content.change', {
    background: true,
    withoutEntry: 'tells colleagues who is writing',
    body: z.object({ isTakeOver: z.boolean().default(false), place: z.string().max(80).nullable().default(null) }),
    async handle({ write, person, now }, { params, body }) {
      const { type, id } = recordIn(params)
      return write(async (queries) => {
        const record = found(await readRecord(queries, type, id))
        const lock = await takeLock(queries, type, id, { personId: person.id, now, ...body })
        const names = await namesOf(queries, [lock.personId])
        return {
          isMine: lock.personId === person.id,
          holder: { id: lock.personId, name: names[lock.personId] ?? '', place: lock.place },
          takenAt: lock.takenAt,
          versions: versionsOf(record),
        }
      })
    },
  }),

  'DELETE /content/:type/:id/lock': call('content.change', {
    background: true,
    withoutEntry: 'tells colleagues who has stopped writing',
    async handle({ write, person }, { params }) {
      const { type, id } = recordIn(params)
      await write(async (queries) => {
        found(await readRecord(queries, type, id))
        await releaseLock(queries, type, id, person.id)
      })
    },
  }),
}

const versionsOf = ({ parts }: ContentRecord) =>
  Object.fromEntries(PARTS.map((each) => [each, parts[each].version])) as Record<Part, number>
