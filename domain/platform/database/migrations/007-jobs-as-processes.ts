import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Each job's own stages, questions and criteria; answers to its questions; scorecards of interviews. */
export const jobsAsProcesses: Migration = async (queries, kind) => {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : ''
  for (const statement of [...PROCESSES, jobAnswers(withoutRowid), ...SCORECARDS])
    await sql.raw(statement).execute(queries)
}

// A job's id, `general` or `internship`. Without a row it has the company's stages and no questions.
const PROCESSES = [
  `create table hiring_processes (
    process text primary key, version integer not null, stages text not null, questions text not null,
    criteria text not null, changed_at text not null, changed_by text
  )`,
  // The job's own stage; empty is the company's stage of `stage`.
  "alter table submissions add column step text default '' not null",
  "create index submissions_by_step on submissions (step, arrival) where step <> ''",
]

// The question as it was asked: the job may ask another one later.
const jobAnswers = (withoutRowid: string) => `create table submission_job_answers (
    submission_id text not null references submissions (id) on delete cascade, question_id text not null,
    position integer not null, kind text not null, question text not null, answer text not null,
    is_knock_out integer not null,
    constraint submission_job_answers_key primary key (submission_id, question_id)
  ) ${withoutRowid}`

const SCORECARDS = [
  `create table scorecards (
    id text primary key, submission_id text not null references submissions (id) on delete cascade,
    author_id text not null, version integer not null, criteria text not null, ratings text not null,
    recommendation integer, summary text not null, additions text not null,
    created_at text not null, changed_at text not null, sent_at text, waived_at text
  )`,
  'create unique index scorecards_by_author on scorecards (submission_id, author_id)',
]
