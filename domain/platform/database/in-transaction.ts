import { sql } from 'kysely'
import type { Queries } from './database.ts'

export async function inTransaction<Result>(
  connection: Queries,
  begin: () => Promise<unknown>,
  work: (queries: Queries) => Promise<Result>,
  commit = sql`commit`,
) {
  await begin()
  try {
    const result = await work(connection)
    await commit.execute(connection)
    return result
  } catch (error) {
    // A connection that broke has rolled back by itself; the first error is the one worth telling.
    await sql`rollback`.execute(connection).catch(() => {})
    throw error
  }
}
