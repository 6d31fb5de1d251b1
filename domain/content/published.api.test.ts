import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { freshDatabaseOf } from '../../tests/support/databases.ts'
import { inOrder } from './published.ts'
import { SEARCH_FIELDS } from './types/search-and-share.ts'

const fresh = freshDatabaseOf('PostgreSQL')

test('PostgreSQL finds the records with words for search engines by an index', async () => {
  const database = await openDatabase(await fresh())
  const plan = await database.queries.transaction().execute(async (queries) => {
    // The starter content is so little that reading all of it would be as quick.
    await sql`set local enable_seqscan = off`.execute(queries)
    return inOrder(queries, 'projects', { withAny: SEARCH_FIELDS }).selectAll().explain()
  })
  expect(JSON.stringify(plan)).toContain('published_content_in_search')
  await database.close()
})
