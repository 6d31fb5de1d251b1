import type { Queries } from './connection.ts'

/** True for one caller a day, however many processes ask. */
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
    .where('done_on', '<', day)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
