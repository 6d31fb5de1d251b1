import type { InternshipApplication } from '#contract/forms.ts'
import type { Queries } from '../database/connection.ts'
import type { SubmissionColumns } from '../database/tables.ts'

export async function insertInternshipApplication(
  queries: Queries,
  columns: SubmissionColumns,
  application: InternshipApplication,
) {
  await queries
    .insertInto('internship_applications')
    .values({ ...columns, ...application })
    .execute()
}
