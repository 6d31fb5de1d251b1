import {
  type AliasedExpression,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Language } from '#texts/languages.ts'
import { kindOf, type Queries } from '../platform/database/database.ts'
import type { Stage, SubmissionKind, Tables } from '../platform/database/tables.ts'
import { KINDS_FOR_JOBS } from './kinds.ts'
import { firstArrivalAt, type SearchedTerm, searchedTerms } from './search-row.ts'
import { WAITING_STAGES } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

export interface SubmissionFilters {
  kinds?: SubmissionKind[] | undefined
  /** `until` is exclusive. */
  since?: string | undefined
  until?: string | undefined
  /** Null: general applications. */
  jobId?: number | null | undefined
  stages?: Stage[] | undefined
  isMarked?: boolean | undefined
  /** Ids of people. */
  readBy?: string | undefined
  unreadBy?: string | undefined
  /** The sender waits for an answer. */
  isWaiting?: boolean | undefined
  isSample?: boolean | undefined
  /** Null: unassigned. */
  assigneeId?: string | null | undefined
  language?: Language | undefined
  emails?: string[] | undefined
  references?: string[] | undefined
  search?: string | undefined
}

/** `waiting`: by the promised date, and only if the sender waits. */
export const ORDERS = ['newest', 'oldest', 'waiting'] as const
export type Order = (typeof ORDERS)[number]

export type Cursor = Pick<SubmissionSummary, 'arrival' | 'answer_due_at'>

interface ListPage {
  order?: Order
  isBackwards?: boolean
  after?: Cursor | undefined
  limit?: number | undefined
}

export function listSubmissions(queries: Queries, filters: SubmissionFilters = {}, page: ListPage = {}) {
  return selectPage(queries, filters, page).selectAll('submissions').execute()
}

/** Answered by an index alone. */
export function listCursors(queries: Queries, filters: SubmissionFilters, page: ListPage): Promise<Cursor[]> {
  const due = page.order === 'waiting' ? sql<string>`submissions.answer_due_at` : sql<string>`''`
  return selectPage(queries, filters, page)
    .select(['submissions.arrival', due.as('answer_due_at')])
    .execute()
}

export async function submissionsAt(queries: Queries, cursors: Cursor[]): Promise<SubmissionSummary[]> {
  if (cursors.length === 0) return []
  const arrivals = cursors.map(({ arrival }) => arrival)
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

/** By an index that has every filtered column. */
export const submissionsByArrival = (queries: Queries): Submissions =>
  kindOf(queries) === 'sqlite'
    ? (queries.selectFrom(byIndex('arrival')) as unknown as Submissions)
    : queries.selectFrom('submissions')

export async function countUpTo(queries: Queries, most: number, filters: SubmissionFilters = {}): Promise<number> {
  const found = selectSubmissions(queries, filters).select('submissions.arrival').limit(most).as('found')
  const { count } = await queries
    .selectFrom(found)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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
        (query) => query.where(isListedAfter(columns, after as Cursor)),
      ),
    )
    .$if(limit !== undefined, (query) => query.limit(limit as number))
}

function selectSubmissions(queries: Queries, filters: SubmissionFilters, order?: Order) {
  const { kinds, since, until, jobId, stages, isMarked, readBy, unreadBy, isWaiting, isSample, assigneeId, language } =
    filters
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
        readBy !== undefined && sql<SqlBool>`not ${isUnreadBy(readBy)}`,
        unreadBy !== undefined && isUnreadBy(unreadBy),
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

/** As the partial index words it: otherwise neither database uses the index. */
export const IS_WAITING = sql<SqlBool>`(submissions.answered_at is null and submissions.stage in (${sql.join(
  WAITING_STAGES.map((stage) => sql.lit(stage)),
)}))`

/** They have not opened it, and nobody has handled it since the sender's last news. */
const isUnreadBy = (personId: string) =>
  sql<SqlBool>`(submissions.handled_at is null and not exists (select 1 from submission_reads
    where submission_reads.person_id = ${personId} and submission_reads.submission_id = submissions.id))`

// A submission whose number was taken has a slightly higher one.
const ARRIVALS_OF_A_SECOND = 1_000_000

/** A range of the index, slightly wide: `created_at` is compared, too. */
function arrivalRange({ since, until }: SubmissionFilters): ['>=' | '<', number][] {
  const range: ['>=' | '<', number][] = []
  if (since !== undefined) range.push(['>=', firstArrivalAt(since)])
  if (until !== undefined) range.push(['<', firstArrivalAt(until) + ARRIVALS_OF_A_SECOND])
  return range
}

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>

/** Finds submissions in which each searched word begins a word. */
function from(queries: Queries, filters: SubmissionFilters, order: Order | undefined): Submissions {
  const { search } = filters
  const isSqlite = kindOf(queries) === 'sqlite'
  if (search === undefined) {
    const index = isSqlite ? indexFor(filters, order) : undefined
    return index ? (queries.selectFrom(byIndex(index)) as unknown as Submissions) : queries.selectFrom('submissions')
  }
  const terms = searchedTerms(search)
  if (terms.length === 0) return queries.selectFrom('submissions').where(sql<SqlBool>`1 = 0`)
  if (!isSqlite) {
    const beginnings = written(terms, { and: '&', or: '|', quote: "'", prefix: ':*' })
    return queries
      .selectFrom('submission_search')
      .innerJoin('submissions', 'submissions.id', 'submission_search.submission_id')
      .where(
        sql<SqlBool>`array_to_tsvector(string_to_array(submission_search.words, ' ')) @@ ${beginnings}::tsquery`,
      ) as unknown as Submissions
  }
  const beginnings = written(terms, { and: 'AND', or: 'OR', quote: '"', prefix: '*' })
  // The words first: they find few among many.
  return (
    queries
      .selectFrom(sql<{ rowid: number }>`submission_words(${beginnings})`.as('found'))
      .crossJoin(byIndex('arrival')) as unknown as Submissions
  ).where(sql<SqlBool>`submissions.arrival = found.rowid`)
}

function written(terms: SearchedTerm[], { and, or, quote, prefix }: Record<'and' | 'or' | 'quote' | 'prefix', string>) {
  const spelling = (words: SearchedTerm[number]) =>
    words.map(({ word, isWhole }) => `${quote}${word}${quote}${isWhole ? '' : prefix}`).join(` ${and} `)
  return terms.map((term) => `(${term.map((words) => `(${spelling(words)})`).join(` ${or} `)})`).join(` ${and} `)
}

type IndexName = 'arrival' | 'waiting' | 'by_job' | 'by_assignee' | 'marked' | 'unhandled' | 'samples'

/** SQLite picks the wrong index here and would sort a hundred thousand rows, so name it. */
function indexFor(filters: SubmissionFilters, order: Order | undefined): IndexName | undefined {
  const { emails, references, jobId, assigneeId, isMarked, unreadBy, isSample, isWaiting } = filters
  if (emails !== undefined || references !== undefined) return undefined
  if (order === 'waiting') return 'waiting'
  if (typeof jobId === 'number') return 'by_job'
  if (typeof assigneeId === 'string') return 'by_assignee'
  if (isMarked) return 'marked'
  if (order === undefined && isWaiting) return 'waiting'
  if (unreadBy !== undefined) return 'unhandled'
  const isOnlyFilter = Object.values(filters).filter((filter) => filter !== undefined).length === 1
  return isOnlyFilter && isSample ? 'samples' : 'arrival'
}

const byIndex = (index: IndexName) =>
  sql`submissions as submissions indexed by ${sql.id(`submissions_${index}`)}` as unknown as AliasedExpression<
    Tables['submissions'],
    'submissions'
  >

interface SortedColumn {
  column: Expression<unknown>
  isDescending: boolean
  valueIn(cursor: Cursor): string | number
}

/** SQLite reads the index of words in order only by its own column. */
const arrivalColumn = (queries: Queries, { search }: SubmissionFilters): RawBuilder<number> =>
  search !== undefined && kindOf(queries) === 'sqlite' && searchedTerms(search).length > 0
    ? sql.ref('found.rowid')
    : sql.ref('submissions.arrival')

function columnsOf(order: Order, isBackwards: boolean, arrival: Expression<unknown>): SortedColumn[] {
  const byArrival = { column: arrival, isDescending: true, valueIn: (cursor: Cursor) => cursor.arrival }
  const byDueDate: SortedColumn = {
    column: sql.ref('submissions.answer_due_at'),
    isDescending: false,
    valueIn: (cursor) => cursor.answer_due_at,
  }
  const columns = order === 'waiting' ? [byDueDate, { ...byArrival, isDescending: false }] : [byArrival]
  const isTurned = (order === 'oldest') !== isBackwards
  return isTurned ? columns.map((each) => ({ ...each, isDescending: !each.isDescending })) : columns
}

/** The condition on the first column lets the database start inside the index. */
function isListedAfter([first, second]: SortedColumn[], cursor: Cursor) {
  const { column, isDescending, valueIn } = first as SortedColumn
  const value = valueIn(cursor)
  if (!second) return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<' : '>')} ${value}`
  return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<=' : '>=')} ${value}
    and (${column} <> ${value} or ${second.column} ${sql.raw(second.isDescending ? '<' : '>')} ${second.valueIn(cursor)})`
}
