import type { Migration } from './migration.ts'

/** What was erased stays erased when an older backup is restored; none of it tells what it was. */
export const createTombstones: Migration = async ({ schema }) => {
  await schema
    .createTable('tombstones')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('erased_at', 'text', (column) => column.notNull())
    .execute()
}
