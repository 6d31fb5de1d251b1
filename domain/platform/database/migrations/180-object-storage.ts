import type { Migration } from './migration.ts'

/** Files may be kept outside the database: their rows say where. What is to be deleted there is owed until it is done. */
export const createObjectStorage: Migration = async ({ schema }) => {
  for (const table of ['cvs', 'picture_files']) {
    await schema.alterTable(table).addColumn('object_key', 'text').execute()
    await schema.alterTable(table).addColumn('object_secret', 'text').execute()
    await schema.createIndex(`${table}_by_object`).unique().on(table).column('object_key').execute()
  }
  await schema
    .createTable('object_deletions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('object_deletions_due').on('object_deletions').column('next_try_at').execute()
}
