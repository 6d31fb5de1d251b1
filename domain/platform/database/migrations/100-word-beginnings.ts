import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * SQLite gathers all that a beginning finds before it compares, some 50 ms for a word that everybody has; beginnings of these lengths
 * have an index of their own, which it walks instead. PostgreSQL needs none.
 */
export const indexWordBeginnings: Migration = async (queries, kind) => {
  if (kind !== 'sqlite') return
  await sql`drop table submission_words`.execute(queries)
  await sql`
    create virtual table submission_words using fts5(
      words, content = 'submission_search', content_rowid = 'arrival',
      tokenize = 'unicode61 remove_diacritics 0', columnsize = 0, detail = 'none', prefix = '3 5 7')`.execute(queries)
  await sql`insert into submission_words (submission_words, rank) values ('secure-delete', 1)`.execute(queries)
  await sql`insert into submission_words (submission_words) values ('rebuild')`.execute(queries)
}
