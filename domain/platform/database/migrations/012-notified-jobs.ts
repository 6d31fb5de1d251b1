import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Which jobs a colleague gets mail about. */
export const notifiedJobs: Migration = async (queries) => {
  await sql.raw('alter table notification_settings add column jobs text').execute(queries)
  // For cards that are missing some time after an interview.
  await sql.raw('create index interviews_by_end on interviews (state, ends_at)').execute(queries)
}
