import type { CareerApplication } from '#contract/forms.ts'
import type { Queries } from '../database/connection.ts'
import type { SubmissionColumns } from '../database/tables.ts'

export interface Cv {
  fileName: string
  bytes: Buffer
  sha256: string
}

/** The application and its CV, for a transaction that keeps both or neither. */
export async function insertCareerApplication(
  queries: Queries,
  columns: SubmissionColumns,
  application: CareerApplication,
  { fileName, bytes, sha256 }: Cv,
) {
  await queries
    .insertInto('career_applications')
    .values({ ...columns, ...application, job_id: application.job_id ?? null })
    .execute()
  await queries
    .insertInto('cvs')
    .values({ career_application_id: columns.id, file_name: fileName, size: bytes.length, sha256, bytes })
    .execute()
}
