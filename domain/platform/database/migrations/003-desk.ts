import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const createDeskTables: Migration = async ({ schema }) => {
  for (const table of ['contact_messages', 'internship_applications', 'career_applications']) {
    await schema
      .alterTable(table)
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('new'))
      .execute()
    await schema
      .alterTable(table)
      .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.createIndex(`${table}_by_age`).on(table).column('created_at').execute()
    await schema.createIndex(`${table}_by_email`).on(table).expression(sql`lower(email)`).execute()
  }

  await schema
    .createTable('mail_outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_kind', 'text', required)
    .addColumn('reference', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('message_id', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('next_try_at', 'text', required)
    .addColumn('leased_until', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('last_error', 'text', required)
    .addColumn('sent_at', 'text')
    .execute()
  // What was sent is never looked for again, so the index stays as small as the work that is left.
  await schema
    .createIndex('mail_outbox_due')
    .on('mail_outbox')
    .column('next_try_at')
    .where(sql.ref('sent_at'), 'is', null)
    .execute()
  await schema.createIndex('mail_outbox_by_reference').on('mail_outbox').column('reference').execute()
  await schema.createIndex('idempotency_keys_by_reference').on('idempotency_keys').column('reference').execute()

  await schema
    .createTable('audit_trail')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('happened_at', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('counts', 'text', required)
    .execute()

  await schema
    .createTable('chores')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('done_on', 'text', required)
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
