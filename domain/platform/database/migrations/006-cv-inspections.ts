import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What was found out about each CV, and which are still to be inspected: at first all that there are. */
export const createCvInspections: Migration = async (queries) => {
  const { schema } = queries
  await schema
    .createTable('cv_inspections')
    .addColumn('submission_id', 'text', (column) =>
      column.primaryKey().references('cvs.submission_id').onDelete('cascade'),
    )
    .addColumn('next_try_at', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('inspected_at', 'text')
    .addColumn('result', 'text')
    .execute()
  // What is done is never looked for again, so the index stays as small as the work that is left.
  await schema
    .createIndex('cv_inspections_due')
    .on('cv_inspections')
    .column('next_try_at')
    .where(sql.ref('next_try_at'), 'is not', null)
    .execute()
  await sql`
    insert into cv_inspections (submission_id, next_try_at, tries)
    select cvs.submission_id, submissions.created_at, 0
    from cvs inner join submissions on submissions.id = cvs.submission_id`.execute(queries)
}
