import { sql } from 'kysely'
import type { Queries } from '../platform/database/database.ts'
import { type Stage, SUBMISSION_KINDS, type SubmissionKind } from '../platform/database/tables.ts'
import { foundInCvs } from './found-in-cv.ts'
import { FORM_PROPERTIES } from './kinds.ts'
import {
  type Cursor,
  countUpTo,
  cursorOf,
  listCursors,
  listSubmissions,
  type Order,
  type SubmissionFilters,
  submissionsAt,
} from './list-submissions.ts'
import { MAX_COUNTED } from './max-counted.ts'
import { stageNamesOf } from './processes.ts'
import { readOnes } from './read-marks.ts'
import { isWithin, type Scope, scopeOf, type Viewer } from './scope.ts'
import { isWaitingIn } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

export async function inboxPage(
  queries: Queries,
  filters: SubmissionFilters,
  { order, after, limit }: { order: Order; after?: string | undefined; limit: number },
  personId: string,
) {
  const from = after === undefined ? undefined : readCursor(after)
  // The first page counts the list; the cursor carries the count to the others.
  const walked = await listCursors(queries, filters, {
    order,
    after: from,
    limit: from ? limit + 1 : Math.max(limit, MAX_LISTED) + 1,
  })
  const counted = from ? from.counted : walked.length
  const shown = walked.slice(0, limit)
  const last = shown.at(-1)
  const summaries = await submissionsAt(queries, shown)
  const found = await foundInCvs(queries, summaries, filters)
  const items = await toItems(queries, summaries, personId)
  return {
    items: items.map((item, index) => ({ ...item, foundInCv: found.get(summaries[index]?.id ?? '') ?? null })),
    next: walked.length > limit && last ? writeCursor(last, counted) : null,
    total: Math.min(counted, MAX_LISTED),
    isMore: counted > MAX_LISTED,
  }
}

/** Each counted line is read, so a list counts fewer than the figures beside it. */
const MAX_LISTED = 1000

export const countInbox = (queries: Queries, filters: SubmissionFilters) => countUpTo(queries, MAX_COUNTED + 1, filters)

export async function neighboursOf(
  queries: Queries,
  filters: SubmissionFilters,
  order: Order,
  submission: SubmissionSummary,
) {
  const cursor = cursorOf(submission, order)
  const [[previous], [next]] = await Promise.all([
    listSubmissions(queries, filters, { order, isBackwards: true, after: cursor, limit: 1 }),
    listSubmissions(queries, filters, { order, after: cursor, limit: 1 }),
  ])
  return { previous: previous?.reference ?? null, next: next?.reference ?? null }
}

type StageCounts = Record<SubmissionKind, Partial<Record<Stage, number>>>

export async function countsOf(queries: Queries, viewer: Viewer) {
  const scope = scopeOf(viewer)
  const [stages, unread, marked, waiting, mine, samples] = await Promise.all([
    scope === 'everywhere' ? countAllStages(queries) : countStages(queries, scope),
    countInbox(queries, { scope, unreadBy: viewer.id }),
    countInbox(queries, { scope, marked: ['yes'] }),
    countInbox(queries, { scope, isWaiting: true }),
    countInbox(queries, { scope, assigneeIds: [viewer.id] }),
    countInbox(queries, { scope, isSample: true }),
  ])
  return { stages, unread, marked, waiting, mine, samples }
}

const COUNTED_FOR_MILLISECONDS = 10_000
// Some 150 ms of the processor: docs/scale.md.
const MANY_SUBMISSIONS = 500_000
const MANY_COUNTED_FOR_MILLISECONDS = 30_000

async function countStages(queries: Queries, scope: Scope) {
  const counted = await queries
    .selectFrom('submissions')
    .select(({ fn }) => ['kind', 'stage', fn.countAll().as('count')])
    .$if(scope !== 'everywhere', (query) => query.where(isWithin(scope)))
    .groupBy(['kind', 'stage'])
    .execute()
  const stages: StageCounts = { 'contact-message': {}, 'internship-application': {}, 'career-application': {} }
  for (const { kind, stage, count } of counted) stages[kind][stage] = Number(count)
  return stages
}

/** Exact: counts every submission, but only after a change. */
const countAllStages = countedOnce((queries) => countStages(queries, 'everywhere'), sumOfStages)

function sumOfStages(stages: StageCounts) {
  return sumOf(Object.values(stages).flatMap((each) => Object.values(each)))
}

export const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

/** Counts again after a change or some seconds; the clock of another process may be behind. Not for transactions. */
export function countedOnce<Counted>(
  count: (queries: Queries) => Promise<Counted>,
  sumOf: (counted: Counted) => number,
  many = MANY_SUBMISSIONS,
) {
  const known = new WeakMap<Queries, Count<Counted>>()
  return async (queries: Queries): Promise<Counted> => {
    const former = known.get(queries)
    if (former && performance.now() < former.keptUntil) return former.counted
    const version = await countsVersion(queries)
    if (former?.version === version && performance.now() < former.until) return former.counted
    const counted = count(queries)
    const latest = { version, until: performance.now() + COUNTED_FOR_MILLISECONDS, keptUntil: 0, counted }
    known.set(queries, latest)
    counted.then(
      (result) => {
        if (sumOf(result) >= many) latest.keptUntil = performance.now() + MANY_COUNTED_FOR_MILLISECONDS
      },
      () => known.delete(queries),
    )
    return counted
  }
}

interface Count<Counted> {
  version: string
  until: number
  keptUntil: number
  counted: Promise<Counted>
}

/** Every change leaves an entry in the audit trail, every arrival has a number. Four look-ups. */
async function countsVersion(queries: Queries) {
  const { rows } = await sql<{ number: number | null }>`select number from audit_trail_head`.execute(queries)
  return `${await inboxVersion(queries)}-${rows[0]?.number ?? 0}`
}

export async function toItems(queries: Queries, summaries: readonly SubmissionSummary[], personId: string) {
  if (summaries.length === 0) return []
  const ids = summaries.map(({ id }) => id)
  const notes = await queries
    .selectFrom('submission_notes')
    .select(({ fn }) => ['submission_id', fn.countAll().as('count')])
    .where('submission_id', 'in', ids)
    .groupBy('submission_id')
    .execute()
  const notesById = new Map(notes.map(({ submission_id, count }) => [submission_id, Number(count)]))
  const excerpts = await excerptsOf(queries, summaries)
  const read = await readOnes(queries, summaries, personId)
  const stageNameOf = await stageNamesOf(queries, summaries)
  return summaries.map((summary) => ({
    ...toItem(summary, { notes: notesById.get(summary.id) ?? 0, isRead: read.has(summary.id) }),
    /** The job's own; null: the company's. */
    stageName: stageNameOf(summary),
    excerpt: excerpts.get(summary.id) ?? '',
  }))
}

const MAX_EXCERPT_LENGTH = 120

async function excerptsOf(queries: Queries, summaries: readonly SubmissionSummary[]): Promise<Map<string, string>> {
  const ids = summaries.map(({ id }) => id)
  const rows = await queries
    .selectFrom('submission_answers')
    .select(['submission_id', 'field', sql<string>`substr(answer, 1, ${MAX_EXCERPT_LENGTH + 1})`.as('beginning')])
    .where('submission_id', 'in', ids)
    .where('field', 'in', EXCERPT_FIELDS)
    .execute()
  return new Map(
    summaries.map(({ id, kind }) => {
      const own = rows.filter(({ submission_id }) => submission_id === id)
      const parts = FORM_PROPERTIES[kind].excerpt.map((field) =>
        own.find((row) => row.field === field)?.beginning.trim(),
      )
      return [id, shortened(parts.filter(Boolean).join(' · '))]
    }),
  )
}

const EXCERPT_FIELDS = SUBMISSION_KINDS.flatMap((kind): readonly string[] => FORM_PROPERTIES[kind].excerpt)

function shortened(text: string) {
  const line = text.replace(/\s+/g, ' ')
  if (line.length <= MAX_EXCERPT_LENGTH) return line
  const cut = line.slice(0, MAX_EXCERPT_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_EXCERPT_LENGTH / 2))}…`
}

export function toItem(summary: SubmissionSummary, { notes, isRead }: { notes: number; isRead: boolean }) {
  return {
    reference: summary.reference,
    kind: summary.kind,
    createdAt: summary.created_at,
    language: summary.language,
    name: summary.name,
    email: summary.email,
    /** The subject, the position, or the job's English title; empty for a general application. */
    about: summary.about,
    aboutInArabic: summary.job_title_ar,
    jobId: summary.job_id,
    stage: summary.stage,
    step: summary.step,
    stageSince: summary.stage_since,
    assigneeId: summary.assignee_id,
    marks: summary.marks.split(' ').filter(Boolean),
    isRead,
    /** When an answer was promised; null if none is awaited. */
    dueAt: isWaiting(summary) ? summary.answer_due_at : null,
    isSample: summary.is_sample === 1,
    notes,
    version: summary.version,
  }
}

const isWaiting = ({ stage, answered_at }: SubmissionSummary) => answered_at === null && isWaitingIn(stage)

const NEVER = '1970-01-01T00:00:00.000Z'

/** Changes with every arrival, event, mail that left and set-up of a job; look-ups in indexes and in a small table. */
export async function inboxVersion(queries: Queries): Promise<string> {
  type Latest = { arrival: number | null } & Record<'event' | 'sent' | 'set_up', string | null>
  const { rows } = await sql<Latest>`
    select (select max(arrival) from submission_search) as arrival,
      (select max(happened_at) from submission_events) as event,
      (select max(sent_at) from mails) as sent, (select max(changed_at) from hiring_processes) as set_up`.execute(
    queries,
  )
  const { arrival, event, sent, set_up } = rows[0] ?? { arrival: 0, event: null, sent: null, set_up: null }
  return [arrival ?? 0, ...[event, sent, set_up].map((at) => Date.parse(at ?? NEVER))].join('-')
}

/** The same of what a team sees, so that nothing is known of other jobs. */
export async function scopedVersion(queries: Queries, scope: Scope): Promise<string> {
  const own = queries.selectFrom('submissions').where(isWithin(scope))
  const seen = await own
    .select(({ fn }) => [fn.max('submissions.arrival').as('arrival'), fn.countAll<number | string>().as('count')])
    .executeTakeFirstOrThrow()
  const ids = own.select('submissions.id')
  const event = await queries
    .selectFrom('submission_events')
    .select(({ fn }) => fn.max('happened_at').as('at'))
    .where('submission_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const mail = await queries
    .selectFrom('mails')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('reference', 'in', own.select('submissions.reference'))
    .executeTakeFirstOrThrow()
  return [seen.arrival ?? 0, seen.count, Date.parse(event.at ?? NEVER), Date.parse(mail.at ?? NEVER)].join('-')
}

function writeCursor({ arrival, key }: Cursor, counted: number) {
  return Buffer.from(JSON.stringify([arrival, key, counted])).toString('base64url')
}

/** A forged cursor finds nothing. */
function readCursor(cursor: string): Cursor & { counted: number } {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    parts = []
  }
  const [arrival, key, counted] = Array.isArray(parts) ? parts : []
  // PostgreSQL has no text with U+0000.
  const text = typeof key === 'string' ? key.replaceAll('\0', '') : ''
  return { arrival: wholeNumber(arrival), key: text, counted: wholeNumber(counted) }
}

const wholeNumber = (value: unknown) => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0)
