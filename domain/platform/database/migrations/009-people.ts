import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The text of CVs, for the search. CVs that are already there are read in the background. */
export const candidatePeople: Migration = async (queries) => {
  for (const statement of [...CV_TEXTS]) await sql.raw(statement).execute(queries)
}

const CV_TEXTS = [
  `create table cv_texts (
    submission_id text primary key references cvs (submission_id) on delete cascade, read_at text not null,
    outcome text not null, pages text not null
  )`,
  `insert into queued_jobs
    (id, kind, lane, subject, payload, created_at, due_at, leased_until, tries, last_error, is_stuck, version)
    select 'cv-text.' || submissions.id, 'cv-text', null, submissions.reference,
      '{"submissionId":"' || submissions.id || '"}', submissions.created_at, submissions.created_at, null, 0, '', 0, 1
    from cvs inner join submissions on submissions.id = cvs.submission_id`,
]
