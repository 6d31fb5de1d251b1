import * as z from 'zod'
import { daysAfter, startOfDay } from '#domain/calendar.ts'
import { DECLINE_REASONS, STAGES, SUBMISSION_KINDS } from '#domain/database/tables.ts'
import { findPerson } from '#domain/people/people.ts'
import { mayDo } from '#domain/people/rights.ts'
import { companyCalendar } from '#domain/promises.ts'
import {
  addEvent,
  addNote,
  assign,
  changeStage,
  markRead,
  NotHandled,
  removeNote,
} from '#domain/submissions/handling.ts'
import { countInbox, countsOf, inboxPage, MOST_COUNTED, neighboursOf, toItem } from '#domain/submissions/inbox.ts'
import { duplicatesOf, endPresence, showPresence, timelineOf } from '#domain/submissions/one-submission.ts'
import { movesFrom, stagesOf } from '#domain/submissions/stages.ts'
import {
  findSubmission,
  ORDERS,
  type SubmissionFilters,
  type SubmissionSummary,
} from '#domain/submissions/submissions.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { call, type StaffContext } from '../call.ts'
import { Problem } from '../problem.ts'

const MAX_NOTE_LENGTH = 5000
const MAX_SEARCH_LENGTH = 200
const MAX_MENTIONS = 20
const USUAL_PAGE = 50
const MAX_PAGE = 100

const day = z.iso.date()
const yesOrNo = z.enum(['yes', 'no']).optional()
const oneOrMore = <Each extends z.ZodType>(each: Each) => z.union([each, z.array(each).max(20)]).optional()

/** The filters of the list, as they stand in the desk's address. */
export const filterFields = {
  form: oneOrMore(z.enum(SUBMISSION_KINDS)),
  /** A job's id, or `general`. */
  job: z.string().max(20).optional(),
  stage: oneOrMore(z.enum(STAGES)),
  /** A colleague's id, `me`, or `nobody`. */
  person: z.string().max(100).optional(),
  language: z.enum(LANGUAGES).optional(),
  /** Calendar days of the company, both included. */
  since: day.optional(),
  until: day.optional(),
  marked: yesOrNo,
  read: yesOrNo,
  waiting: yesOrNo,
  samples: yesOrNo,
  search: z.string().max(MAX_SEARCH_LENGTH).optional(),
  order: z.enum(ORDERS).optional(),
}

export const filterQuery = z.object(filterFields)
export type FilterQuery = z.infer<typeof filterQuery>

/** What visitors sent: the list, one of them, and what is done with it. */
export const submissionCalls = {
  'GET /submissions': call({
    access: 'submissions.read',
    query: z.object({
      ...filterFields,
      after: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
    }),
    async handle(context, { query }) {
      const filters = await readFilters(context, query)
      const { order = 'newest', after, limit = USUAL_PAGE } = query
      const page = await inboxPage(context.queries, filters, { order, after, limit })
      const counted = await countInbox(context.queries, order === 'waiting' ? { ...filters, isWaiting: true } : filters)
      return { ...page, total: Math.min(counted, MOST_COUNTED), isMore: counted > MOST_COUNTED }
    },
  }),

  'GET /submissions/counts': call({
    access: 'submissions.read',
    background: true,
    handle: ({ queries, person }) => countsOf(queries, person.id),
  }),

  /** Who opens it is written down, and it counts as read from then on. The query is that of the list it was opened from. */
  'GET /submissions/:id': call({
    access: 'submissions.read',
    audit: 'submission.open',
    query: filterQuery,
    async handle(context, { params, query }) {
      const { write, queries, person, now } = context
      const reference = params.id as string
      const doing = { actorId: person.id, now }
      const { found, others } = await write(
        async (transaction) => {
          const found = await findSubmission(transaction, reference)
          if (!found) throw new Problem('notFound')
          if (found.read_at === null && mayDo(person.role, 'submissions.change')) {
            await markRead(transaction, reference, true, doing)
            found.read_at = now.toISOString()
          }
          await addEvent(transaction, found, 'read', doing)
          return { found, others: await showPresence(transaction, found.id, person.id, now) }
        },
        { subject: reference },
      )
      const { answers, notes, cv, phone, answered_at, decline_reason, answer_due_at } = found
      const filters = await readFilters(context, query)
      return {
        ...toItem(found, notes.length),
        phone,
        answers,
        answeredAt: answered_at,
        promisedAt: answer_due_at,
        declineReason: decline_reason,
        noteList: notes,
        cv: cv ? { fileName: cv.file_name, size: cv.size, sha256: cv.sha256, inspection: cv.result ?? null } : null,
        stages: stagesOf(found.kind),
        moves: movesFrom(found.kind, found.stage),
        timeline: await timelineOf(queries, found),
        duplicates: await duplicatesOf(queries, found),
        /** Ids of those who have it open too. */
        others,
        neighbours: await neighboursOf(queries, filters, query.order ?? 'newest', found),
      }
    },
  }),

  'PUT /submissions/:id/stage': call({
    access: 'submissions.change',
    audit: 'submission.stage',
    body: z.object({
      stage: z.enum(STAGES),
      reason: z.enum(DECLINE_REASONS).optional(),
      version: z.number().int(),
    }),
    async handle({ write, person, now }, { params, body: { stage, reason, version } }) {
      const reference = params.id as string
      if (stage === 'declined' && !reason) throw new Problem('invalid', { errors: { reason: ['reasonRequired'] } })
      const changed = await write(
        (queries) =>
          handled({ stage }, () =>
            changeStage(queries, reference, { to: stage, reason }, { actorId: person.id, now, version }),
          ),
        { subject: reference, words: { stage } },
      )
      return handledState(changed)
    },
  }),

  'PUT /submissions/:id/assignee': call({
    access: 'submissions.change',
    audit: 'submission.assign',
    body: z.object({ assigneeId: z.string().max(100).nullable(), version: z.number().int() }),
    async handle({ write, person, now }, { params, body: { assigneeId, version } }) {
      const reference = params.id as string
      const changed = await write(
        async (queries) => {
          if (assigneeId !== null) await refuseStranger({ queries }, assigneeId)
          return handled({ assigneeId }, () =>
            assign(queries, reference, assigneeId, { actorId: person.id, now, version }),
          )
        },
        { subject: reference, words: { assignee: assigneeId ?? 'nobody' } },
      )
      return handledState(changed)
    },
  }),

  'PUT /submissions/:id/read': call({
    access: 'submissions.change',
    audit: 'submission.mark-read',
    body: z.object({ isRead: z.boolean() }),
    async handle({ write, person, now }, { params, body: { isRead } }) {
      const reference = params.id as string
      await write(
        (queries) => handled({ isRead }, () => markRead(queries, reference, isRead, { actorId: person.id, now })),
        { subject: reference, words: { read: isRead ? 'yes' : 'no' } },
      )
    },
  }),

  /** For the staff alone: no call makes a mail of a note. */
  'POST /submissions/:id/notes': call({
    access: 'submissions.change',
    audit: 'submission.note',
    body: z.object({
      note: z.string().trim().min(1, 'noteRequired').max(MAX_NOTE_LENGTH, 'tooLong'),
      mentions: z.array(z.string().max(100)).max(MAX_MENTIONS).optional(),
    }),
    async handle({ write, person, now }, { params, body: { note, mentions = [] } }) {
      const reference = params.id as string
      const id = await write(
        async (queries) => {
          for (const mentioned of mentions) await refuseStranger({ queries }, mentioned)
          return handled({}, () => addNote(queries, reference, { note, mentions }, { actorId: person.id, now }))
        },
        { subject: reference },
      )
      return { id, authorId: person.id, createdAt: now.toISOString(), note, mentions }
    },
  }),

  /** One's own. */
  'DELETE /submissions/:id/notes/:note': call({
    access: 'submissions.change',
    audit: 'submission.remove-note',
    async handle({ write, person }, { params }) {
      const reference = params.id as string
      await write(
        async (queries) => {
          const isRemoved = await handled({}, () => removeNote(queries, reference, params.note as string, person.id))
          if (!isRemoved) throw new Problem('notFound')
        },
        { subject: reference },
      )
    },
  }),

  /** Every half minute while it is open. */
  'PUT /submissions/:id/presence': call({
    access: 'submissions.read',
    background: true,
    withoutEntry: 'says only that a page is still open; that it was opened is written down',
    async handle({ write, person, now }, { params }) {
      return write(async (queries) => {
        const found = await findSummary(queries, params.id as string)
        return { others: await showPresence(queries, found.id, person.id, now), version: found.version }
      })
    },
  }),

  'DELETE /submissions/:id/presence': call({
    access: 'submissions.read',
    background: true,
    withoutEntry: 'says only that a page was closed',
    async handle({ write, person }, { params }) {
      await write(async (queries) =>
        endPresence(queries, (await findSummary(queries, params.id as string)).id, person.id),
      )
    },
  }),
}

/** As stored, from what stands in the address. */
export async function readFilters(
  { queries, person }: Pick<StaffContext, 'queries' | 'person'>,
  query: FilterQuery,
): Promise<SubmissionFilters> {
  const { form, job, stage, person: whose, language, since, until, marked, read, waiting, samples, search } = query
  const { timeZone } = since || until ? await companyCalendar(queries) : { timeZone: 'UTC' }
  return {
    kinds: listOf(form),
    stages: listOf(stage),
    jobId: job === undefined ? undefined : job === 'general' ? null : Number.parseInt(job, 10) || 0,
    assigneeId: whose === 'me' ? person.id : whose === 'nobody' ? null : whose,
    language,
    since: since && startOfDay(since, timeZone).toISOString(),
    until: until && startOfDay(daysAfter(until, 1), timeZone).toISOString(),
    isMarked: asBoolean(marked),
    isRead: asBoolean(read),
    isWaiting: asBoolean(waiting),
    isSample: asBoolean(samples),
    search: search?.trim() ? search : undefined,
  }
}

const asBoolean = (word: 'yes' | 'no' | undefined) => (word === undefined ? undefined : word === 'yes')

const listOf = <Each>(value: Each | Each[] | undefined) =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value]

/** Refuses in the words of the desk; a conflict shows both: what is there now, and what was wanted. */
export async function handled<Result>(wanted: object, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotHandled)) throw error
    if (error.fault === 'unknown' || !error.current) throw new Problem('notFound')
    const details = { current: handledState(error.current), wanted }
    throw new Problem(error.fault === 'conflict' ? 'conflict' : 'moveNotAllowed', { details })
  }
}

/** What a change gives back, and what a conflict shows. */
function handledState(summary: SubmissionSummary) {
  const { reference, stage, stageSince, assigneeId, isRead, dueAt, version } = toItem(summary, 0)
  const { decline_reason: declineReason, kind } = summary
  return {
    reference,
    stage,
    stageSince,
    assigneeId,
    isRead,
    dueAt,
    version,
    declineReason,
    moves: movesFrom(kind, stage),
  }
}

/** Work is handed only to those who may read it. */
export async function refuseStranger({ queries }: Pick<StaffContext, 'queries'>, personId: string) {
  const found = await findPerson(queries, personId)
  if (!found || !mayDo(found.role, 'submissions.read')) throw new Problem('personUnknown')
}

async function findSummary(queries: StaffContext['queries'], reference: string) {
  const found = await queries
    .selectFrom('submissions')
    .select(['id', 'version'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!found) throw new Problem('notFound')
  return found
}
