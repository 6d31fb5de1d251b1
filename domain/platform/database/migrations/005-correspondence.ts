import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Mails that answer ours, files of letters and replies, which mails came back, and how far a mailbox was read. */
export const correspondence: Migration = async (queries, kind) => {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea'
  for (const statement of [...MAILS, ...incomingMails(bytes), ...REPLIES, ...attachments(bytes), MAILBOXES])
    await sql.raw(statement).execute(queries)
}

const MAILS = [
  'alter table mails add column bounced_at text',
  'alter table mails add column bounce_code text',
  'create index mails_by_message_id on mails (message_id)',
]

// As they arrived, until the queue has read them.
const incomingMails = (bytes: string) => [
  `create table incoming_mails (
    id text primary key, received_at text not null, hash text not null, size integer not null, is_cut integer not null,
    bytes ${bytes} not null, object_key text, object_secret text
  )`,
  'create unique index incoming_mails_by_hash on incoming_mails (hash)',
  'create unique index incoming_mails_by_object on incoming_mails (object_key)',
]

// Without a submission: in the tray, until a person assigns or discards it.
const REPLIES = [
  `create table replies (
    id text primary key, submission_id text references submissions (id) on delete cascade, kind text not null,
    received_at text not null, message_key text not null, mail_id text, from_address text not null, from_name text not null,
    mailbox text not null, is_other_address integer not null, subject text not null, text text not null,
    whole_text text not null, dropped text not null, bounce_code text, held_because text, author_id text
  )`,
  'create unique index replies_by_message on replies (message_key)',
  'create index replies_by_submission on replies (submission_id, received_at)',
  'create index replies_unsorted on replies (received_at) where submission_id is null',
  'create index replies_by_mailbox on replies (mailbox)',
]

const attachments = (bytes: string) => [
  `create table attachments (
    id text primary key, submission_id text references submissions (id) on delete cascade, letter_id text,
    reply_id text references replies (id) on delete cascade, author_id text, position integer not null,
    created_at text not null, file_name text not null, type text not null, size integer not null, sha256 text not null,
    result text, bytes ${bytes} not null, object_key text, object_secret text
  )`,
  'create index attachments_by_submission on attachments (submission_id)',
  'create index attachments_by_letter on attachments (letter_id)',
  'create index attachments_by_reply on attachments (reply_id)',
  'create unique index attachments_by_object on attachments (object_key)',
]

const MAILBOXES = `create table mailboxes (
    name text primary key, uid_validity text not null, last_uid integer not null, read_at text not null,
    failing_since text, last_error text not null
  )`
