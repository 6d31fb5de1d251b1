import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Content goes to a colleague before it is published; colleagues comment on its fields, and see where one of them writes. */
export const reviewAndComments: Migration = async (queries, kind) => {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : ''
  const ofRecord = 'foreign key (type, record_id) references content_records (type, id) on delete cascade'
  for (const statement of [
    `create table desk_settings (
      name text primary key, value text not null, changed_at text not null, changed_by text
    ) ${withoutRowid}`,
    `create table content_reviews (
      type text not null, record_id integer not null, id text not null, state text not null, asked_by text not null,
      reviewer_id text not null, words text not null, changed_at text not null,
      constraint content_reviews_key primary key (type, record_id), constraint content_reviews_record ${ofRecord}
    ) ${withoutRowid}`,
    `create table content_comments (
      id text primary key, type text not null, record_id integer not null, part text not null, field text not null,
      thread_id text not null, author_id text not null, words text not null, created_at text not null,
      resolved_at text, resolved_by text, constraint content_comments_record ${ofRecord}
    ) ${withoutRowid}`,
    'create index content_comments_of_record on content_comments (type, record_id, created_at)',
    'alter table content_locks add column place text',
  ])
    await sql.raw(statement).execute(queries)
}
