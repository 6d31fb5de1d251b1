import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** How each sender came to the company, how far each application got, when it was first answered, and sums of it by day and month. */
export const sourcesAndReports: Migration = async (queries, kind) => {
  const isSqlite = kind === 'sqlite'
  const withoutRowid = isSqlite ? 'without rowid' : ''
  const statements = [
    ...ADDED,
    reached(isSqlite ? "json_extract(details, '$.to')" : "details::json ->> 'to'"),
    ...firstAnswers(isSqlite ? 'min' : 'least'),
    ...INDEXES,
    ...sums(withoutRowid),
    ...(isSqlite ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  ]
  for (const statement of statements) await sql.raw(statement).execute(queries)
}

const ADDED = [
  'alter table submissions add column source text',
  'alter table submissions add column campaign text',
  'alter table submissions add column referring_site text',
  'alter table submissions add column heard_of text',
  'alter table submissions add column reached integer default 0 not null',
  'alter table submissions add column first_answer_at text',
  'update submissions set source = added_as where added_as is not null',
]

const rankOf = (stage: string) => `case ${stage} when 'in-review' then 1 when 'interview' then 2 when 'offer' then 3
  when 'hired' then 4 else 0 end`

const reached = (toStage: string) => `update submissions set reached = coalesce((
    select max(${rankOf(toStage)}) from submission_events
    where submission_events.submission_id = submissions.id and submission_events.kind = 'stage'
  ), ${rankOf('submissions.stage')})
  where kind <> 'contact-message' and stage <> 'new'`

/** A letter, proposed times, a question, or what a colleague said to have answered. */
const firstAnswers = (least: string) => [
  `update submissions set first_answer_at = ${least}(
    coalesce((select min(sent_at) from mails where mails.reference = submissions.reference
      and mails.kind in ('letter', 'interview-times')), '9'),
    coalesce((select min(sent_at) from mails inner join letter_submissions on letter_id = mails.id
      where letter_submissions.submission_id = submissions.id), '9'),
    coalesce((select min(happened_at) from submission_events where submission_events.submission_id = submissions.id
      and submission_events.kind in ('answered', 'contacted', 'question')), '9')
  ) where id in (select submission_id from submission_events
    where kind in ('answered', 'contacted', 'question', 'letter', 'interview-proposed'))`,
  "update submissions set first_answer_at = null where first_answer_at = '9'",
]

/** Lists filter by these columns. An index that holds them all passes over other rows without reading them. */
const FILTERED = 'kind, stage, job_id, assignee_id, language, is_sample, marks, handled_at, answered_at'

const INDEXES = [
  'create index submissions_by_source on submissions (source, arrival) where source is not null',
  'drop index submissions_arrival',
  `create index submissions_arrival
    on submissions (arrival, id, ${FILTERED}, answer_due_at, name_key, source, reached)`,
]

/** `period` is a day or a month of the company. Changes name the arrivals whose sums are outdated. */
const sums = (withoutRowid: string) => [
  `create table report_sums (period text primary key, sums text not null) ${withoutRowid}`,
  'create table report_state (id integer primary key, time_zone text not null, summed_until text not null)',
  `create table report_changes (id text primary key, arrived_at text not null) ${withoutRowid}`,
]

const REPORTED =
  'kind, job_id, stage, stage_since, decline_reason, added_as, source, heard_of, reached, first_answer_at'

const sqliteTrigger = (name: string, event: string, row: 'new' | 'old') =>
  `create trigger submissions_${name} after ${event} on submissions begin
    insert into report_changes (id, arrived_at) values (lower(hex(randomblob(16))), ${row}.created_at);
  end`

const SQLITE_TRIGGERS = [
  sqliteTrigger('reported', 'insert', 'new'),
  sqliteTrigger('reported_anew', `update of ${REPORTED}`, 'new'),
  sqliteTrigger('reported_no_more', 'delete', 'old'),
]

const postgresTrigger = (name: string, event: string, row: 'new' | 'old') => [
  `create function ${name}_in_reports() returns trigger language plpgsql as $function$
    begin
      insert into report_changes (id, arrived_at) values (gen_random_uuid()::text, ${row}.created_at);
      return null;
    end $function$`,
  `create trigger submissions_${name} after ${event} on submissions
    for each row execute function ${name}_in_reports()`,
]

const POSTGRES_TRIGGERS = [
  ...postgresTrigger('reported', `insert or update of ${REPORTED}`, 'new'),
  ...postgresTrigger('reported_no_more', 'delete', 'old'),
]
