import { sql } from 'kysely'
import { calendarDay, daysAfter, startOfDay } from '../../platform/calendar.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import { companyCalendar } from '../../submissions/promises.ts'
import { addArrival, mergeSums, readArrivals, type Sums } from './sums.ts'

/**
 * Sums are kept by day and month of the company, see docs/decisions/report-sums.md. Triggers of `submissions` name the
 * arrivals whose day is outdated; readers count those days themselves until they are summed again.
 */

const KEEP_MILLISECONDS = 30_000
const DAYS_IN_ONE_STEP = 31

const DAY = 'day '
const MONTH = 'month '
/** In JSON, where no other key stands before a brace. */
const ARRIVALS = '"arrivals":{'

export const dayKeyOf = (day: string) => DAY + day
export const monthKeyOf = (day: string) => MONTH + day.slice(0, 7)
const isDay = (period: string) => period.startsWith(DAY)

/** Releases before this one write months without arrivals. A day's are known by its key. */
export const hasArrivals = ({ period, sums }: { period: string; sums: string }) =>
  isDay(period) || sums.includes(ARRIVALS)

export function startKeepingSums(database: Database, log: { error(details: object, message: string): void }) {
  const stopping = new AbortController()
  const keeping = repeat(
    KEEP_MILLISECONDS,
    () => keepSums(database, new Date(), stopping.signal),
    (error) => log.error({ err: error }, 'The sums for reports could not be kept'),
  )
  void keeping.run()
  return {
    async stop() {
      stopping.abort()
      await keeping.stop()
    },
  }
}

/** In small steps, so that a stop waits for one of them. */
export async function keepSums(database: Database, now: Date, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await hasMore(database.queries, now)))
    await database.write((queries) => keepSome(queries, now))
}

export interface SumsState {
  timeZone: string
  /** All days before are summed, except for outdated ones. */
  until: string
}

export async function readState(queries: Queries): Promise<SumsState | undefined> {
  const row = await queries.selectFrom('report_state').selectAll().executeTakeFirst()
  return row && { timeZone: row.time_zone, until: row.summed_until }
}

async function hasMore(queries: Queries, now: Date) {
  const { timeZone } = await companyCalendar(queries)
  const state = await readState(queries)
  if (state?.timeZone !== timeZone || state.until < calendarDay(now, timeZone)) return true
  const change = await queries.selectFrom('report_changes').select('id').limit(1).executeTakeFirst()
  return change !== undefined || (await monthsWithoutArrivals(queries)).length > 0
}

async function monthsWithoutArrivals(queries: Queries): Promise<string[]> {
  const months = await queries
    .selectFrom('report_sums')
    .select('period')
    .where('period', 'like', `${MONTH}%`)
    .where('sums', 'not like', `%${ARRIVALS}%`)
    .execute()
  return months.map(({ period }) => period)
}

/** In one transaction: today is left to the readers. */
async function keepSome(queries: Queries, now: Date): Promise<void> {
  const { timeZone } = await companyCalendar(queries)
  const state = await lockState(queries, timeZone, now)
  const today = calendarDay(now, timeZone)
  const outdated = new Set((await takeChanges(queries, timeZone)).filter((day) => day < state.until))
  let until = state.until
  while (until < today && outdated.size < DAYS_IN_ONE_STEP) {
    outdated.add(until)
    until = daysAfter(until, 1)
  }
  for (const day of outdated) await sumDay(queries, day, timeZone)
  const months = [...[...outdated].map(monthKeyOf), ...(await monthsWithoutArrivals(queries))]
  for (const month of new Set(months)) await sumMonth(queries, month)
  await queries.updateTable('report_state').set({ summed_until: until }).execute()
}

/** One process at a time: an older sum must not replace a newer one. */
async function lockState(queries: Queries, time_zone: string, now: Date): Promise<SumsState> {
  const first = await firstArrival(queries)
  const beginning = { time_zone, summed_until: calendarDay(first ? new Date(first) : now, time_zone) }
  await queries
    .insertInto('report_state')
    .values({ id: 1, ...beginning })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .execute()
  const state = await readState(queries)
  if (state?.timeZone === time_zone) return state
  await queries.deleteFrom('report_sums').execute()
  await queries.updateTable('report_state').set(beginning).execute()
  return { timeZone: time_zone, until: beginning.summed_until }
}

export async function firstArrival(queries: Queries): Promise<string | undefined> {
  const first = await queries
    .selectFrom('submissions')
    .select('created_at')
    .orderBy('arrival')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at
}

const arrivalDay = sql<string>`substr(arrived_at, 1, 10)`

/** Days of the company with changes that are not summed yet. */
export async function changedDays(queries: Queries, timeZone: string): Promise<string[]> {
  const days = await queries.selectFrom('report_changes').select(arrivalDay.as('day')).distinct().execute()
  return days.flatMap(({ day }) => companyDays(day, timeZone))
}

/** By day: changes of one day cost one sum. */
async function takeChanges(queries: Queries, timeZone: string): Promise<string[]> {
  const some = queries.selectFrom('report_changes').select(arrivalDay.as('day')).distinct().limit(DAYS_IN_ONE_STEP)
  const days = (await some.execute()).map(({ day }) => day)
  if (days.length > 0) await queries.deleteFrom('report_changes').where(arrivalDay, 'in', days).execute()
  return days.flatMap((day) => companyDays(day, timeZone))
}

const companyDays = (day: string, timeZone: string) =>
  ['T00:00:00.000Z', 'T23:59:59.999Z'].map((time) => calendarDay(new Date(day + time), timeZone))

async function sumDay(queries: Queries, day: string, timeZone: string) {
  await store(queries, dayKeyOf(day), await countDay(queries, day, timeZone))
}

export async function countDay(queries: Queries, day: string, timeZone: string): Promise<Sums> {
  const sums: Sums = {}
  const rows = await readArrivals(queries, startOfDay(day, timeZone), startOfDay(daysAfter(day, 1), timeZone))
  for (const row of rows) addArrival(sums, row, day)
  return sums
}

async function sumMonth(queries: Queries, period: string) {
  const month = period.slice(MONTH.length)
  const days = await queries
    .selectFrom('report_sums')
    .selectAll()
    .where('period', '>=', dayKeyOf(`${month}-01`))
    .where('period', '<=', dayKeyOf(`${month}-31`))
    .execute()
  const total: Sums = {}
  for (const { period, sums } of days) mergeSums(total, parseSums(period, sums))
  await store(queries, period, total)
}

export function parseSums(period: string, text: string): Sums {
  const sums: Sums = JSON.parse(text)
  if (isDay(period)) for (const own of Object.values(sums)) own.arrivals = { [period.slice(DAY.length)]: own.applied }
  return sums
}

async function store(queries: Queries, period: string, total: Sums) {
  if (Object.keys(total).length === 0) {
    await queries.deleteFrom('report_sums').where('period', '=', period).execute()
    return
  }
  const sums = JSON.stringify(total)
  await queries
    .insertInto('report_sums')
    .values({ period, sums })
    .onConflict((conflict) => conflict.column('period').doUpdateSet({ sums }))
    .execute()
}
