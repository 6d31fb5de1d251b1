import { daysAfter } from '../calendar.ts'
import type { Queries } from '../database/database.ts'

/** After a longer pause it may be the clock that has jumped: nothing is deleted by it for a night. */
export const MAX_PAUSE_DAYS = 7

const heldName = (name: string) => `${name} held`

/**
 * True for one caller a day, however many processes ask. A day that lies ahead counts as one that never was: it was noted while the clock
 * was wrong.
 */
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

/**
 * For a job that deletes what is old by this machine's clock. True for one caller an hour until `finishDailyJob` is called for that day:
 * whoever takes it upon itself may not come to its end. It is held for one night after a pause of more than a week, so that a clock that
 * jumps ahead for an hour deletes nothing.
 */
export async function claimDeletingJob(queries: Queries, name: string, day: string, hour: number) {
  const last = await lastDay(queries, name)
  if (last && last >= day && last <= endOfTomorrow(day)) return false
  if (!(await claimDailyJob(queries, `${name} begun`, `${day} ${String(hour).padStart(2, '0')}`))) return false
  if (!last || isShortlyBefore(last, day)) return true
  await holdDailyJob(queries, name, day)
  return false
}

/** It counts as done, and nothing was. */
export async function holdDailyJob(queries: Queries, name: string, day: string): Promise<void> {
  await finishDailyJob(queries, name, day)
  await finishDailyJob(queries, heldName(name), day)
}

/** It is not to be done again that day. */
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

/** When it was last done, as it was noted. */
export async function lastDay(queries: Queries, name: string) {
  const row = await queries.selectFrom('daily_jobs').select('done_on').where('name', '=', name).executeTakeFirst()
  return row?.done_on
}

const DAY_LENGTH = '2026-03-01'.length

/** Later than any hour that a job may note; the day after is left to companies that change their time zone. */
const endOfTomorrow = (day: string) => `${daysAfter(day.slice(0, DAY_LENGTH), 1)} 24`

const isShortlyBefore = (last: string, day: string) => last < day && last >= daysAfter(day, -MAX_PAUSE_DAYS)
