import type { Migration } from './migration.ts'

/** What boards and search engines ask of a job. Jobs of an earlier release have none of it until the content is loaded again. */
export const addJobFacts: Migration = async ({ schema }) => {
  // SQLite takes one column at a time.
  for (const name of TEXTS) await schema.alterTable('jobs').addColumn(name, 'text').execute()
  for (const name of ['salary_minimum', 'salary_maximum'])
    await schema.alterTable('jobs').addColumn(name, 'double precision').execute()
  for (const name of ['salary_shown', 'experience_months'])
    await schema.alterTable('jobs').addColumn(name, 'integer').execute()

  // Stays when a job goes: its number is never another job's, and its page says that it is gone.
  await schema
    .createTable('job_requisitions')
    .addColumn('job_id', 'integer', (column) => column.primaryKey())
    .addColumn('requisition', 'text', (column) => column.notNull().unique())
    .execute()
}

const TEXTS = [
  'requisition',
  'workplace',
  'team_key',
  'team_en',
  'team_ar',
  'city_key',
  'city_en',
  'city_ar',
  'region_en',
  'region_ar',
  'street_en',
  'street_ar',
  'postal_code',
  'salary_currency',
  'salary_period',
  'experience_level',
  'education',
  'benefits_en',
  'benefits_ar',
  'contact_email',
]
