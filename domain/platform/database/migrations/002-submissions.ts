import { type CreateTableBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

export const createSubmissionTables: Migration = async ({ schema }, kind) => {
  const bytes = kind === 'postgres' ? sql`bytea` : sql`blob`

  await schema
    .createTable('contact_messages')
    .$call(submission)
    .$call(texts('name', 'email', 'phone', 'subject', 'message'))
    .execute()

  await schema
    .createTable('internship_applications')
    .$call(submission)
    .$call(texts('name', 'email', 'phone', 'position', 'why_hire_you'))
    .execute()

  await schema
    .createTable('career_applications')
    .$call(submission)
    .addColumn('job_id', 'integer')
    .$call(texts('name', 'email', 'phone', 'address', 'date_of_birth'))
    .$call(texts('college', 'major', 'graduation_date', 'notice_period'))
    .execute()

  await schema
    .createTable('cvs')
    .addColumn('career_application_id', 'text', (column) =>
      column.primaryKey().references('career_applications.id').onDelete('cascade'),
    )
    .addColumn('file_name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('sha256', 'text', required)
    .addColumn('bytes', bytes, required)
    .execute()

  await schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .$call(texts('kind', 'body_hash', 'reference', 'language', 'created_at'))
    .execute()
  await schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at').execute()
}

function submission(table: CreateTableBuilder<string, string>) {
  return table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('doubtful', 'integer', required)
    .addColumn('doubtful_reasons', 'text', required)
}

function texts(...names: string[]) {
  return (table: CreateTableBuilder<string, string>) =>
    names.reduce((wider, name) => wider.addColumn(name, 'text', required), table)
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
