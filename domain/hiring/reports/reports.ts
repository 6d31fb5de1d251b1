import { calendarDay, daysAfter } from '../../platform/calendar.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  beginningOf,
  beginningsOf,
  earlier,
  endOf,
  later,
  periodOf,
  type Unit,
  type WantedPeriod,
} from '../../platform/periods.ts'
import { companyCalendar } from '../../submissions/promises.ts'
import { REACHABLE } from '../../submissions/stages.ts'
import {
  changedDays,
  countDay,
  dayKeyOf,
  firstArrival,
  hasArrivals,
  monthKeyOf,
  parseSums,
  readState,
} from './keep-sums.ts'
import { addCounts, addSums, noSums, type ProcessSums, type Sums } from './sums.ts'

type Processes = 'all' | readonly string[]

export interface ReportFilters extends WantedPeriod {
  /** Hiring processes. */
  jobs: Processes
  /** Processes that the viewer may see, and those whose decline reasons they may see. */
  visible: Processes
  withReasons: Processes
}

/** Below it, a share or a median would speak of single people. */
const TOO_FEW = 5
const MAX_SOURCES = 20
/** The last column of the first answers holds all later ones. */
const LAST_ANSWER_DAY = 7

/** Figures about the applications of the period. */
export async function reportOn(queries: Queries, filters: ReportFilters, now: Date) {
  const { timeZone } = await companyCalendar(queries)
  const today = calendarDay(now, timeZone)
  const first = await firstArrival(queries)
  const firstDay = first === undefined ? today : calendarDay(new Date(first), timeZone)
  const { since, until, length, unit, isWhole } = periodOf(filters, firstDay, today)
  const isReported = (process: string) => [filters.jobs, filters.visible].every((each) => isAmong(each, process))
  const total = noSums()
  const byJob = new Map<string, JobSums>()
  for (const sums of await sumsBetween(queries, { since, until, timeZone }))
    for (const process in sums) {
      const own = sums[process]
      if (own === undefined || !isReported(process)) continue
      const isOpen = isAmong(filters.withReasons, process)
      addSums(total, isOpen ? own : { ...own, declined: { [HIDDEN]: totalOf(own.declined) } })
      const job = byJob.get(process) ?? { applied: 0, open: 0, hiredAfter: {} }
      byJob.set(process, job)
      job.applied += own.applied
      job.open += own.open
      addCounts(job.hiredAfter, own.hiredAfter)
    }
  return {
    ...{ since, until, unit, timeZone },
    ...figuresOf(total),
    before: isWhole ? null : await appliedBefore(queries, { since, length, timeZone, firstDay }, isReported),
    jobs: [...byJob]
      .map(([job, sums]) => ({ job, applied: sums.applied, open: sums.open, ...hireOf(sums) }))
      .sort((one, other) => other.applied - one.applied || one.job.localeCompare(other.job)),
    arrivals: arrivalsOf(total, since, until, unit),
  }
}

type JobSums = Pick<ProcessSums, 'applied' | 'open' | 'hiredAfter'>

function arrivalsOf({ arrivals }: ProcessSums, since: string, until: string, unit: Unit) {
  const applied = new Map(beginningsOf(since, until, unit).map((from) => [from, 0]))
  for (const [day, count] of Object.entries(arrivals)) {
    const from = later(beginningOf(day, unit), since)
    applied.set(from, (applied.get(from) ?? 0) + count)
  }
  return [...applied].map(([from, count]) => ({ from, until: earlier(endOf(from, unit), until), applied: count }))
}

function figuresOf(sums: ProcessSums) {
  const { applied, open, unanswered, withdrawn, late, furthest, answeredAfter } = sums
  const reached = REACHABLE.map((stage, place) => ({
    stage,
    count: Object.entries(furthest).reduce((all, [key, count]) => all + (Number(key) >= place ? count : 0), 0),
  }))
  const answered = totalOf(answeredAfter)
  return {
    ...{ applied, open, unanswered, withdrawn, reached },
    firstAnswer: {
      ...{ answered, late, median: quantile(answeredAfter, 0.5), ninetieth: quantile(answeredAfter, 0.9) },
      days: Array.from({ length: LAST_ANSWER_DAY + 1 }, (_, day) =>
        day < LAST_ANSWER_DAY
          ? (answeredAfter[day] ?? 0)
          : Object.entries(answeredAfter).reduce((all, [key, count]) => all + (Number(key) >= day ? count : 0), 0),
      ),
    },
    ...hireOf(sums),
    hiredAfter: Object.entries(sums.hiredAfter).map(([days, count]) => ({ days: Number(days), count })),
    declined: byCount(sums.declined),
    heardOf: byCount(sums.heardOf),
    sources: Object.entries(sums.sources)
      .map(([source, [applied, interview, hired]]) => ({ source, applied, interview, hired }))
      .sort((one, other) => other.applied - one.applied || one.source.localeCompare(other.source))
      .slice(0, MAX_SOURCES),
    sourceCount: Object.keys(sums.sources).length,
  }
}

const hireOf = ({ hiredAfter }: JobSums) => ({ hired: totalOf(hiredAfter), hiredMedian: quantile(hiredAfter, 0.5) })

const byCount = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([key, count]) => ({ key, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || one.key.localeCompare(other.key))

const isAmong = (processes: Processes, process: string) => processes === 'all' || processes.includes(process)

/** Instead of reasons that the person may not see. */
const HIDDEN = 'hidden'

const totalOf = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Null for too few. Of an even number the mean of both in the middle. */
function quantile(counts: Record<string, number>, part: number): number | null {
  const total = totalOf(counts)
  if (total < TOO_FEW) return null
  const inOrder = Object.entries(counts)
    .map(([value, count]) => [Number(value), count] as const)
    .sort(([one], [other]) => one - other)
  const at = (place: number) => {
    let passed = 0
    for (const [value, count] of inOrder) {
      passed += count
      if (place < passed) return value
    }
    return inOrder.at(-1)?.[0] ?? 0
  }
  const place = (total - 1) * part
  return (at(Math.floor(place)) + at(Math.ceil(place))) / 2
}

/** Of the same length, right before. */
async function appliedBefore(
  queries: Queries,
  { since, length, timeZone, firstDay }: { since: string; length: number; timeZone: string; firstDay: string },
  isReported: (process: string) => boolean,
) {
  const until = daysAfter(since, -1)
  const from = daysAfter(since, -length)
  if (from < firstDay) return null
  let applied = 0
  for (const sums of await sumsBetween(queries, { since: from, until, timeZone }))
    for (const [process, own] of Object.entries(sums)) if (isReported(process)) applied += own.applied
  return applied
}

interface Period {
  since: string
  until: string
  timeZone: string
}

/** By month where months suffice, else by day. Outdated and unsummed days are counted. */
async function sumsBetween(queries: Queries, { since, until, timeZone }: Period): Promise<Sums[]> {
  // First: what is summed again meanwhile is read as new as it is.
  const outdated = new Set(await changedDays(queries, timeZone))
  const state = await readState(queries)
  const summedUntil = state?.timeZone === timeZone ? state.until : NEVER
  const isSummed = (day: string) => day < summedUntil && !outdated.has(day)
  const all = beginningsOf(since, until, 'day')
  const wholeMonths = all
    .filter((day) => day.endsWith('-01') && endOf(day, 'month') <= until)
    .filter((day) => beginningsOf(day, endOf(day, 'month'), 'day').every(isSummed))
  const months = await readSums(queries, wholeMonths.map(monthKeyOf))
  const rest = all.filter((day) => !months.has(monthKeyOf(day)))
  const days = await readSums(queries, rest.filter(isSummed).map(dayKeyOf))
  const counted: Sums[] = []
  for (const day of rest) if (!isSummed(day)) counted.push(await countDay(queries, day, timeZone))
  return [...months.values(), ...days.values(), ...counted]
}

const NEVER = '0000-00-00'

/** Periods without applicants have no sums. */
async function readSums(queries: Queries, periods: string[]): Promise<Map<string, Sums>> {
  if (periods.length === 0) return new Map()
  const rows = await queries.selectFrom('report_sums').selectAll().where('period', 'in', periods).execute()
  return new Map(rows.filter(hasArrivals).map(({ period, sums }) => [period, parseSums(period, sums)]))
}
