import { sql } from 'kysely'
import type { Database, Queries } from './connection.ts'
import { createContentTables } from './migrations/001-content.ts'
import { createSubmissionTables } from './migrations/002-submissions.ts'
import { createDeskTables } from './migrations/003-desk.ts'
import { createSearch } from './migrations/004-search.ts'

export type Migration = (queries: Queries, kind: Database['kind']) => Promise<void>

/** In order, for ever: a migration that was released is never edited, only followed by another. */
const migrations: Record<string, Migration> = {
  '001-content': createContentTables,
  '002-submissions': createSubmissionTables,
  '003-desk': createDeskTables,
  '004-search': createSearch,
}

/** Applies what this database does not have yet: all of it or none, by one process at a time. */
export async function migrate(database: Pick<Database, 'kind' | 'exclusively'>): Promise<void> {
  await database.exclusively(async (queries) => {
    await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(queries)
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(queries)
    const applied = new Set(rows.map(({ name }) => name))
    for (const [name, apply] of Object.entries(migrations)) {
      if (applied.has(name)) continue
      await apply(queries, database.kind)
      await sql`insert into migrations (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(
        queries,
      )
    }
  })
}
