import { calendarDay, daysAfter, startOfDay } from '../../platform/calendar.ts'
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
import { dayKeyOf, firstArrival, monthKeyOf, readState } from './keep-sums.ts'
import { addArrival, addSums, mergeSums, noSums, type ProcessSums, readArrivals, type Sums } from './sums.ts'

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
  const byJob: Sums = {}
  const arrivals = new Map(beginningsOf(since, until, unit).map((from) => [from, 0]))
  for (const [period, sums] of await sumsBetween(queries, { since, until, unit, timeZone }))
    for (const [process, all] of Object.entries(sums).filter(([process]) => isReported(process))) {
      const own = isAmong(filters.withReasons, process)
        ? all
        : { ...all, declined: { [HIDDEN]: totalOf(all.declined) } }
      addSums(total, own)
      mergeSums(byJob, { [process]: own })
      const from = later(beginningOf(period, unit), since)
      arrivals.set(from, (arrivals.get(from) ?? 0) + own.applied)
    }
  return {
    ...{ since, until, unit, timeZone },
    ...figuresOf(total),
    before: isWhole ? null : await appliedBefore(queries, { since, length, timeZone, firstDay }, isReported),
    jobs: Object.entries(byJob)
      .map(([job, sums]) => ({ job, applied: sums.applied, open: sums.open, ...hireOf(sums) }))
      .sort((one, other) => other.applied - one.applied),
    arrivals: [...arrivals].map(([from, applied]) => ({ from, until: earlier(endOf(from, unit), until), applied })),
  }
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

const hireOf = ({ hiredAfter }: ProcessSums) => ({ hired: totalOf(hiredAfter), hiredMedian: quantile(hiredAfter, 0.5) })

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
  for (const [, sums] of await sumsBetween(queries, { since: from, until, unit: 'month', timeZone }))
    for (const [process, own] of Object.entries(sums)) if (isReported(process)) applied += own.applied
  return applied
}

interface Period {
  since: string
  until: string
  unit: Unit
  timeZone: string
}

/** By day, or by month and day where months suffice. Outdated and unsummed days are counted. */
async function sumsBetween(queries: Queries, period: Period): Promise<[day: string, sums: Sums][]> {
  const { since, until, unit, timeZone } = period
  // First: what is summed again meanwhile is read as new as it is.
  const outdated = await outdatedDays(queries, timeZone)
  const state = await readState(queries)
  const summedUntil = state?.timeZone === timeZone ? state.until : NEVER
  const months: string[] = []
  const days: string[] = []
  const counted: string[] = []
  for (let day = since; day <= until; ) {
    const end = endOf(day, 'month')
    const isWhole = unit === 'month' && day.endsWith('-01') && end <= until && end < summedUntil
    if (isWhole && ![...outdated].some((other) => other >= day && other <= end)) {
      months.push(day)
      day = daysAfter(end, 1)
    } else {
      if (day < summedUntil && !outdated.has(day)) days.push(day)
      else counted.push(day)
      day = daysAfter(day, 1)
    }
  }
  return [
    ...(await readSums(queries, months, monthKeyOf)),
    ...(await readSums(queries, days, dayKeyOf)),
    ...(await countDays(queries, counted, timeZone)),
  ]
}

const NEVER = '0000-00-00'

async function outdatedDays(queries: Queries, timeZone: string) {
  const changes = await queries.selectFrom('report_changes').select('arrived_at').distinct().execute()
  return new Set(changes.map(({ arrived_at }) => calendarDay(new Date(arrived_at), timeZone)))
}

/** A day without sums had no applicants. */
async function readSums(queries: Queries, days: string[], keyOf: (day: string) => string): Promise<[string, Sums][]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const wanted = new Map(days.map((day) => [keyOf(day), day]))
  const rows = await queries
    .selectFrom('report_sums')
    .selectAll()
    .where('period', '>=', keyOf(first))
    .where('period', '<=', keyOf(last))
    .execute()
  return rows.flatMap(({ period, sums }): [string, Sums][] => {
    const day = wanted.get(period)
    return day === undefined ? [] : [[day, JSON.parse(sums)]]
  })
}

async function countDays(queries: Queries, days: string[], timeZone: string): Promise<[string, Sums][]> {
  const counted: [string, Sums][] = []
  for (const day of days) {
    const sums: Sums = {}
    const rows = await readArrivals(queries, startOfDay(day, timeZone), startOfDay(daysAfter(day, 1), timeZone))
    for (const row of rows) addArrival(sums, row)
    counted.push([day, sums])
  }
  return counted
}
