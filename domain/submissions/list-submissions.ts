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

/** Where in a list a submission stands. */
export type Cursor = Pick<SubmissionSummary, 'arrival' | 'answer_due_at'>

/** A page of the list: the last submission of the page before, and how many at most. */
interface ListPage {
  order?: Order
  /** Walks the list from its end. */
  isBackwards?: boolean
  after?: Cursor | undefined
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

// A submission whose number was taken has a slightly higher one.
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
  valueIn(cursor: Cursor): string | number
}

/** SQLite walks the index of words itself in the order of its rows, but only if it is asked for by that name. */
const arrivalColumn = (queries: Queries, { search }: SubmissionFilters): RawBuilder<number> =>
  search !== undefined && kindOf(queries) === 'sqlite' && searchedTerms(search).length > 0
    ? sql.ref('found.rowid')
    : sql.ref('submissions.arrival')

function columnsOf(order: Order, isBackwards: boolean, arrival: Expression<unknown>): SortedColumn[] {
  const byArrival = { column: arrival, isDescending: true, valueIn: (cursor: Cursor) => cursor.arrival }
  const columns: SortedColumn[] =
    order === 'waiting'
      ? [
          {
            column: sql.ref('submissions.answer_due_at'),
            isDescending: false,
            valueIn: (cursor) => cursor.answer_due_at,
          },
          { ...byArrival, isDescending: false },
        ]
      : [byArrival]
  const isTurned = (order === 'oldest') !== isBackwards
  return isTurned ? columns.map((each) => ({ ...each, isDescending: !each.isDescending })) : columns
}

/** The condition on the first column lets the database begin in the middle of its index. */
function isListedAfter([first, second]: SortedColumn[], cursor: Cursor) {
  const { column, isDescending, valueIn } = first as SortedColumn
  const value = valueIn(cursor)
  if (!second) return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<' : '>')} ${value}`
  return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<=' : '>=')} ${value}
    and (${column} <> ${value} or ${second.column} ${sql.raw(second.isDescending ? '<' : '>')} ${second.valueIn(cursor)})`
}
