import type { Migration } from './migration.ts'

/** Who has asked for a new link to what they sent, or for one to something that nobody sent: both are stored alike. */
export const createLinkRequests: Migration = async ({ schema }) => {
  await schema
    .createTable('link_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .execute()
}
