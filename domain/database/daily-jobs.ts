import type { Queries } from './connection.ts'

/** Whether the caller is the one to do today's: of several processes the first one is. */
export async function claimChore(queries: Queries, name: string, day: string): Promise<boolean> {
  await queries
    .insertInto('chores')
    .values({ name, done_on: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { numUpdatedRows } = await queries
    .updateTable('chores')
    .set({ done_on: day })
    .where('name', '=', name)
    .where('done_on', '<', day)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
