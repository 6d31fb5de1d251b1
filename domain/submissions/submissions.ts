import { type Expression, type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Language } from '#texts/languages.ts'
import { type Act, recordInAuditTrail } from '../audit-trail.ts'
import { type Database, kindOf, type Queries } from '../database/connection.ts'
import type { Stage, SubmissionKind, Tables } from '../database/tables.ts'
import type { CvResult } from './cv/result.ts'
import { KIND_FACTS, KINDS_FOR_JOBS } from './kinds.ts'
import { searchedWords } from './search-row.ts'

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
  email?: string | undefined
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

export interface Note {
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
  cv?: CvDescription
}

/** Where in a list a submission stands. */
export type Place = Pick<SubmissionSummary, 'id' | 'created_at' | 'reference' | 'answer_due_at'>

/** A page of the list: the last submission of the page before, and how many at most. */
export interface ListPage {
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
  { order = 'newest', isBackwards = false, after, limit }: ListPage = {},
): Promise<SubmissionSummary[]> {
  const columns = columnsOf(
    order,
    isBackwards,
    filters.search === undefined ? undefined : arrivalColumn(queries, filters.search),
  )
  return columns
    .reduce(
      (query, { column, isDescending }) => query.orderBy(column, isDescending ? 'desc' : 'asc'),
      selectSubmissions(queries, order === 'waiting' ? { ...filters, isWaiting: true } : filters)
        .selectAll('submissions')
        .$if(after !== undefined, (query) => query.where(isListedAfter(columns, after as Place))),
    )
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
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

/** How many there are, but no more than it is worth counting. */
export async function countUpTo(queries: Queries, most: number, filters: SubmissionFilters = {}): Promise<number> {
  const found = selectSubmissions(queries, filters).select('submissions.id').limit(most).as('found')
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
      ...(cv && { cv }),
    }
  })
}

/** The CV with its bytes. None leaves the database without an entry in the audit trail: take it with `takeCv`, or in a call that writes one. */
export function findCv(queries: Queries, reference: string) {
  return queries
    .selectFrom('cvs')
    .innerJoin('submissions', 'submissions.id', 'cvs.submission_id')
    .select(['cvs.file_name', 'cvs.size', 'cvs.sha256', 'cvs.bytes'])
    .where('submissions.reference', '=', reference)
    .executeTakeFirst()
}

/** Own transaction, which also holds the entry. */
export function takeCv(database: Database, reference: string, action: 'cv.read' | 'cv.save', { actor, now }: Act) {
  return database.write(async (queries) => {
    const cv = await findCv(queries, reference)
    if (cv) await recordInAuditTrail(queries, { action, actor, reference, counts: { cv: 1 } }, now)
    return cv
  })
}

/** With all that belongs to them: answers, CVs, mails that name them, keys under which they were sent. How many of each. */
export async function deleteSubmissions(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id' | 'kind' | 'reference'>[],
): Promise<Record<string, number>> {
  if (submissions.length === 0) return {}
  const ids = submissions.map(({ id }) => id)
  const references = submissions.map(({ reference }) => reference)
  const cvs = await queries.deleteFrom('cvs').where('submission_id', 'in', ids).executeTakeFirstOrThrow()
  const mails = await queries.deleteFrom('mail_outbox').where('reference', 'in', references).executeTakeFirstOrThrow()
  const keys = await queries
    .deleteFrom('idempotency_keys')
    .where('reference', 'in', references)
    .executeTakeFirstOrThrow()
  await queries.deleteFrom('submissions').where('id', 'in', ids).execute()
  // A letter about several applications stays while one of them does.
  await queries
    .deleteFrom('letters')
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

function selectSubmissions(queries: Queries, filters: SubmissionFilters) {
  const { kinds, since, until, jobId, stages, isMarked, isRead, isWaiting, isSample, assigneeId, language } = filters
  const { email, references, search } = filters
  return from(queries, search).where((row) =>
    row.and(
      [
        kinds !== undefined && row('kind', 'in', kinds),
        since !== undefined && row('created_at', '>=', since),
        until !== undefined && row('created_at', '<', until),
        stages !== undefined && row('stage', 'in', stages),
        isMarked !== undefined && row('marks', isMarked ? '!=' : '=', sql.lit('')),
        isRead !== undefined && row('read_at', isRead ? 'is not' : 'is', null),
        isWaiting === true && sql<SqlBool>`answered_at is null and stage in ('new', 'in-review')`,
        isSample !== undefined && row('is_sample', '=', isSample ? 1 : 0),
        assigneeId === null && row('assignee_id', 'is', null),
        typeof assigneeId === 'string' && row('assignee_id', '=', assigneeId),
        language !== undefined && row('language', '=', language),
        email !== undefined && row(sql<string>`lower(email)`, '=', email.trim().toLowerCase()),
        references !== undefined && row('reference', 'in', references),
        jobId === null && row.and([row('kind', 'in', KINDS_FOR_JOBS), row('job_id', 'is', null)]),
        typeof jobId === 'number' && row('job_id', '=', jobId),
      ].filter((condition) => condition !== false),
    ),
  )
}

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>

/** With a search, those that have a word that begins with each of its words: both databases keep an index of words for it. */
function from(queries: Queries, search: string | undefined): Submissions {
  if (search === undefined) return queries.selectFrom('submissions')
  const words = searchedWords(search)
  if (words.length === 0)
    return queries
      .selectFrom('submissions')
      .innerJoin('submission_search', 'submission_id', 'submissions.id')
      .where(sql<SqlBool>`1 = 0`) as unknown as Submissions
  if (kindOf(queries) === 'postgres') {
    const beginnings = words.map((word) => `'${word}':*`).join(' & ')
    return queries
      .selectFrom('submission_search')
      .innerJoin('submissions', 'submissions.id', 'submission_search.submission_id')
      .where(
        sql<SqlBool>`array_to_tsvector(string_to_array(submission_search.words, ' ')) @@ ${beginnings}::tsquery`,
      ) as unknown as Submissions
  }
  const beginnings = words.map((word) => `"${word}"*`).join(' ')
  // In this order: the words are what finds few among many.
  return queries
    .selectFrom(sql<{ rowid: number }>`submission_words(${beginnings})`.as('found'))
    .crossJoin('submission_search')
    .crossJoin('submissions')
    .whereRef('submission_search.arrival', '=', 'found.rowid')
    .whereRef('submissions.id', '=', 'submission_search.submission_id') as unknown as Submissions
}

interface SortedColumn {
  column: Expression<unknown>
  isDescending: boolean
  valueIn(place: Place): string | RawBuilder<unknown>
}

/** SQLite walks the index of words itself in the order of its rows, but only if it is asked for by that name. */
const arrivalColumn = (queries: Queries, search: string) =>
  kindOf(queries) === 'sqlite' && searchedWords(search).length > 0
    ? sql.ref('found.rowid')
    : sql.ref('submission_search.arrival')

function columnsOf(order: Order, isBackwards: boolean, arrival: Expression<unknown> | undefined): SortedColumn[] {
  const columns: SortedColumn[] =
    order === 'waiting'
      ? [byColumn('answer_due_at', false), byColumn('reference', false)]
      : arrival
        ? [{ column: arrival, isDescending: true, valueIn: arrivalAt }]
        : [byColumn('created_at', true), byColumn('reference', false)]
  const isTurned = (order === 'oldest') !== isBackwards
  return isTurned ? columns.map((each) => ({ ...each, isDescending: !each.isDescending })) : columns
}

const byColumn = (column: 'answer_due_at' | 'created_at' | 'reference', isDescending: boolean): SortedColumn => ({
  column: sql.ref(`submissions.${column}`),
  isDescending,
  valueIn: (place) => place[column],
})

const arrivalAt = ({ id }: Place) => sql`(select arrival from submission_search where submission_id = ${id})`

/** The condition on the first column lets the database begin in the middle of its index. */
function isListedAfter([first, second]: SortedColumn[], place: Place) {
  const { column, isDescending, valueIn } = first as SortedColumn
  const value = valueIn(place)
  if (!second) return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<' : '>')} ${value}`
  return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<=' : '>=')} ${value}
    and (${column} <> ${value} or ${second.column} ${sql.raw(second.isDescending ? '<' : '>')} ${second.valueIn(place)})`
}
