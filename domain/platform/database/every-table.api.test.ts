import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DATABASES, emptyDatabaseOf } from '../../../tests/support/databases.ts'
import { openDatabase } from './connection.ts'
import type { Queries } from './database.ts'
import { migrate } from './migrate.ts'

/** The list of migrations, and what SQLite keeps of its search index. */
const OWN_ROWS = /^migrations$|^submission_words_/

describe.each(DATABASES)('every table on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('is empty after the migrations, since a restore adds its rows to these', async () => {
    const database = await openDatabase(await empty())
    await migrate(database)
    const filled: string[] = []
    for (const { name: table } of await database.queries.introspection.getTables())
      if (!OWN_ROWS.test(table) && (await hasRows(database.queries, table))) filled.push(table)
    await database.close()
    expect(filled).toEqual([])
  })
})

async function hasRows(queries: Queries, table: string) {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(queries)
  return rows.length > 0
}
