import {
  type AliasedExpression,
  type Expression,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Language } from '#texts/languages.ts'
import { type Act, recordInAuditTrail } from '../audit-trail.ts'
import { type Database, kindOf, type Queries } from '../database/database.ts'
import type { Stage, SubmissionKind, Tables } from '../database/tables.ts'
import { oweDeletions } from '../storage/deletions.ts'
import { FILE_COLUMNS } from '../storage/kept-files.ts'
import { forgetEventsAbout } from '../webhooks/ledger.ts'
import type { CvResult } from './cv/result.ts'
import { KIND_FACTS, KINDS_FOR_JOBS } from './kinds.ts'
import { firstArrivalAt, type SearchedTerm, searchedTerms } from './search-row.ts'
import { WAITING_STAGES } from './stages.ts'

/** What every submission has, whichever form it came from. */
export type SubmissionSummary = Selectable<Tables['submissions']>

export interface SubmissionFilters {
  kinds?: SubmissionKind[] | undefined
  /** Moments; `until` is the first that is too late. */
  since?: string | undefined
  until?: string | undefined
  /** `null`: the general applications. */
  jobId?: number | null | undefined
  stages?: Stage[] | undefined
  isMarked?: boolean | undefined
  isRead?: boolean | undefined
  /** An answer is owed. */
  isWaiting?: boolean | undefined
  isSample?: boolean | undefined
  /** `null`: nobody. */
  assigneeId?: string | null | undefined
  language?: Language | undefined
  /** Any of these, in whatever case. */
  emails?: string[] | undefined
  references?: string[] | undefined
  search?: string | undefined
}

/** `waiting`: by when an answer was promised, and only where one is owed. */
export const ORDERS = ['newest', 'oldest', 'waiting'] as const
export type Order = (typeof ORDERS)[number]

export interface CvDescription {
  file_name: string
  size: number
  sha256: string
  /** Missing until it was inspected. */
  result?: CvResult
}

interface Note {
  id: string
  /** Null: from the command line. */
  authorId: string | null
  createdAt: string
  note: string
  mentions: string[]
}

export interface WholeSubmission extends SubmissionSummary {
  /** The answers that only this form asks for, in its order. */
  answers: Record<string, string>
  /** The oldest first. */
  notes: Note[]
  /** What the staff asked afterwards and was answered, the oldest first. */
  replies: { question: string; answer: string }[]
  cv?: CvDescription
}

/** Where in a list a submission stands. */
export type Place = Pick<SubmissionSummary, 'arrival' | 'answer_due_at'>

/** A page of the list: the last submission of the page before, and how many at most. */
interface ListPage {
  order?: Order
  /** Walks the list from its end. */
  isBackwards?: boolean
  after?: Place | undefined
  limit?: number | undefined
}

/** The newest first, unless told otherwise. */
export function listSubmissions(
  queries: Queries,
  filters: SubmissionFilters = {},
  page: ListPage = {},
): Promise<SubmissionSummary[]> {
  return selectPage(queries, filters, page).selectAll('submissions').execute()
}

/** The same, without reading their rows: an index knows all of it. */
export function listPlaces(queries: Queries, filters: SubmissionFilters, page: ListPage): Promise<Place[]> {
  const due = page.order === 'waiting' ? sql<string>`submissions.answer_due_at` : sql<string>`''`
  return selectPage(queries, filters, page)
    .select(['submissions.arrival', due.as('answer_due_at')])
    .execute()
}

/** Those at these places, in their order. */
export async function submissionsAt(queries: Queries, places: Place[]): Promise<SubmissionSummary[]> {
  if (places.length === 0) return []
  const arrivals = places.map(({ arrival }) => arrival)
  const rows = await queries.selectFrom('submissions').selectAll().where('arrival', 'in', arrivals).execute()
  const byArrival = new Map(rows.map((row) => [row.arrival, row]))
  return arrivals.map((arrival) => byArrival.get(arrival)).filter((row) => row !== undefined)
}

export async function countSubmissions(queries: Queries, filters: SubmissionFilters = {}): Promise<number> {
  const { count } = await selectSubmissions(queries, filters)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findSubmission(queries: Queries, reference: string): Promise<WholeSubmission | undefined> {
  const found = await queries.selectFrom('submissions').selectAll().where('reference', '=', reference).execute()
  const [whole] = await readSubmissions(queries, found)
  return whole
}

/** In the order in which they arrived, with what lists are filtered by; for whoever counts them. */
export const submissionsInOrder = (queries: Queries): Submissions =>
  kindOf(queries) === 'sqlite'
    ? (queries.selectFrom(walkedBy('in_order')) as unknown as Submissions)
    : queries.selectFrom('submissions')

/** How many there are, but no more than it is worth counting. */
export async function countUpTo(queries: Queries, most: number, filters: SubmissionFilters = {}): Promise<number> {
  const found = selectSubmissions(queries, filters).select('submissions.arrival').limit(most).as('found')
  const { count } = await queries
    .selectFrom(found)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** In the order of the summaries. */
export async function readSubmissions(queries: Queries, summaries: SubmissionSummary[]): Promise<WholeSubmission[]> {
  if (summaries.length === 0) return []
  const ids = summaries.map(({ id }) => id)
  const answers = await queries.selectFrom('submission_answers').selectAll().where('submission_id', 'in', ids).execute()
  const cvs = await queries
    .selectFrom('cvs')
    .leftJoin('cv_inspections', 'cv_inspections.submission_id', 'cvs.submission_id')
    .select(['cvs.submission_id', 'file_name', 'size', 'sha256', 'result'])
    .where('cvs.submission_id', 'in', ids)
    .execute()
  const notes = await queries
    .selectFrom('submission_notes')
    .selectAll()
    .where('submission_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const replies = await queries
    .selectFrom('submission_questions')
    .select(['submission_id', 'question', 'answer'])
    .where('submission_id', 'in', ids)
    .where('answer', 'is not', null)
    .$narrowType<{ answer: string }>()
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  const answersById = new Map<string, Map<string, string>>(ids.map((id) => [id, new Map()]))
  for (const { submission_id, field, answer } of answers) answersById.get(submission_id)?.set(field, answer)
  const cvsById = new Map(
    cvs.map(({ submission_id, result, ...cv }): [string, CvDescription] => [
      submission_id,
      { ...cv, ...(result && { result: JSON.parse(result) }) },
    ]),
  )

  return summaries.map((summary) => {
    const facts = KIND_FACTS[summary.kind]
    const written = answersById.get(summary.id)
    const answerTo = (field: string) => (field === facts.about ? summary.about : (written?.get(field) ?? ''))
    const cv = cvsById.get(summary.id)
    return {
      ...summary,
      answers: Object.fromEntries(facts.answers.map((field) => [field, answerTo(field)])),
      notes: notes
        .filter(({ submission_id }) => submission_id === summary.id)
        .map(({ id, author_id, created_at, note, mentions }) => ({
          id,
          authorId: author_id,
          createdAt: created_at,
          note,
          mentions: JSON.parse(mentions),
        })),
      replies: replies
        .filter(({ submission_id }) => submission_id === summary.id)
        .map(({ question, answer }) => ({ question, answer })),
      ...(cv && { cv }),
    }
  })
}

/**
 * The CV, for `files.read`, which reads its bytes. None leaves the house without an entry in the audit trail: take it with `takeCv`, or in
 * a call that writes one.
 */
export async function findCv(queries: Queries, reference: string) {
  const found = await queries
    .selectFrom('cvs')
    .innerJoin('submissions', 'submissions.id', 'cvs.submission_id')
    .select(['submissions.id', 'submissions.reference', 'cvs.sha256', ...FILE_COLUMNS])
    .where('submissions.reference', '=', reference)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, reference: own, sha256, ...file } = found
  return { id, reference: own, sha256, file }
}

/** With its bytes. Own transaction, which also holds the entry. */
export async function takeCv(
  { write, files }: Database,
  reference: string,
  action: 'cv.read' | 'cv.save',
  { actor, now }: Act,
) {
  const cv = await write(async (queries) => {
    const found = await findCv(queries, reference)
    if (found) await recordInAuditTrail(queries, { action, actor, reference, counts: { cv: 1 } }, now)
    return found
  })
  return cv && { sha256: cv.sha256, bytes: await files.read(cv.file) }
}

/** With all that belongs to them: answers, CVs, mails that name them, keys under which they were sent. How many of each. */
export async function deleteSubmissions(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id' | 'kind' | 'reference'>[],
): Promise<Record<string, number>> {
  if (submissions.length === 0) return {}
  const ids = submissions.map(({ id }) => id)
  const references = submissions.map(({ reference }) => reference)
  const objects = await queries.selectFrom('cvs').select('object_key').where('submission_id', 'in', ids).execute()
  await oweDeletions(
    queries,
    objects.map(({ object_key }) => object_key),
  )
  const cvs = await queries.deleteFrom('cvs').where('submission_id', 'in', ids).executeTakeFirstOrThrow()
  const letters = await lettersAbout(queries, ids)
  await keepSharedLetters(queries, letters, ids)
  const mails = await queries.deleteFrom('mail_outbox').where('reference', 'in', references).executeTakeFirstOrThrow()
  const keys = await queries
    .deleteFrom('idempotency_keys')
    .where('reference', 'in', references)
    .executeTakeFirstOrThrow()
  await forgetEventsAbout(queries, references)
  await queries.deleteFrom('link_requests').where('submission_id', 'in', ids).execute()
  await queries.deleteFrom('submissions').where('id', 'in', ids).execute()
  await forgetInUndoSteps(queries, new Set(ids))
  // A letter about several applications stays while one of them does.
  if (letters.length > 0)
    await queries
      .deleteFrom('letters')
      .where('id', 'in', letters)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('letter_submissions').select('letter_id').whereRef('letter_id', '=', 'letters.id'))),
      )
      .execute()

  const counts: Record<string, number> = {}
  for (const { kind } of submissions) counts[kind] = (counts[kind] ?? 0) + 1
  Object.assign(counts, {
    cv: Number(cvs.numDeletedRows),
    mail: Number(mails.numDeletedRows),
    'idempotency-key': Number(keys.numDeletedRows),
  })
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** A letter about several applications, sent or not, is mailed under the reference of one that stays. */
async function keepSharedLetters(queries: Queries, letters: string[], ids: string[]) {
  if (letters.length === 0) return
  const shared = await queries
    .selectFrom('letter_submissions')
    .innerJoin('submissions', 'submissions.id', 'letter_submissions.submission_id')
    .select(['letter_id', ({ fn }) => fn.min('reference').as('reference')])
    .where('letter_id', 'in', letters)
    .where('submission_id', 'not in', ids)
    .groupBy('letter_id')
    .execute()
  for (const { letter_id, reference } of shared)
    await queries.updateTable('mail_outbox').set({ reference }).where('id', '=', letter_id).execute()
}

/** After they are deleted: whoever was changing them has finished by then, and their step is there to be seen. */
async function forgetInUndoSteps(queries: Queries, ids: Set<string>) {
  for (const { id, changes } of await queries.selectFrom('undo_steps').select(['id', 'changes']).execute()) {
    const all = JSON.parse(changes) as { id: string }[]
    const left = all.filter((change) => !ids.has(change.id))
    if (left.length === 0) await queries.deleteFrom('undo_steps').where('id', '=', id).execute()
    else if (left.length < all.length)
      await queries
        .updateTable('undo_steps')
        .set({ changes: JSON.stringify(left) })
        .where('id', '=', id)
        .execute()
  }
}

async function lettersAbout(queries: Queries, ids: string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('letter_submissions')
    .select('letter_id')
    .distinct()
    .where('submission_id', 'in', ids)
    .execute()
  return rows.map(({ letter_id }) => letter_id)
}

function selectPage(
  queries: Queries,
  filters: SubmissionFilters,
  { order = 'newest', isBackwards = false, after, limit }: ListPage,
) {
  const columns = columnsOf(order, isBackwards, arrivalColumn(queries, filters))
  return columns
    .reduce(
      (query, { column, isDescending }) => query.orderBy(column, isDescending ? 'desc' : 'asc'),
      selectSubmissions(queries, order === 'waiting' ? { ...filters, isWaiting: true } : filters, order).$if(
        after !== undefined,
        (query) => query.where(isListedAfter(columns, after as Place)),
      ),
    )
    .$if(limit !== undefined, (query) => query.limit(limit as number))
}

/** In no order where none is given. */
function selectSubmissions(queries: Queries, filters: SubmissionFilters, order?: Order) {
  const { kinds, since, until, jobId, stages, isMarked, isRead, isWaiting, isSample, assigneeId, language } = filters
  const { emails, references } = filters
  return from(queries, filters, order).where((row) =>
    row.and(
      [
        kinds !== undefined && row('kind', 'in', kinds),
        since !== undefined && row('created_at', '>=', since),
        until !== undefined && row('created_at', '<', until),
        ...arrivalRange(filters).map(([operator, bound]) => row(arrivalColumn(queries, filters), operator, bound)),
        stages !== undefined && row('stage', 'in', stages),
        isMarked !== undefined && row('marks', isMarked ? '!=' : '=', sql.lit('')),
        isRead !== undefined && row('read_at', isRead ? 'is not' : 'is', null),
        isWaiting === true && IS_WAITING,
        isWaiting === false && sql<SqlBool>`not (${IS_WAITING})`,
        isSample === true && sql<SqlBool>`submissions.is_sample = 1`,
        isSample === false && sql<SqlBool>`submissions.is_sample = 0`,
        assigneeId === null && row('assignee_id', 'is', null),
        typeof assigneeId === 'string' && row('assignee_id', '=', assigneeId),
        language !== undefined && row('language', '=', language),
        emails !== undefined && row(sql<string>`lower(email)`, 'in', emails.map(lowerCased)),
        references !== undefined && row('reference', 'in', references),
        jobId === null && row.and([row('kind', 'in', KINDS_FOR_JOBS), row('job_id', 'is', null)]),
        typeof jobId === 'number' && row('job_id', '=', jobId),
      ].filter((condition) => condition !== false),
    ),
  )
}

const lowerCased = (email: string) => email.trim().toLowerCase()

/** In the words of the index that holds those who wait: only then both databases see that it has all of them. */
export const IS_WAITING = sql<SqlBool>`(submissions.answered_at is null and submissions.stage in (${sql.join(
  WAITING_STAGES.map((stage) => sql.lit(stage)),
)}))`

// One that found its place taken has moved on, but not by so much.
const ARRIVALS_OF_A_SECOND = 1_000_000

/** Where in the order days begin and end, a little widely: the moments themselves are compared, too. */
function arrivalRange({ since, until }: SubmissionFilters): ['>=' | '<', number][] {
  return [
    ...(since === undefined ? [] : [['>=', firstArrivalAt(since)] as ['>=', number]]),
    ...(until === undefined ? [] : [['<', firstArrivalAt(until) + ARRIVALS_OF_A_SECOND] as ['<', number]]),
  ]
}

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>

/** With a search, those that have a word that begins with each of its words: both databases keep an index of words for it. */
function from(queries: Queries, filters: SubmissionFilters, order: Order | undefined): Submissions {
  const { search } = filters
  const isSqlite = kindOf(queries) === 'sqlite'
  if (search === undefined) {
    const index = isSqlite ? indexFor(filters, order) : undefined
    return index ? (queries.selectFrom(walkedBy(index)) as unknown as Submissions) : queries.selectFrom('submissions')
  }
  const terms = searchedTerms(search)
  if (terms.length === 0) return queries.selectFrom('submissions').where(sql<SqlBool>`1 = 0`)
  if (!isSqlite) {
    const beginnings = written(terms, {
      and: '&',
      or: '|',
      word: (word) => `'${word}'`,
      beginning: (word) => `'${word}':*`,
    })
    return queries
      .selectFrom('submission_search')
      .innerJoin('submissions', 'submissions.id', 'submission_search.submission_id')
      .where(
        sql<SqlBool>`array_to_tsvector(string_to_array(submission_search.words, ' ')) @@ ${beginnings}::tsquery`,
      ) as unknown as Submissions
  }
  const beginnings = written(terms, {
    and: 'AND',
    or: 'OR',
    word: (word) => `"${word}"`,
    beginning: (word) => `"${word}"*`,
  })
  // In this order: the words are what finds few among many.
  return (
    queries
      .selectFrom(sql<{ rowid: number }>`submission_words(${beginnings})`.as('found'))
      .crossJoin(walkedBy('in_order')) as unknown as Submissions
  ).where(sql<SqlBool>`submissions.arrival = found.rowid`)
}

interface SearchLanguage {
  and: string
  or: string
  word(word: string): string
  beginning(word: string): string
}

function written(terms: SearchedTerm[], { and, or, word: whole, beginning }: SearchLanguage) {
  const spelling = (words: SearchedTerm[number]) =>
    words.map(({ word, isWhole }) => (isWhole ? whole(word) : beginning(word))).join(` ${and} `)
  return terms.map((term) => `(${term.map((words) => `(${spelling(words)})`).join(` ${or} `)})`).join(` ${and} `)
}

type IndexName = 'in_order' | 'waiting' | 'by_job' | 'by_assignee' | 'marked' | 'unread' | 'samples'

/**
 * SQLite knows nothing about how many there are of which, and would sort a hundred thousand of one stage rather than walk in order.
 * So it is told by which index a list is walked: each holds the order, and the one that is used for most holds all that is filtered by.
 */
function indexFor(filters: SubmissionFilters, order: Order | undefined): IndexName | undefined {
  const { emails, references, jobId, assigneeId, isMarked, isRead, isSample, isWaiting } = filters
  if (emails !== undefined || references !== undefined) return undefined
  if (order === 'waiting') return 'waiting'
  if (typeof jobId === 'number') return 'by_job'
  if (typeof assigneeId === 'string') return 'by_assignee'
  if (isMarked) return 'marked'
  if (order === undefined && isWaiting) return 'waiting'
  const isOnlyFilter = Object.values(filters).filter((filter) => filter !== undefined).length === 1
  if (isOnlyFilter && isRead === false) return 'unread'
  return isOnlyFilter && isSample ? 'samples' : 'in_order'
}

/** Kysely has no word for it. */
const walkedBy = (index: IndexName) =>
  sql`submissions as submissions indexed by ${sql.id(`submissions_${index}`)}` as unknown as AliasedExpression<
    Tables['submissions'],
    'submissions'
  >

interface SortedColumn {
  column: Expression<unknown>
  isDescending: boolean
  valueIn(place: Place): string | number
}

/** SQLite walks the index of words itself in the order of its rows, but only if it is asked for by that name. */
const arrivalColumn = (queries: Queries, { search }: SubmissionFilters): RawBuilder<number> =>
  search !== undefined && kindOf(queries) === 'sqlite' && searchedTerms(search).length > 0
    ? sql.ref('found.rowid')
    : sql.ref('submissions.arrival')

function columnsOf(order: Order, isBackwards: boolean, arrival: Expression<unknown>): SortedColumn[] {
  const byArrival = { column: arrival, isDescending: true, valueIn: (place: Place) => place.arrival }
  const columns: SortedColumn[] =
    order === 'waiting'
      ? [
          {
            column: sql.ref('submissions.answer_due_at'),
            isDescending: false,
            valueIn: (place) => place.answer_due_at,
          },
          { ...byArrival, isDescending: false },
        ]
      : [byArrival]
  const isTurned = (order === 'oldest') !== isBackwards
  return isTurned ? columns.map((each) => ({ ...each, isDescending: !each.isDescending })) : columns
}

/** The condition on the first column lets the database begin in the middle of its index. */
function isListedAfter([first, second]: SortedColumn[], place: Place) {
  const { column, isDescending, valueIn } = first as SortedColumn
  const value = valueIn(place)
  if (!second) return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<' : '>')} ${value}`
  return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<=' : '>=')} ${value}
    and (${column} <> ${value} or ${second.column} ${sql.raw(second.isDescending ? '<' : '>')} ${second.valueIn(place)})`
}
