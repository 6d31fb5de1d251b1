import * as z from 'zod'
import { questionsOf } from '#domain/candidates/questions.ts'
import { repliesOf } from '#domain/candidates/replies/replies.ts'
import { findCompany } from '#domain/content/company.ts'
import { callRequestOf } from '#domain/hiring/call-requests.ts'
import { personWith } from '#domain/hiring/candidates.ts'
import { interviewsOf } from '#domain/hiring/interviews/interviews.ts'
import { ownCardState } from '#domain/hiring/scorecards.ts'
import { readAbout } from '#domain/notifications/staff/list.ts'
import { subjectOf } from '#domain/notifications/staff/notify.ts'
import { mayDoIn, mayDoSomewhere, type Right, rightsIn } from '#domain/people/rights.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { ANSWER_CHANNELS, STAGES } from '#domain/platform/database/tables.ts'
import { attachmentsOf } from '#domain/submissions/attachments.ts'
import { type BulkAction, changeInBulk } from '#domain/submissions/bulk.ts'
import { CONTACT_CHANNELS, recordContact, takeContactBack, whatsappLink } from '#domain/submissions/contacts.ts'
import { addOpening } from '#domain/submissions/events.ts'
import { addNote, currentOf, removeNote } from '#domain/submissions/handling.ts'
import { countsOf, inboxPage, neighboursOf, toItem } from '#domain/submissions/inbox.ts'
import { fillLetter, lettersOf, submissionsOfLetters } from '#domain/submissions/letters.ts'
import { newestLink } from '#domain/submissions/links.ts'
import {
  beginPresence,
  duplicatesOf,
  endPresence,
  keepPresence,
  stateOf,
  timelineOf,
} from '#domain/submissions/one-submission.ts'
import { findProcess, type HiringProcess, processKeyOf, stageNameOf, stepOf } from '#domain/submissions/processes.ts'
import { markRead } from '#domain/submissions/read-marks.ts'
import { scopeOf } from '#domain/submissions/scope.ts'
import { movesFrom, stagesOf } from '#domain/submissions/stages.ts'
import { findSubmission, type WholeSubmission } from '#domain/submissions/submissions.ts'
import { textsIn } from '#texts/index.ts'
import { call, type StaffContext } from '../call.ts'
import { handledState, refuseStranger, refuseUnknownReason } from '../handled.ts'
import { found, Problem } from '../problem.ts'
import { filterFields, filterQuery, readFilters } from '../submission-filters.ts'
import { declineLetter, toDeclineLetters } from './letters.ts'

const MAX_NOTE_LENGTH = 5000
const MAX_WHY_LENGTH = 1000
const MAX_MENTIONS = 20
const USUAL_PAGE = 50
const MAX_PAGE = 100

export const submissionCalls = {
  'GET /submissions': call('submissions.read', {
    query: z.object({
      ...filterFields,
      after: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
    }),
    async handle(context, { query }) {
      const filters = await readFilters(context, query)
      const { order = 'newest', after, limit = USUAL_PAGE } = query
      return inboxPage(context.queries, filters, { order, after, limit }, context.person.id)
    },
  }),

  'GET /submissions/counts': call('submissions.read', {
    background: true,
    handle: ({ queries, person }) => countsOf(queries, person),
  }),

  /** Recorded, and read by this person from then on. The query is that of the list it was opened from. */
  'GET /submissions/:id': call('submissions.read', {
    audit: 'submission.open',
    query: filterQuery,
    async handle(context, { params, query }) {
      const { write, queries, person, now, handling } = context
      const { submission, others } = await write(async (transaction) => {
        const submission = found(await findSubmission(transaction, params.id))
        await see(transaction, submission, handling)
        await addOpening(transaction, submission, handling)
        return { submission, others: await beginPresence(transaction, submission.id, person.id, now) }
      })
      const filters = await readFilters(context, query)
      const neighbours = await neighboursOf(queries, filters, query.order ?? 'newest', submission)
      return { ...(await wholePage(queries, submission, person, now)), others, neighbours }
    },
  }),

  'PUT /submissions/:id/stage': call('submissions.move', {
    audit: 'submission.stage',
    body: z.object({
      stage: z.enum(STAGES),
      /** A stage of the job's own within `stage`; empty: the company's. */
      step: z.string().max(40).optional(),
      reason: z.string().max(100).optional(),
      /** For the team: why it was decided so. */
      why: z.string().trim().max(MAX_WHY_LENGTH, 'tooLong').optional(),
      version: z.number().int(),
      letter: declineLetter.optional(),
    }),
    async handle(context, { params, body: { stage, step, reason, why, version, letter } }) {
      if (letter && !mayDoSomewhere(context.person, 'submissions.change')) throw new Problem('notAllowed')
      if (stage === 'declined' && !reason) throw new Problem('invalid', { errors: { reason: ['reasonRequired'] } })
      return context.write(
        async (queries) => {
          await refuseUnknownReason(queries, stage === 'declined' ? reason : undefined)
          const current = await currentOf(queries, params.id, { version })
          const given = stage === 'declined' ? letter : undefined
          const letters = await toDeclineLetters({ ...context, queries }, given, [current])
          return changeOne({ ...context, queries }, params.id, version, {
            kind: 'stage',
            stage,
            step,
            reason,
            why,
            letters,
          })
        },
        { words: { stage } },
      )
    },
  }),

  /** For an answer that the desk did not send. */
  'PUT /submissions/:id/answered': call('submissions.change', {
    audit: 'submission.answered',
    body: z.object({ by: z.enum(ANSWER_CHANNELS, 'channelRequired'), version: z.number().int() }),
    handle: (context, { params, body: { by, version } }) =>
      context.write(
        async (queries) => changeOne({ ...context, queries }, params.id, version, { kind: 'answered', by }),
        { words: { by } },
      ),
  }),

  'PUT /submissions/:id/assignee': call('submissions.change', {
    audit: 'submission.assign',
    body: z.object({ assigneeId: z.string().max(100).nullable(), version: z.number().int() }),
    handle: (context, { params, body: { assigneeId, version } }) =>
      context.write(
        async (queries) => {
          if (assigneeId !== null) await refuseStranger(queries, assigneeId, params.id)
          return changeOne({ ...context, queries }, params.id, version, { kind: 'assign', assigneeId })
        },
        { words: { assignee: assigneeId ?? 'nobody' } },
      ),
  }),

  'PUT /submissions/:id/read': call('submissions.change', {
    audit: 'submission.mark-read',
    body: z.object({ isRead: z.boolean() }),
    async handle({ write, handling }, { params, body: { isRead } }) {
      const words = { read: isRead ? 'yes' : 'no' }
      await write((queries) => markRead(queries, params.id, isRead, handling), { words })
    },
  }),

  /** For the staff alone: no call mails a note. The colleagues it mentions are told that there is one. */
  'POST /submissions/:id/notes': call('submissions.note', {
    audit: 'submission.note',
    body: z.object({
      /** Made by the client, so that a repeated request stores it once. */
      id: z.uuid().optional(),
      note: z.string().trim().min(1, 'noteRequired').max(MAX_NOTE_LENGTH, 'tooLong'),
      mentions: z.array(z.string().max(100)).max(MAX_MENTIONS).optional(),
    }),
    async handle({ write, person, handling }, { params, body: { id, note, mentions = [] } }) {
      const stored = await write(async (queries) => {
        for (const mentioned of mentions) await refuseStranger(queries, mentioned, params.id)
        const added = await addNote(queries, params.id, { id, note, mentions }, handling)
        if (!added) throw new Problem('conflict')
        return added
      })
      return { ...stored, authorId: person.id, note, mentions }
    },
  }),

  /** `opened`: the link of a telephone or of WhatsApp. What is said there stays there. */
  'POST /submissions/:id/contacts': call('submissions.change', {
    audit: 'submission.contact',
    body: z.object({ id: z.uuid(), by: z.enum(CONTACT_CHANNELS), act: z.enum(['opened', 'contacted']) }),
    handle: ({ write, handling }, { params, body }) =>
      write((queries) => recordContact(queries, params.id, body, handling), {
        action: body.act === 'opened' ? 'submission.contact-open' : 'submission.contact',
        words: { by: body.by },
      }),
  }),

  'DELETE /submissions/:id/contacts/:contact': call('submissions.change', {
    audit: 'submission.contact-undo',
    handle: ({ write, handling }, { params }) =>
      write(async (queries) => void found(await takeContactBack(queries, params.id, params.contact, handling))),
  }),

  'DELETE /submissions/:id/notes/:note': call('submissions.note', {
    audit: 'submission.remove-note',
    async handle({ write, person }, { params }) {
      await write(async (queries) => found(await removeNote(queries, params.id, params.note, person.id)))
    },
  }),

  /** `news` is null if `state` is still true. Only for a page that is open: another has to open it, which is recorded. */
  'PUT /submissions/:id/presence': call('submissions.read', {
    background: true,
    withoutEntry: 'the page is still open; that it was opened is written down',
    body: z.object({ state: z.string().max(200).optional() }).nullish(),
    async handle({ write, queries, person, now, handling }, { params, body }) {
      const { others, news } = await write(async (transaction) => {
        const submission = found(await findSubmission(transaction, params.id))
        const others = await keepPresence(transaction, submission.id, person.id, now)
        const isKnown = !others || body?.state === (await stateOf(transaction, submission))
        if (!isKnown) await see(transaction, submission, handling)
        return { others, news: isKnown ? null : submission }
      })
      return {
        isOpen: others !== undefined,
        others: others ?? [],
        news: news && (await wholePage(queries, news, person, now)),
      }
    },
  }),

  'DELETE /submissions/:id/presence': call('submissions.read', {
    background: true,
    withoutEntry: 'says only that a page was closed',
    handle: ({ write, person }, { params }) =>
      write(async (queries) => endPresence(queries, (await findSummary(queries, params.id)).id, person.id)),
  }),
}

async function see(queries: Queries, submission: WholeSubmission, handling: StaffContext['handling']) {
  await markRead(queries, submission.reference, true, handling)
  await readAbout(queries, subjectOf({ submission: submission.id }).subject, handling.actorId, handling.now)
}

/** As one person sees it who has just read it. */
async function wholePage(queries: Queries, submission: WholeSubmission, person: StaffContext['person'], now: Date) {
  const { answers, notes, cv, phone, answered_at, answered_by, decline_reason, answer_due_at } = submission
  const key = processKeyOf(submission)
  const process = await findProcess(queries, key)
  const may = (right: Right) => mayDoIn(person, key, right)
  return {
    /** The person's rights on this submission. */
    rights: rightsIn(person, key),
    process: key,
    ...toItem(submission, { notes: notes.length, isRead: true }),
    state: await stateOf(queries, submission),
    stageName: stageNameOf(process, submission),
    phone,
    answers,
    jobAnswers: shownAnswers(submission, may('salaries.read')),
    answeredAt: answered_at,
    answeredBy: answered_by,
    promisedAt: answer_due_at,
    declineReason: may('reasons.read') ? decline_reason : null,
    candidateId: may('inbox.read') ? ((await personWith(queries, submission.mailbox)) ?? null) : null,
    cameBy: cameByOf(submission),
    added: submission.added_as && { as: submission.added_as, by: submission.added_by },
    noteList: notes,
    cv: cv
      ? { fileName: cv.file_name, size: cv.size, sha256: cv.sha256, inspection: cv.result ?? null, text: cv.text }
      : null,
    stages: stagesFor(submission, process),
    /** The person's own; null for what is no application. */
    scorecard: submission.kind === 'contact-message' ? null : await ownCardState(queries, submission.id, person.id),
    moves: movesFrom(submission.kind, submission.stage),
    interviews: await interviewsOf(queries, submission.id, now),
    callRequest: (await callRequestOf(queries, submission.id)) ?? null,
    ...(may('letters.read') ? await correspondenceOf(queries, submission, person) : NO_CORRESPONDENCE),
    timeline: shownTimeline(await timelineOf(queries, submission), may),
    duplicates: await duplicatesOf(queries, submission, scopeOf(person)),
  }
}

async function correspondenceOf(queries: Queries, submission: WholeSubmission, person: StaffContext['person']) {
  const link = await newestLink(queries, submission.id)
  return {
    whatsapp: await whatsappOf(queries, submission, person),
    letters: await asTheyArrive(queries, await lettersOf(queries, submission.id)),
    questions: await questionsOf(queries, submission.id),
    replies: await repliesOf(queries, submission.id),
    attachments: await attachmentsOf(queries, { submissionId: submission.id }),
    link: link ? { createdAt: link.created_at, endedAt: link.ended_at } : null,
  }
}

const cameByOf = ({ source, campaign, referring_site, heard_of }: WholeSubmission) => ({
  source,
  campaign,
  site: referring_site,
  heardOf: heard_of,
})

const NO_CORRESPONDENCE: Awaited<ReturnType<typeof correspondenceOf>> = {
  ...{ whatsapp: null, link: null },
  ...{ letters: [], questions: [], replies: [], attachments: [] },
}

const shownAnswers = ({ jobAnswers }: WholeSubmission, knowsSalaries: boolean) =>
  jobAnswers
    .filter(({ is_confidential }) => knowsSalaries || is_confidential === 0)
    .map(({ question_id: id, is_knock_out, is_confidential, ...answer }) => ({
      id,
      ...answer,
      isKnockOut: is_knock_out === 1,
      isConfidential: is_confidential === 1,
    }))

/** Steps that say nothing of what was written to the candidate, or by them. */
const WITHOUT_LETTERS: readonly string[] = [
  ...['received', 'stage', 'step', 'assign', 'note', 'read', 'unread', 'cv-opened', 'cv-saved', 'corrected'],
  ...['cv-replaced', 'cv-added', 'added', 'scorecard', 'call-asked', 'call-done'],
  ...['interview-proposed', 'interview-chosen', 'interview-moved', 'interview-cancelled', 'interview-undone'],
  'interview-unsuitable',
]

function shownTimeline(timeline: Awaited<ReturnType<typeof timelineOf>>, may: (right: Right) => boolean) {
  return timeline
    .filter(({ kind }) => may('letters.read') || WITHOUT_LETTERS.includes(kind))
    .map(({ details: { reason, why, ...details }, ...entry }) => ({
      ...entry,
      details: may('reasons.read') ? { reason, why, ...details } : details,
    }))
}

async function whatsappOf(queries: Queries, submission: WholeSubmission, { name }: StaffContext['person']) {
  const { language, kind } = submission
  const body = textsIn(language).mail.letters.whatsapp[kind === 'contact-message' ? 'message' : 'application']
  return whatsappLink(
    submission,
    { language, subject: '', body },
    { company: await findCompany(queries), author: name },
  )
}

function stagesFor({ kind }: WholeSubmission, { stages }: HiringProcess) {
  if (kind === 'contact-message') return stagesOf(kind).map((stage) => ({ stage, step: '', name: null }))
  return stages.map((each) => ({ stage: each.kind, step: stepOf(each), name: each.name }))
}

/** `undo` is null if nothing changed. */
async function changeOne(
  { queries, settings, handling, person }: Pick<StaffContext, 'queries' | 'settings' | 'handling' | 'person'>,
  reference: string,
  version: number,
  action: BulkAction,
) {
  const current = await currentOf(queries, reference, { version })
  if (action.kind === 'stage' && action.stage === current.stage && (action.step ?? current.step) === current.step)
    return { ...handledState(current, person), undo: null, letters: 0 }
  const { undo, letters } = await changeInBulk(queries, [current], action, settings.outbox, handling)
  const changed = await currentOf(queries, reference, {})
  return { ...handledState(changed, person), undo: changed.version === version ? null : undo, letters }
}

async function asTheyArrive(queries: StaffContext['queries'], letters: Awaited<ReturnType<typeof lettersOf>>) {
  if (letters.length === 0) return []
  const company = await findCompany(queries)
  const submissions = await submissionsOfLetters(
    queries,
    letters.map(({ id }) => id),
  )
  const people = await queries.selectFrom('people').select(['id', 'name']).where('removed_at', 'is', null).execute()
  const authors = new Map(people.map(({ id, name }) => [id, name]))
  return letters.map((letter) => {
    const author = authors.get(letter.authorId ?? '')
    const { subject, body } = fillLetter(letter, submissions.get(letter.id) ?? [], { company, author })
    const isSent = letter.sentAt !== null
    return { ...letter, subject: (isSent && letter.sentSubject) || subject, body: (isSent && letter.sentText) || body }
  })
}

async function findSummary(queries: StaffContext['queries'], reference: string) {
  const summary = queries.selectFrom('submissions').select(['id', 'version']).where('reference', '=', reference)
  return found(await summary.executeTakeFirst())
}
