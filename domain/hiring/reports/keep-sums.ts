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
const CHANGES_IN_ONE_STEP = 1000

export const dayKeyOf = (day: string) => `day ${day}`
export const monthKeyOf = (day: string) => `month ${day.slice(0, 7)}`

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
  return (await queries.selectFrom('report_changes').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** In one transaction: today is left to the readers. */
async function keepSome(queries: Queries, now: Date): Promise<void> {
  const { timeZone } = await companyCalendar(queries)
  const state = await lockState(queries, timeZone, now)
  const today = calendarDay(now, timeZone)
  const changed = (await takeChanges(queries)).map((moment) => calendarDay(new Date(moment), timeZone))
  const outdated = new Set(changed.filter((day) => day < state.until))
  let until = state.until
  while (until < today && outdated.size < DAYS_IN_ONE_STEP) {
    outdated.add(until)
    until = daysAfter(until, 1)
  }
  for (const day of outdated) await sumDay(queries, day, timeZone)
  for (const month of new Set([...outdated].map(monthKeyOf))) await sumMonth(queries, month)
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

async function takeChanges(queries: Queries): Promise<string[]> {
  const some = queries.selectFrom('report_changes').select('id').limit(CHANGES_IN_ONE_STEP)
  const taken = await queries.deleteFrom('report_changes').where('id', 'in', some).returning('arrived_at').execute()
  return taken.map(({ arrived_at }) => arrived_at)
}

async function sumDay(queries: Queries, day: string, timeZone: string) {
  const sums: Sums = {}
  const rows = await readArrivals(queries, startOfDay(day, timeZone), startOfDay(daysAfter(day, 1), timeZone))
  for (const row of rows) addArrival(sums, row)
  await store(queries, dayKeyOf(day), sums)
}

async function sumMonth(queries: Queries, period: string) {
  const month = period.slice('month '.length)
  const days = await queries
    .selectFrom('report_sums')
    .select('sums')
    .where('period', '>=', dayKeyOf(`${month}-01`))
    .where('period', '<=', dayKeyOf(`${month}-31`))
    .execute()
  const total: Sums = {}
  for (const { sums } of days) mergeSums(total, JSON.parse(sums))
  await store(queries, period, total)
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
