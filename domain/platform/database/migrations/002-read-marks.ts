import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Read marks and notices for each person, letters as they left, answers given elsewhere, sessions of a recovery code,
 * lists sorted by name and stage, the language of a question, keys against making a record twice.
 * Nothing uses people.looked_at and submissions.read_at any more; a later migration removes them.
 */
export const readMarks: Migration = async (queries, kind) => {
  const isSqlite = kind === 'sqlite'
  const withoutRowid = isSqlite ? 'without rowid' : ''
  const statements = [
    ...ADDED,
    submissionReads(withoutRowid),
    submissionNotices(withoutRowid),
    ...NAMED(isSqlite ? '' : 'collate "C"'),
    ...HANDLED,
  ]
  for (const statement of statements) await sql.raw(statement).execute(queries)
}

const ADDED = [
  'alter table sessions add column is_recovery integer default 0 not null',
  'alter table letters add column sent_subject text',
  'alter table letters add column sent_text text',
  'alter table letters add column sent_to text',
  'alter table submission_questions add column language text',
  'alter table content_records add column creation_key text',
  'create unique index content_records_by_creation_key on content_records (type, creation_key)',
  'drop index mails_confirmations',
  'create index mails_newest on mails (sent_at)',
]

// Who has read it since the last news from its sender.
const submissionReads = (withoutRowid: string) => `create table submission_reads (
    person_id text not null, submission_id text not null references submissions (id) on delete cascade,
    read_at text not null, constraint submission_reads_key primary key (person_id, submission_id)
  ) ${withoutRowid}`

// Who was mentioned in a note, or has it assigned, and has not opened it since. An empty note_id is an assignment.
const submissionNotices = (withoutRowid: string) => `create table submission_notices (
    person_id text not null, submission_id text not null references submissions (id) on delete cascade,
    note_id text not null, actor_id text, created_at text not null, mailed_at text,
    constraint submission_notices_key primary key (person_id, submission_id, note_id)
  ) ${withoutRowid}`

/** Lists filter by these columns. An index that holds them all passes over other rows without reading them. */
const FILTERED = 'kind, stage, job_id, assignee_id, language, is_sample, marks, handled_at, answered_at'

/** A read mark counted for all colleagues before. Such submissions become handled. */
const HANDLED = [
  'create index submission_reads_by_submission on submission_reads (submission_id)',
  'create index submission_notices_by_submission on submission_notices (submission_id)',
  'alter table submissions add column answered_by text',
  'alter table submissions add column handled_at text',
  'update submissions set handled_at = read_at where read_at is not null',
  'drop index submissions_unread',
  `create index submissions_unhandled on submissions (arrival, id, ${FILTERED}) where handled_at is null`,
  'drop index submissions_arrival',
  `create index submissions_arrival on submissions (arrival, id, ${FILTERED}, answer_due_at, name_key)`,
  'drop index submissions_waiting',
  `create index submissions_waiting on submissions (answer_due_at, arrival, ${FILTERED})
    where answered_at is null and stage in ('new', 'in-review', 'interview', 'offer')`,
  `create index submissions_by_name on submissions (name_key, arrival desc, ${FILTERED})`,
  `create index submissions_in_stage on submissions ((case stage when 'new' then '0' when 'in-review' then '1'
    when 'interview' then '2' when 'offer' then '3' when 'hired' then '4' when 'declined' then '5'
    when 'withdrawn' then '6' when 'answered' then '7' when 'archived' then '8' end), arrival desc, ${FILTERED})`,
]

/** The last four digits of a telephone number are a word of their own. */
const NAMED = (byBytes: string) => [
  `alter table submissions add column name_key text ${byBytes} default '' not null`,
  `update submissions set name_key = coalesce(
    (select name_key from submission_search where submission_search.submission_id = submissions.id), '')`,
  "update submission_search set words = words || ' ' || substr(phone_key, 6) where phone_key <> ''",
]
