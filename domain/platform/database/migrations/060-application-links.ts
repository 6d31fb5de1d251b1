import type { Migration } from './migration.ts'

/** The link with which somebody opens what they have sent: only its hash, which stays when the submission goes. */
export const createApplicationLinks: Migration = async ({ schema }) => {
  await schema
    .createTable('application_links')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => column.references('submissions.id').onDelete('set null'))
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute()
  // One of several requests at once makes the next link.
  await schema
    .createIndex('application_links_by_submission')
    .on('application_links')
    .columns(['submission_id', 'generation'])
    .unique()
    .execute()
}
