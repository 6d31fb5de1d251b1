import { type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who is told what happens here, what there was to tell, and whom it has reached. Also which jobs are known to be open. */
export const createWebhooks: Migration = async (queries) => {
  const { schema } = queries
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('format', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text')
    .execute()

  await schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', required)
    .addColumn('reference', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('data', 'text', required)
    .execute()
  await schema.createIndex('webhook_events_by_reference').on('webhook_events').column('reference').execute()
  await schema.createIndex('webhook_events_by_age').on('webhook_events').column('created_at').execute()

  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull().references('webhook_events.id').onDelete('cascade'))
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('next_try_at', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('last_error', 'text', required)
    .addColumn('sent_at', 'text')
    .execute()
  await schema.createIndex('webhook_deliveries_by_event').on('webhook_deliveries').column('event_id').execute()
  await schema.createIndex('webhook_deliveries_by_webhook').on('webhook_deliveries').column('webhook_id').execute()
  await schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .column('next_try_at')
    .where(sql<SqlBool>`next_try_at is not null`)
    .execute()

  await schema
    .createTable('published_jobs')
    .addColumn('job_id', 'integer', (column) => column.primaryKey())
    .addColumn('published_at', 'text', required)
    .execute()
  // What is open now is no news to anybody.
  const now = new Date().toISOString()
  await sql`
    insert into published_jobs (job_id, published_at)
    select id, ${now} from jobs where closes_on >= ${now.slice(0, 10)}`.execute(queries)
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
