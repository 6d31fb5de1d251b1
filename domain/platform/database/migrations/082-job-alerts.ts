import { type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who wants to hear of new jobs. */
export const createJobAlerts: Migration = async ({ schema }) => {
  await schema
    .createTable('job_alerts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('mailbox', 'text', (column) => column.notNull().unique())
    .addColumn('language', 'text', required)
    .addColumn('kinds', 'text', required)
    .addColumn('team', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('asked_at', 'text', required)
    .addColumn('link_due_at', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('told_until', 'text', required)
    .addColumn('next_mail_at', 'text', required)
    .addColumn('leased_until', 'text')
    .addColumn('tries', 'integer', required)
    .execute()
  // Whoever has heard of the newest job is not in the way of those who have not.
  await schema
    .createIndex('job_alerts_to_tell')
    .on('job_alerts')
    .columns(['told_until', 'next_mail_at'])
    .where(sql<SqlBool>`confirmed_at is not null`)
    .execute()
  await schema
    .createIndex('job_alerts_to_link')
    .on('job_alerts')
    .column('link_due_at')
    .where(sql<SqlBool>`link_due_at is not null`)
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
