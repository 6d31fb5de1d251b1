import { daysAfter } from '../calendar.ts'
import type { Queries } from '../database/database.ts'

/** After a longer pause the clock may have jumped. */
export const MAX_PAUSE_DAYS = 7

const heldName = (name: string) => `${name} held`

/** True for one caller a day. A day ahead was noted by a wrong clock and does not count. */
export async function claimDailyJob(queries: Queries, name: string, day: string): Promise<boolean> {
  await queries
    .insertInto('daily_jobs')
    .values({ name, done_on: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { numUpdatedRows } = await queries
    .updateTable('daily_jobs')
    .set({ done_on: day })
    .where('name', '=', name)
    .where((row) => row.or([row('done_on', '<', day), row('done_on', '>', endOfTomorrow(day))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** For a job that deletes by age. True for one caller an hour until `finishDailyJob`; held one night after a pause of a week. */
export async function claimDeletingJob(queries: Queries, name: string, day: string, hour: number) {
  const last = await lastDay(queries, name)
  if (last && last >= day && last <= endOfTomorrow(day)) return false
  if (!(await claimDailyJob(queries, `${name} begun`, `${day} ${String(hour).padStart(2, '0')}`))) return false
  if (!last || isShortlyBefore(last, day)) return true
  await holdDailyJob(queries, name, day)
  return false
}

export async function holdDailyJob(queries: Queries, name: string, day: string): Promise<void> {
  await finishDailyJob(queries, name, day)
  await finishDailyJob(queries, heldName(name), day)
}

export async function finishDailyJob(queries: Queries, name: string, day: string): Promise<void> {
  await queries
    .insertInto('daily_jobs')
    .values({ name, done_on: day })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ done_on: day }))
    .execute()
}

/** Whether a deleting job did nothing the last time it was its turn. */
export async function isJobHeld(queries: Queries, name: string): Promise<boolean> {
  const day = await lastDay(queries, heldName(name))
  return Boolean(day) && day === (await lastDay(queries, name))
}

/** Whether a deleting job is held, or would be on that day. */
export async function mayHaveJumped(queries: Queries, name: string, day: string): Promise<boolean> {
  const last = await lastDay(queries, name)
  return (last !== undefined && last < daysAfter(day, -MAX_PAUSE_DAYS)) || isJobHeld(queries, name)
}

export async function lastDay(queries: Queries, name: string) {
  const row = await queries.selectFrom('daily_jobs').select('done_on').where('name', '=', name).executeTakeFirst()
  return row?.done_on
}

const DAY_LENGTH = '2026-03-01'.length

/** Later than any hour a job may note; one day of tolerance for a changed time zone. */
const endOfTomorrow = (day: string) => `${daysAfter(day.slice(0, DAY_LENGTH), 1)} 24`

const isShortlyBefore = (last: string, day: string) => last < day && last >= daysAfter(day, -MAX_PAUSE_DAYS)
