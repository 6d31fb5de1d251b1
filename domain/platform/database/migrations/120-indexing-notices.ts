import { type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What a search engine is to be told about each address of a job. */
export const createIndexingNotices: Migration = async ({ schema }) => {
  await schema
    .createTable('indexing_notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('next_try_at', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('last_error', 'text', required)
    .execute()
  await schema
    .createIndex('indexing_notices_due')
    .on('indexing_notices')
    .column('next_try_at')
    .where(sql<SqlBool>`next_try_at is not null`)
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
