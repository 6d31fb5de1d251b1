import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What is searched of those who have answered a question is made anew at the next start, with their answers. */
export const searchAnswersToQuestions: Migration = async (queries) => {
  await sql`
    delete from submission_search where submission_id in
      (select submission_id from submission_questions where answered_at is not null)`.execute(queries)
}
