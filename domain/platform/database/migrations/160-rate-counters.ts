import type { Migration } from './migration.ts'

/** What was counted of one sender, or of all, within a time: for every process of this database. */
export const createRateCounters: Migration = async ({ schema }) => {
  await schema
    .createTable('rate_counters')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
