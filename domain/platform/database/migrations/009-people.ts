import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The text of CVs for the search, one page for each person who wrote, and the company's own reasons to decline. */
export const candidatePeople: Migration = async (queries, kind) => {
  const isSqlite = kind === 'sqlite'
  const withoutRowid = isSqlite ? 'without rowid' : ''
  const arrival = isSqlite ? 'integer' : 'double precision'
  const newId = isSqlite ? 'lower(hex(randomblob(16)))' : 'gen_random_uuid()::text'
  const statements = [...CV_TEXTS, ...candidates(arrival, withoutRowid, newId), ...TAGS(withoutRowid), ...REASONS]
  for (const statement of statements) await sql.raw(statement).execute(queries)
}

/** CVs that are already there are read in the background. */
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

/** One row for each mailbox. Merged rows keep what they had, so that a merge can be undone. */
const candidates = (arrival: string, withoutRowid: string, newId: string) => [
  `create table candidates (
    id text primary key, mailbox text not null unique, root_id text not null, merged_into text, merged_at text,
    merged_by text, created_at text not null, applied_arrival ${arrival}, rating integer, rated_by text, rated_at text,
    pool_until text, pool_agreed_on text, pool_channel text, pool_by text, pool_asked_at text
  )`,
  `insert into candidates (id, mailbox, root_id, created_at, applied_arrival)
    select ${newId}, mailbox, '', min(created_at),
      max(case when kind = 'contact-message' then null else arrival end)
    from submissions where mailbox <> '' group by mailbox`,
  'update candidates set root_id = id',
  'create index candidates_by_root on candidates (root_id)',
  'create index candidates_by_merge on candidates (merged_into) where merged_into is not null',
  'create index candidates_applied on candidates (applied_arrival) where merged_into is null and applied_arrival is not null',
  'create index candidates_rated on candidates (root_id) where rating is not null',
  'create index candidates_pool on candidates (pool_until) where pool_until is not null',
  `create table candidate_differences (
    candidate_id text not null references candidates (id) on delete cascade,
    other_id text not null references candidates (id) on delete cascade, said_by text, said_at text not null,
    constraint candidate_differences_key primary key (candidate_id, other_id)
  ) ${withoutRowid}`,
  'create index candidate_differences_by_other on candidate_differences (other_id)',
  'alter table submissions add column added_by text',
  'alter table submissions add column added_as text',
]

const TAGS = (withoutRowid: string) => [
  `create table tags (
    id text primary key, name text not null, name_key text not null unique, created_by text, created_at text not null
  )`,
  `create table candidate_tags (
    candidate_id text not null references candidates (id) on delete cascade,
    tag_id text not null references tags (id) on delete cascade, added_by text, added_at text not null,
    constraint candidate_tags_key primary key (candidate_id, tag_id)
  ) ${withoutRowid}`,
  'create index candidate_tags_by_tag on candidate_tags (tag_id)',
]

const REASONS = [
  `create table decline_reasons (
    id text primary key, position integer not null, name_en text not null, name_ar text not null, removed_at text,
    version integer not null
  )`,
]
