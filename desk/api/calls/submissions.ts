import * as z from 'zod'
import { questionsOf } from '#domain/candidates/questions.ts'
import { findCompany } from '#domain/content/company.ts'
import { mayDo } from '#domain/people/rights.ts'
import { DECLINE_REASONS, STAGES } from '#domain/platform/database/tables.ts'
import { changeInBulk } from '#domain/submissions/bulk.ts'
import { addOpening } from '#domain/submissions/events.ts'
import { addNote, assign, currentOf, markRead, removeNote } from '#domain/submissions/handling.ts'
import { countsOf, inboxPage, neighboursOf, toItem } from '#domain/submissions/inbox.ts'
import { fillLetter, lettersOf, submissionsOfLetters } from '#domain/submissions/letters.ts'
import { newestLink } from '#domain/submissions/links.ts'
import { duplicatesOf, endPresence, showPresence, timelineOf } from '#domain/submissions/one-submission.ts'
import { movesFrom, stagesOf } from '#domain/submissions/stages.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { call, type StaffContext } from '../call.ts'
import { handled, handledState, refuseStranger } from '../handled.ts'
import { Problem } from '../problem.ts'
import { filterFields, filterQuery, readFilters } from '../submission-filters.ts'
import { declineLetter, toDeclineLetters } from './letters.ts'

const MAX_NOTE_LENGTH = 5000
const MAX_MENTIONS = 20
const USUAL_PAGE = 50
const MAX_PAGE = 100

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
      return inboxPage(context.queries, filters, { order, after, limit })
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
      const reference = params.id
      const handling = { actorId: person.id, now }
      const { found, others } = await write(
        async (transaction) => {
          const found = await findSubmission(transaction, reference)
          if (!found) throw new Problem('notFound')
          if (found.read_at === null && mayDo(person.role, 'submissions.change')) {
            await markRead(transaction, reference, true, handling)
            found.read_at = now.toISOString()
          }
          await addOpening(transaction, found, handling)
          return { found, others: await showPresence(transaction, found.id, person.id, now) }
        },
        { subject: reference },
      )
      const { answers, notes, cv, phone, answered_at, decline_reason, answer_due_at } = found
      const filters = await readFilters(context, query)
      const link = await newestLink(queries, found.id)
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
        letters: await asTheyArrive(queries, await lettersOf(queries, found.id)),
        questions: await questionsOf(queries, found.id),
        /** To the page of whoever sent it; null for what was sent before there were links. */
        link: link ? { createdAt: link.created_at, endedAt: link.ended_at } : null,
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
      /** Only when declining. */
      letter: declineLetter.optional(),
    }),
    async handle(context, { params, body: { stage, reason, version, letter } }) {
      const { write, person, now, settings } = context
      const reference = params.id
      if (stage === 'declined' && !reason) throw new Problem('invalid', { errors: { reason: ['reasonRequired'] } })
      const handling = { actorId: person.id, now }
      return write(
        (queries) =>
          handled({ stage }, async () => {
            const current = await currentOf(queries, reference, { version })
            if (current.stage === stage) return { ...handledState(current), undo: null, letters: 0 }
            const owed =
              stage === 'declined' ? await toDeclineLetters({ ...context, queries }, letter, [current]) : undefined
            const action = { kind: 'stage' as const, stage, reason, letters: owed }
            const { undo, letters } = await changeInBulk(queries, [current], action, settings.outbox, handling)
            return { ...handledState(await currentOf(queries, reference, {})), undo, letters }
          }),
        { subject: reference, words: { stage } },
      )
    },
  }),

  'PUT /submissions/:id/assignee': call({
    access: 'submissions.change',
    audit: 'submission.assign',
    body: z.object({ assigneeId: z.string().max(100).nullable(), version: z.number().int() }),
    async handle({ write, person, now }, { params, body: { assigneeId, version } }) {
      const reference = params.id
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
      const reference = params.id
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
      /** Made by whoever sends it, so that it is stored once however often it is sent. */
      id: z.uuid().optional(),
      note: z.string().trim().min(1, 'noteRequired').max(MAX_NOTE_LENGTH, 'tooLong'),
      mentions: z.array(z.string().max(100)).max(MAX_MENTIONS).optional(),
    }),
    async handle({ write, person, now }, { params, body: { id, note, mentions = [] } }) {
      const reference = params.id
      const stored = await write(
        async (queries) => {
          for (const mentioned of mentions) await refuseStranger({ queries }, mentioned)
          const handling = { actorId: person.id, now }
          const added = await handled({}, () => addNote(queries, reference, { id, note, mentions }, handling))
          if (!added) throw new Problem('conflict')
          return added
        },
        { subject: reference },
      )
      return { ...stored, authorId: person.id, note, mentions }
    },
  }),

  /** One's own. */
  'DELETE /submissions/:id/notes/:note': call({
    access: 'submissions.change',
    audit: 'submission.remove-note',
    async handle({ write, person }, { params }) {
      const reference = params.id
      await write(
        async (queries) => {
          const isRemoved = await handled({}, () => removeNote(queries, reference, params.note, person.id))
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
        const found = await findSummary(queries, params.id)
        return { others: await showPresence(queries, found.id, person.id, now), version: found.version }
      })
    },
  }),

  'DELETE /submissions/:id/presence': call({
    access: 'submissions.read',
    background: true,
    withoutEntry: 'says only that a page was closed',
    async handle({ write, person }, { params }) {
      await write(async (queries) => endPresence(queries, (await findSummary(queries, params.id)).id, person.id))
    },
  }),
}

/** With what is filled in when they are sent: who reads the list reads what the person will read. */
async function asTheyArrive(queries: StaffContext['queries'], letters: Awaited<ReturnType<typeof lettersOf>>) {
  if (letters.length === 0) return []
  const company = await findCompany(queries)
  const ids = letters.map(({ id }) => id)
  const submissions = await submissionsOfLetters(queries, ids)
  return letters.map((letter) => {
    const { subject, body } = fillLetter(letter, submissions.get(letter.id) ?? [], company)
    return { ...letter, subject, body }
  })
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
