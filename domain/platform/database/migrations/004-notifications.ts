import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Notifications of staff, and how each person wants them by mail.
 * Nothing uses submission_notices any more; a later migration removes it.
 */
export const notifications: Migration = async (queries, kind) => {
  const isSqlite = kind === 'sqlite'
  const withoutRowid = isSqlite ? 'without rowid' : ''
  for (const statement of [
    notificationsTable(withoutRowid, isSqlite ? '' : 'collate "C"'),
    notificationSettings(withoutRowid),
    ...INDEXES,
    FORMER,
    'delete from submission_notices',
  ])
    await sql.raw(statement).execute(queries)
}

// `subject` is submissions/<id>, or <type>/<id> of a content record. The same cause again renews its row.
const notificationsTable = (withoutRowid: string, byBytes: string) => `create table notifications (
    person_id text not null, subject text not null, kind text not null, cause text not null,
    id text ${byBytes} not null, submission_id text references submissions (id) on delete cascade, actor_id text,
    details text not null, created_at text ${byBytes} not null, read_at text ${byBytes}, mailed_at text,
    constraint notifications_key primary key (person_id, subject, kind, cause)
  ) ${withoutRowid}`

const notificationSettings = (withoutRowid: string) => `create table notification_settings (
    person_id text not null, choices text not null, quiet_from integer not null, quiet_until integer not null,
    quiet_closed_days integer not null, refused_at text, digested_on text,
    constraint notification_settings_key primary key (person_id)
  ) ${withoutRowid}`

const INDEXES = [
  'create index notifications_newest on notifications (person_id, created_at, id)',
  'create index notifications_unread on notifications (person_id, created_at) where read_at is null',
  'create index notifications_unmailed on notifications (created_at) where mailed_at is null and read_at is null',
  'create index notifications_created on notifications (created_at)',
  'create index notifications_read on notifications (read_at) where read_at is not null',
  'create index notifications_by_submission on notifications (submission_id)',
]

const FORMER = `insert into notifications (person_id, subject, kind, cause, id, submission_id, actor_id, details,
    created_at, read_at, mailed_at)
  select person_id, 'submissions/' || submission_id, case note_id when '' then 'assignment' else 'mention' end, note_id,
    person_id || ' ' || submission_id || ' ' || note_id, submission_id, actor_id, '{}', created_at, null,
    coalesce(mailed_at, created_at)
  from submission_notices`
