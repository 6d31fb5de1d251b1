import type { ContactMessage } from '#contract/forms.ts'
import type { Queries } from '../database/connection.ts'
import type { SubmissionColumns } from '../database/tables.ts'

export async function insertContactMessage(queries: Queries, columns: SubmissionColumns, message: ContactMessage) {
  await queries
    .insertInto('contact_messages')
    .values({ ...columns, ...message })
    .execute()
}
