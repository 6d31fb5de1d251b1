import type { Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { submissionsByArrival } from '../../submissions/list-submissions.ts'
import { processKeyOf } from '../../submissions/processes.ts'
import { firstArrivalAt } from '../../submissions/search-row.ts'
import { isWaitingIn, REACHABLE } from '../../submissions/stages.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'

export type Counts = Record<string, number>

/** Figures about the applicants of one hiring process who arrived in one period. */
export interface ProcessSums {
  applied: number
  /** Applied, by day of the company. */
  arrivals: Counts
  /** Still in progress, and of these without an answer. */
  open: number
  unanswered: number
  withdrawn: number
  /** First answered after the promised day. */
  late: number
  /** By the furthest stage: its place in `REACHABLE`. */
  furthest: Counts
  /** By whole days of 24 hours. */
  answeredAfter: Counts
  hiredAfter: Counts
  /** By reason; empty for none. */
  declined: Counts
  heardOf: Counts
  /** By source, empty for unknown: applied, reached an interview, hired. */
  sources: Record<string, [applied: number, interview: number, hired: number]>
}

/** By hiring process. */
export type Sums = Record<string, ProcessSums>

const REPORTED_KINDS = ['career-application', 'internship-application'] as const
const INTERVIEW = REACHABLE.indexOf('interview')
const NO_WORD = ''

const COLUMNS = [
  ...(['kind', 'job_id', 'created_at', 'stage', 'stage_since', 'decline_reason', 'source', 'heard_of'] as const),
  ...(['reached', 'first_answer_at', 'answer_due_at'] as const),
]
type Row = Pick<SubmissionSummary, (typeof COLUMNS)[number]>

// A submission whose number was taken has a slightly higher one.
const ARRIVALS_OF_A_SECOND = 1_000_000

/** Applicants who arrived in this time, without sample data. */
export const readArrivals = (queries: Queries, since: Date, until: Date): Promise<Row[]> =>
  submissionsByArrival(queries)
    .select(COLUMNS)
    .where('arrival', '>=', firstArrivalAt(since.toISOString()))
    .where('arrival', '<', firstArrivalAt(until.toISOString()) + ARRIVALS_OF_A_SECOND)
    .where('created_at', '>=', since.toISOString())
    .where('created_at', '<', until.toISOString())
    .where('kind', 'in', REPORTED_KINDS)
    .where('is_sample', '=', 0)
    .execute()

export function addArrival(sums: Sums, row: Row, day: string): void {
  const process = processKeyOf(row)
  const own = sums[process] ?? noSums()
  sums[process] = own
  const { stage, reached, first_answer_at, created_at } = row
  own.applied++
  count(own.arrivals, day)
  if (isWaitingIn(stage)) {
    own.open++
    if (first_answer_at === null) own.unanswered++
  }
  if (stage === 'withdrawn') own.withdrawn++
  count(own.furthest, reached)
  if (first_answer_at !== null) {
    count(own.answeredAfter, wholeDays(created_at, first_answer_at))
    if (first_answer_at > row.answer_due_at) own.late++
  }
  if (stage === 'hired') count(own.hiredAfter, wholeDays(created_at, row.stage_since))
  if (stage === 'declined') count(own.declined, row.decline_reason ?? NO_WORD)
  if (row.heard_of) count(own.heardOf, row.heard_of)
  const source = own.sources[row.source ?? NO_WORD] ?? [0, 0, 0]
  source[0]++
  if (reached >= INTERVIEW) source[1]++
  if (stage === 'hired') source[2]++
  own.sources[row.source ?? NO_WORD] = source
}

export function addSums(total: ProcessSums, more: ProcessSums): void {
  for (const name of ['applied', 'open', 'unanswered', 'withdrawn', 'late'] as const) total[name] += more[name]
  for (const name of ['arrivals', 'furthest', 'answeredAfter', 'hiredAfter', 'declined', 'heardOf'] as const)
    addCounts(total[name], more[name])
  for (const [key, [applied, interview, hired]] of Object.entries(more.sources)) {
    const source = total.sources[key] ?? [0, 0, 0]
    total.sources[key] = [source[0] + applied, source[1] + interview, source[2] + hired]
  }
}

export function addCounts(total: Counts, more: Counts): void {
  for (const key in more) total[key] = (total[key] ?? 0) + (more[key] ?? 0)
}

export function mergeSums(total: Sums, more: Sums): void {
  for (const [process, sums] of Object.entries(more)) {
    total[process] ??= noSums()
    addSums(total[process], sums)
  }
}

/** Maps without a prototype: sources are any words. */
const map = () => Object.create(null) as Record<string, never>

export const noSums = (): ProcessSums => ({
  ...{ applied: 0, open: 0, unanswered: 0, withdrawn: 0, late: 0 },
  ...{
    arrivals: map(),
    furthest: map(),
    answeredAfter: map(),
    hiredAfter: map(),
    declined: map(),
    heardOf: map(),
    sources: map(),
  },
})

function count(counts: Counts, key: string | number) {
  counts[key] = (counts[key] ?? 0) + 1
}

const wholeDays = (from: string, to: string) => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / DAY))
