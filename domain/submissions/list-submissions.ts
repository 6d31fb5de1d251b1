import {
  type AliasedExpression,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { HeardOf } from '#contract/constants.ts'
import type { Language } from '#texts/languages.ts'
import { kindOf, type Queries } from '../platform/database/database.ts'
import { STAGES, type Stage, type SubmissionKind, type Tables } from '../platform/database/tables.ts'
import { KNOCK_OUT_MARK } from './job-answers.ts'
import { KINDS_FOR_JOBS } from './kinds.ts'
import { isWithin, type Scope } from './scope.ts'
import {
  firstArrivalAt,
  indexedForms,
  placeTyped,
  type SearchedPlace,
  type SearchedTerm,
  type SearchedWord,
  searchedTerms,
} from './search-row.ts'
import { REACHABLE, WAITING_STAGES } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

export interface SubmissionFilters {
  /** Records that the viewer may see. Missing only for callers without a viewer, such as the command line. */
  scope?: Scope | undefined
  kinds?: SubmissionKind[] | undefined
  /** `until` is exclusive. */
  since?: string | undefined
  until?: string | undefined
  /** Null: general applications. */
  jobIds?: (number | null)[] | undefined
  stages?: Stage[] | undefined
  /** A job's own stages; empty: the company's. */
  steps?: string[] | undefined
  /** One of these. */
  marked?: Marking[] | undefined
  /** Ids of people. */
  readBy?: string | undefined
  unreadBy?: string | undefined
  /** The sender waits for an answer. */
  isWaiting?: boolean | undefined
  isSample?: boolean | undefined
  /** Null: unassigned. */
  assigneeIds?: (string | null)[] | undefined
  languages?: Language[] | undefined
  emails?: string[] | undefined
  references?: string[] | undefined
  /** In their one spelling. */
  mailboxes?: string[] | undefined
  /** Of the person who sent it: one of these. */
  tagIds?: string[] | undefined
  /** By what they came; null: not known. */
  sources?: (string | null)[] | undefined
  heardOf?: HeardOf[] | undefined
  /** This stage or a later one, even if it left it since. */
  reached?: (typeof REACHABLE)[number] | undefined
  /** Null: without one. */
  declineReasons?: (string | null)[] | undefined
  firstAnswer?: FirstAnswer[] | undefined
  search?: string | undefined
  /** Only in CVs, or everywhere else. */
  searchedIn?: SearchedPlace | undefined
}

/** With a mark, without, by what marked it: a check for robots, the inspection of the CV, or an answer to the job's question. */
export const MARKINGS = ['yes', 'no', 'robot', 'cv', 'answer'] as const
type Marking = (typeof MARKINGS)[number]

/** None yet, after the promised day, or by whole days of 24 hours; the last day holds all later ones. */
export const FIRST_ANSWERS = ['none', 'late', '0', '1', '2', '3', '4', '5', '6', '7'] as const
type FirstAnswer = (typeof FIRST_ANSWERS)[number]

/** `waiting`: by the promised date, and only if the sender waits. */
export const ORDERS = [
  'newest',
  'oldest',
  'waiting',
  'waiting-desc',
  'name',
  'name-desc',
  'stage',
  'stage-desc',
] as const
export type Order = (typeof ORDERS)[number]

/** `key`: the value of the order's own column, if it has one. */
export interface Cursor {
  arrival: number
  key?: string
}

export const cursorOf = (submission: SubmissionSummary, order: Order): Cursor => ({
  arrival: submission.arrival,
  key: SORTINGS[order].keyOf(submission),
})

interface ListPage {
  order?: Order
  isBackwards?: boolean
  after?: Cursor | undefined
  limit?: number | undefined
}

export function listSubmissions(queries: Queries, filters: SubmissionFilters = {}, page: ListPage = {}) {
  return selectPage(queries, filters, page).selectAll('submissions').execute()
}

/** The senders, newest first. */
export async function listMailboxes(queries: Queries, filters: SubmissionFilters, limit: number): Promise<string[]> {
  const rows = await selectPage(queries, filters, { limit }).select('submissions.mailbox').execute()
  return [...new Set(rows.map(({ mailbox }) => mailbox))]
}

/** Answered by an index alone. */
export function listCursors(queries: Queries, filters: SubmissionFilters, page: ListPage): Promise<Cursor[]> {
  const { column = sql<string>`''` } = SORTINGS[page.order ?? 'newest']
  return selectPage(queries, filters, page)
    .select(['submissions.arrival', column.as('key')])
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
      selectSubmissions(queries, ofWaitingOnly(order) ? { ...filters, isWaiting: true } : filters, order).$if(
        after !== undefined,
        (query) => query.where(isListedAfter(columns, after as Cursor)),
      ),
    )
    .$if(limit !== undefined, (query) => query.limit(limit as number))
}

function selectSubmissions(queries: Queries, filters: SubmissionFilters, order?: Order) {
  const { kinds, since, until, jobIds, stages, steps, marked, readBy, unreadBy, isWaiting, isSample, assigneeIds } =
    filters
  const { scope, languages, emails, references, mailboxes, tagIds, sources, heardOf } = filters
  const { reached, declineReasons, firstAnswer } = filters
  return from(queries, filters, order).where((row) =>
    row.and(
      [
        kinds !== undefined && (kinds.length > 0 ? row('kind', 'in', kinds) : sql<SqlBool>`1 = 0`),
        since !== undefined && row('created_at', '>=', since),
        until !== undefined && row('created_at', '<', until),
        ...arrivalRange(filters).map(([operator, bound]) => row(arrivalColumn(queries, filters), operator, bound)),
        stages !== undefined && row('stage', 'in', stages),
        steps !== undefined && row('step', 'in', steps),
        marked !== undefined && isMarkedAs(marked),
        readBy !== undefined && sql<SqlBool>`not ${isUnreadBy(readBy)}`,
        unreadBy !== undefined && isUnreadBy(unreadBy),
        isWaiting === true && IS_WAITING,
        isWaiting === false && sql<SqlBool>`not (${IS_WAITING})`,
        isSample === true && sql<SqlBool>`submissions.is_sample = 1`,
        isSample === false && sql<SqlBool>`submissions.is_sample = 0`,
        assigneeIds !== undefined && isOneOf('assignee_id', assigneeIds),
        languages !== undefined && row('language', 'in', languages),
        emails !== undefined && row(sql<string>`lower(email)`, 'in', emails.map(lowerCased)),
        references !== undefined && row('reference', 'in', references),
        mailboxes !== undefined && row('mailbox', 'in', mailboxes),
        tagIds !== undefined && isOfTagged(tagIds),
        jobIds !== undefined && isOneOf('job_id', jobIds, IS_GENERAL),
        sources !== undefined && isOneOf('source', sources),
        heardOf !== undefined && row('heard_of', 'in', heardOf),
        isLimited(filters) && isWithin(scope as Scope),
        reached !== undefined && row('reached', '>=', REACHABLE.indexOf(reached)),
        declineReasons !== undefined && isOneOf('decline_reason', declineReasons),
        firstAnswer !== undefined && isAnsweredAs(queries, firstAnswer),
      ].filter((condition) => condition !== false),
    ),
  )
}

const isLimited = ({ scope }: SubmissionFilters) => scope !== undefined && scope !== 'everywhere'

/** Of all mailboxes of a person, whichever of them has the tag. */
const isOfTagged = (tagIds: string[]) =>
  sql<SqlBool>`submissions.mailbox in (select sender.mailbox from candidates as sender
    inner join candidates as tagged on tagged.root_id = sender.root_id
    inner join candidate_tags on candidate_tags.candidate_id = tagged.id
    where candidate_tags.tag_id in (${sql.join(tagIds)}))`

const lowerCased = (email: string) => email.trim().toLowerCase()

/** A single value by `=`: only so SQLite takes the partial index of that column. */
function isOneOf(
  column: 'assignee_id' | 'job_id' | 'source' | 'decline_reason',
  values: (string | number | null)[],
  isNone?: RawBuilder<SqlBool>,
) {
  const name = sql.ref(`submissions.${column}`)
  const given = values.filter((value) => value !== null)
  const conditions = [
    ...(given.length === 1 ? [sql`${name} = ${given[0]}`] : []),
    ...(given.length > 1 ? [sql`${name} in (${sql.join(given)})`] : []),
    ...(given.length < values.length ? [isNone ?? sql`${name} is null`] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const IS_GENERAL = sql<SqlBool>`(submissions.job_id is null and submissions.kind in (${sql.join(KINDS_FOR_JOBS)}))`

// Marks of the form stand first, then the answer's, then those of the CV.
const MARKED: Record<Marking, RawBuilder<SqlBool>> = {
  yes: sql`submissions.marks <> ''`,
  no: sql`submissions.marks = ''`,
  robot: sql`submissions.marks <> '' and submissions.marks not like 'cv-%'
    and submissions.marks not like ${`${KNOCK_OUT_MARK}%`}`,
  cv: sql`submissions.marks like '%cv-%'`,
  answer: sql`submissions.marks like ${`%${KNOCK_OUT_MARK}%`}`,
}

const isAnsweredAs = (queries: Queries, wanted: FirstAnswer[]) =>
  sql<SqlBool>`(${sql.join(
    wanted.map((each) => answeredAs(queries, each)),
    sql` or `,
  )})`

function answeredAs(queries: Queries, wanted: FirstAnswer) {
  if (wanted === 'none') return sql`submissions.first_answer_at is null`
  if (wanted === 'late') return sql`submissions.first_answer_at > submissions.answer_due_at`
  const from = sql`submissions.first_answer_at >= ${daysAfterArrival(queries, Number(wanted))}`
  if (wanted === FIRST_ANSWERS.at(-1)) return from
  return sql`(${from} and submissions.first_answer_at < ${daysAfterArrival(queries, Number(wanted) + 1)})`
}

/** As moments are stored. */
const daysAfterArrival = (queries: Queries, days: number) =>
  kindOf(queries) === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', submissions.created_at, ${`+${days} days`})`
    : sql`to_char((submissions.created_at::timestamptz + make_interval(hours => ${days * 24}::integer)) at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Says that there is a mark, wherever that follows: otherwise neither database uses the partial index. */
const isMarkedAs = (marked: Marking[]) => {
  const one = sql<SqlBool>`(${sql.join(
    marked.map((each) => sql`(${MARKED[each]})`),
    sql` or `,
  )})`
  return marked.includes('no') ? one : sql<SqlBool>`(${MARKED.yes} and ${one})`
}

/** As the partial index words it: otherwise neither database uses the index. */
export const IS_WAITING = sql<SqlBool>`(submissions.answered_at is null and submissions.stage in (${sql.join(
  WAITING_STAGES.map((stage) => sql.lit(stage)),
)}))`

/** Neither opened by the person nor handled by anyone since the sender's last change. */
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
  const { terms, place } = searchedFor(filters)
  if (terms.length === 0) return queries.selectFrom('submissions').where(sql<SqlBool>`1 = 0`)
  if (!isSqlite) {
    const beginnings = written(terms, place, { and: '&', or: '|', quote: "'", prefix: ':*' })
    return queries
      .selectFrom('submission_search')
      .innerJoin('submissions', 'submissions.id', 'submission_search.submission_id')
      .where(
        sql<SqlBool>`array_to_tsvector(string_to_array(submission_search.words, ' ')) @@ ${beginnings}::tsquery`,
      ) as unknown as Submissions
  }
  const beginnings = written(terms, place, { and: 'AND', or: 'OR', quote: '"', prefix: '*' })
  // The words first: they find few among many.
  return (
    queries
      .selectFrom(sql<{ rowid: number }>`submission_words(${beginnings})`.as('found'))
      .crossJoin(byIndex('arrival')) as unknown as Submissions
  ).where(sql<SqlBool>`submissions.arrival = found.rowid`)
}

/** A prefix that was typed counts for more than the filter. */
export function searchedFor({ search = '', searchedIn }: SubmissionFilters) {
  const { place = searchedIn, text } = placeTyped(search)
  return { terms: searchedTerms(text), place }
}

type Signs = Record<'and' | 'or' | 'quote' | 'prefix', string>

function written(terms: SearchedTerm[], place: SearchedPlace | undefined, { and, or, quote, prefix }: Signs) {
  const anywhere = (word: SearchedWord) =>
    indexedForms(word, place)
      .map(({ word, isWhole }) => `${quote}${word}${quote}${isWhole ? '' : prefix}`)
      .join(` ${or} `)
  const spelling = (words: SearchedTerm[number]) => words.map((word) => `(${anywhere(word)})`).join(` ${and} `)
  return terms.map((term) => `(${term.map((words) => `(${spelling(words)})`).join(` ${or} `)})`).join(` ${and} `)
}

type IndexName = Sorting['index'] | 'by_job' | 'by_assignee' | 'by_source' | 'marked' | 'unhandled' | 'samples'

/** SQLite picks the wrong index here and would sort a hundred thousand rows, so name it. */
function indexFor(filters: SubmissionFilters, order: Order | undefined): IndexName | undefined {
  const { emails, references, mailboxes, tagIds, jobIds, assigneeIds, sources, marked, unreadBy, isSample, isWaiting } =
    filters
  // A team sees few.
  if (isLimited(filters)) return undefined
  // Few people have them: their own submissions are sorted.
  if ([emails, references, mailboxes, tagIds].some((given) => given !== undefined)) return undefined
  const sorted = order && SORTINGS[order].index
  if (sorted && sorted !== 'arrival') return sorted
  if (isOneValue(jobIds)) return 'by_job'
  if (isOneValue(assigneeIds)) return 'by_assignee'
  if (isOneValue(sources)) return 'by_source'
  if (marked && !marked.includes('no')) return 'marked'
  if (order === undefined && isWaiting) return 'waiting'
  if (unreadBy !== undefined) return 'unhandled'
  const isOnlyFilter =
    Object.values({ ...filters, scope: undefined }).filter((filter) => filter !== undefined).length === 1
  return isOnlyFilter && isSample ? 'samples' : 'arrival'
}

/** Several values would have to be sorted; the index of all arrivals has them in order. */
const isOneValue = (values: unknown[] | undefined) => values?.length === 1 && values[0] !== null

const byIndex = (index: IndexName) =>
  sql`submissions as submissions indexed by ${sql.id(`submissions_${index}`)}` as unknown as AliasedExpression<
    Tables['submissions'],
    'submissions'
  >

interface Sorting {
  index: 'arrival' | 'waiting' | 'by_name' | 'in_stage'
  /** Before the arrival. */
  column?: RawBuilder<string>
  keyOf(submission: SubmissionSummary): string
  isNewestFirst: boolean
}

/** As the index words it, by the places in STAGES. */
const STAGE_RANK = sql<string>`(case submissions.stage when 'new' then '0' when 'in-review' then '1'
  when 'interview' then '2' when 'offer' then '3' when 'hired' then '4' when 'declined' then '5'
  when 'withdrawn' then '6' when 'answered' then '7' when 'archived' then '8' end)`

const BY_ARRIVAL: Sorting = { index: 'arrival', keyOf: () => '', isNewestFirst: true }
const BY_DUE_DATE: Sorting = {
  index: 'waiting',
  column: sql.ref('submissions.answer_due_at'),
  keyOf: ({ answer_due_at }) => answer_due_at,
  isNewestFirst: false,
}
const BY_NAME: Sorting = {
  index: 'by_name',
  column: sql.ref('submissions.name_key'),
  keyOf: ({ name_key }) => name_key,
  isNewestFirst: true,
}
const BY_STAGE: Sorting = {
  index: 'in_stage',
  column: STAGE_RANK,
  keyOf: ({ stage }) => String(STAGES.indexOf(stage)),
  isNewestFirst: true,
}

const SORTINGS: Record<Order, Sorting & { isTurned?: true }> = {
  newest: BY_ARRIVAL,
  oldest: { ...BY_ARRIVAL, isTurned: true },
  waiting: BY_DUE_DATE,
  'waiting-desc': { ...BY_DUE_DATE, isTurned: true },
  name: BY_NAME,
  'name-desc': { ...BY_NAME, isTurned: true },
  stage: BY_STAGE,
  'stage-desc': { ...BY_STAGE, isTurned: true },
}

export const ofWaitingOnly = (order: Order | undefined) => order !== undefined && SORTINGS[order].index === 'waiting'

interface SortedColumn {
  column: Expression<unknown>
  isDescending: boolean
  valueIn(cursor: Cursor): string | number
}

/** SQLite reads the index of words in order only by its own column. */
const arrivalColumn = (queries: Queries, filters: SubmissionFilters): RawBuilder<number> =>
  filters.search !== undefined && kindOf(queries) === 'sqlite' && searchedFor(filters).terms.length > 0
    ? sql.ref('found.rowid')
    : sql.ref('submissions.arrival')

function columnsOf(order: Order, isBackwards: boolean, arrival: Expression<unknown>): SortedColumn[] {
  const { column, isNewestFirst, isTurned = false } = SORTINGS[order]
  const columns: SortedColumn[] = [{ column: arrival, isDescending: isNewestFirst, valueIn: ({ arrival }) => arrival }]
  if (column) columns.unshift({ column, isDescending: false, valueIn: ({ key = '' }) => key })
  return isTurned === isBackwards ? columns : columns.map((each) => ({ ...each, isDescending: !each.isDescending }))
}

/** The condition on the first column lets the database start inside the index. */
function isListedAfter([first, second]: SortedColumn[], cursor: Cursor) {
  const { column, isDescending, valueIn } = first as SortedColumn
  const value = valueIn(cursor)
  if (!second) return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<' : '>')} ${value}`
  return sql<SqlBool>`${column} ${sql.raw(isDescending ? '<=' : '>=')} ${value}
    and (${column} <> ${value} or ${second.column} ${sql.raw(second.isDescending ? '<' : '>')} ${second.valueIn(cursor)})`
}
