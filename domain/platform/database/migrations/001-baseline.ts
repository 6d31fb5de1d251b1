import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The schema of version 1.0. Moments and days are ISO texts, booleans are 0 or 1, lists are JSON texts.
 * Partial indexes cover the few rows with work left, so they stay small.
 */
export const baseline: Migration = async (queries, kind) => {
  const types = kind === 'sqlite' ? SQLITE : POSTGRES
  const groups = [
    PEOPLE,
    SERVER,
    PUBLISHED_CONTENT,
    CONTENT_REVISIONS,
    pictures(types),
    submissions(types),
    CORRESPONDENCE,
    NOTIFICATIONS,
    ...(kind === 'sqlite' ? [SQLITE_SEARCH, SQLITE_AUDIT_TRIGGERS] : [POSTGRES_SEARCH, POSTGRES_AUDIT_TRIGGERS]),
  ]
  for (const statement of groups.join('').split(END_OF_STATEMENT)) {
    if (statement.trim()) await sql.raw(statement).execute(queries)
  }
}

// A semicolon inside a trigger or a function is not at the end of its line.
const END_OF_STATEMENT = ';\n'

interface Types {
  bytes: string
  /** Microseconds: PostgreSQL's driver reads a double as a number, exact up to the year 2255. */
  arrival: string
  withoutRowid: string
}
const SQLITE: Types = { bytes: 'blob', arrival: 'integer', withoutRowid: 'without rowid' }
const POSTGRES: Types = { bytes: 'bytea', arrival: 'double precision', withoutRowid: '' }

/** Staff of the desk and the ways they sign in. */
const PEOPLE = `
  create table people (
    id text primary key, name text not null, email text unique, role text not null, language text not null,
    created_at text not null, last_seen_at text, removed_at text, password_hash text, one_time_secret text,
    one_time_step integer, preferences text default '{}' not null, looked_at text
  );

  create table passkeys (
    id text primary key, person_id text not null references people (id), public_key text not null,
    counter double precision not null, transports text not null, label text not null, created_at text not null,
    last_used_at text
  );
  create index passkeys_by_person on passkeys (person_id);

  create table recovery_codes (hash text primary key, person_id text not null references people (id));

  create table sessions (
    id text primary key, secret_hash text not null, person_id text not null references people (id),
    created_at text not null, last_seen_at text not null, proved_at text not null, agent text not null
  );
  create index sessions_by_person on sessions (person_id);

  create table known_devices (
    hash text primary key, person_id text not null references people (id), created_at text not null
  );

  create table invitations (
    id text primary key, secret_hash text not null unique, person_id text references people (id),
    name text not null, email text not null, role text not null, language text not null, invited_by text,
    created_at text not null, expires_at text not null
  );

  create table setup_codes (hash text primary key, expires_at text not null);

  create table sign_in_tries (
    key text primary key, tries integer not null, next_at text not null, last_at text not null
  );

  create table saved_views (
    id text primary key, person_id text not null, name text not null, search text not null, created_at text not null
  );
  create index saved_views_by_person on saved_views (person_id, created_at);
`

/** Secrets, counters and the audit trail, shared by every process. */
const SERVER = `
  create table server_keys (purpose text primary key, secret text not null, created_at text not null);

  create table spent_proofs (hash text primary key, expires_at text not null);

  create table rate_counters (key text primary key, count integer not null, expires_at text not null);

  create table daily_jobs (name text primary key, done_on text not null);

  create table queued_jobs (
    id text primary key, kind text not null, lane text, subject text, payload text not null,
    created_at text not null, due_at text, leased_until text, tries integer not null, last_error text not null,
    is_stuck integer not null, version integer not null
  );
  create index queued_jobs_due on queued_jobs (kind, due_at) where due_at is not null;
  create index queued_jobs_stuck on queued_jobs (created_at) where is_stuck = 1;
  create index queued_jobs_by_subject on queued_jobs (subject);

  -- Each hash covers the one before it; unique, so that no two entries follow the same one.
  create table audit_trail (
    number integer primary key, happened_at text not null, actor text not null, action text not null,
    subject text not null, details text not null, previous_hash text not null unique, hash text not null unique
  );
  create index audit_trail_by_subject on audit_trail (subject);

  create table audit_trail_head (id integer primary key, number integer not null, hash text not null);
`

/** Content as visitors read it. */
const PUBLISHED_CONTENT = `
  create table content_version (id integer primary key, version text not null, loaded_at text not null);

  create table published_content (
    type text not null, id integer not null, position integer not null, day text, topic text, closes_on text,
    shared text not null, en text not null, ar text not null,
    constraint published_content_key primary key (type, id)
  );
  create index published_content_in_order on published_content (type, position, id);
  create index published_content_newest_first on published_content (type, day desc, id);
  create index published_content_by_topic on published_content (type, topic, day desc, id);

  -- Outlives its job: the number is never reused, and the page of the job says that it is gone.
  create table job_requisitions (job_id integer primary key, requisition text not null unique);

  create table published_jobs (job_id integer primary key, published_at text not null);
`

/** Content as editors write it: every revision, and which one is published. */
const CONTENT_REVISIONS = `
  create table content_records (
    type text not null, id integer not null, position integer not null, is_published integer not null,
    created_at text not null, changed_at text not null, unpublished_by text, ordered_by text,
    constraint content_records_key primary key (type, id)
  );
  create index content_records_in_order on content_records (type, position, id);
  create index content_records_newest_first on content_records (type, changed_at desc, id);

  create table content_parts (
    type text not null, record_id integer not null, part text not null, version integer not null,
    published_number integer, draft_number integer, scheduled_number integer, publish_at text, scheduled_by text,
    title text not null, words text not null, is_missing integer not null, is_behind integer not null,
    behind text not null, caught_up text not null, constraint content_parts_key primary key (type, record_id, part),
    constraint content_parts_record foreign key (type, record_id)
      references content_records (type, id) on delete cascade
  );
  create index content_parts_behind on content_parts (type, record_id, part) where is_behind = 1;
  create index content_parts_drafts on content_parts (type, record_id, part) where draft_number is not null;
  create index content_parts_due on content_parts (publish_at) where publish_at is not null;
  create index content_parts_missing on content_parts (type, record_id, part) where is_missing = 1;
  create index content_parts_scheduled on content_parts (type, record_id, part) where publish_at is not null;

  create table content_revisions (
    type text not null, record_id integer not null, part text not null, number integer not null,
    fields text not null, author_id text, created_at text not null, changed_at text not null,
    is_small integer not null, restored_from integer, published_at text,
    constraint content_revisions_key primary key (type, record_id, part, number),
    constraint content_revisions_part foreign key (type, record_id, part)
      references content_parts (type, record_id, part) on delete cascade
  );

  create table content_locks (
    type text not null, record_id integer not null, person_id text not null, taken_at text not null,
    seen_at text not null, constraint content_locks_key primary key (type, record_id),
    constraint content_locks_record foreign key (type, record_id)
      references content_records (type, id) on delete cascade
  );
`

/** Pictures uploaded at the desk. */
const pictures = ({ bytes }: Types) => `
  create table pictures (
    id text primary key, name text not null, width integer not null, height integer not null,
    focus_x integer not null, focus_y integer not null, is_decorative integer not null, size integer not null,
    uploaded_at text not null, uploaded_by text, version integer not null
  );
  create index pictures_in_order on pictures (uploaded_at, id);

  create table picture_words (
    picture_id text not null references pictures (id) on delete cascade, language text not null,
    words text not null, constraint picture_words_key primary key (picture_id, language)
  );

  create table picture_files (
    picture_id text not null references pictures (id) on delete cascade, width integer not null,
    format text not null, bytes ${bytes} not null, object_key text, object_secret text,
    constraint picture_files_key primary key (picture_id, width, format)
  );
  create unique index picture_files_by_object on picture_files (object_key);
`

/** Lists filter by these columns. An index that holds them all passes over other rows without reading them. */
const FILTERED = 'kind, stage, job_id, assignee_id, language, is_sample, marks, read_at, answered_at'

/** Everything that visitors send, and how the staff handle it. */
const submissions = ({ bytes, arrival, withoutRowid }: Types) => `
  create table submissions (
    id text primary key, reference text not null unique, kind text not null, created_at text not null,
    language text not null, name text not null, email text not null, phone text not null, about text not null,
    job_id integer, job_title_ar text, marks text not null, stage text not null, mailbox text default '' not null,
    stage_since text default '' not null, decline_reason text, read_at text, answered_at text,
    answer_due_at text default '' not null, assignee_id text, is_sample integer default 0 not null,
    version integer default 1 not null, arrival ${arrival} default 0 not null
  );
  create index submissions_by_assignee on submissions (assignee_id, arrival, stage, kind) where assignee_id is not null;
  create index submissions_by_email on submissions (lower(email));
  create index submissions_by_job on submissions (job_id, arrival, stage) where job_id is not null;
  create index submissions_by_mailbox on submissions (mailbox, created_at);
  create index submissions_by_stage on submissions (kind, stage);
  create index submissions_arrival on submissions (arrival, ${FILTERED}, answer_due_at);
  create index submissions_marked on submissions (arrival) where marks <> '';
  create index submissions_samples on submissions (arrival) where is_sample = 1;
  create index submissions_unread on submissions (arrival) where read_at is null;
  create index submissions_waiting on submissions (answer_due_at, arrival, ${FILTERED})
    where answered_at is null and stage in ('new', 'in-review');

  create table submission_answers (
    submission_id text not null references submissions (id) on delete cascade, field text not null,
    answer text not null, constraint submission_answers_key primary key (submission_id, field)
  ) ${withoutRowid};

  create table submission_search (
    arrival ${arrival} primary key, submission_id text not null unique references submissions (id) on delete cascade,
    words text not null, email_key text not null, phone_key text not null, name_key text not null
  );
  create index submission_search_by_email_key on submission_search (email_key);
  create index submission_search_by_name_key on submission_search (name_key);
  create index submission_search_by_phone_key on submission_search (phone_key);

  create table submission_notes (
    id text primary key, submission_id text not null references submissions (id) on delete cascade, author_id text,
    created_at text not null, note text not null, mentions text not null
  );
  create index submission_notes_by_submission on submission_notes (submission_id);

  create table submission_events (
    id text primary key, submission_id text not null references submissions (id) on delete cascade,
    happened_at text not null, kind text not null, actor_id text, details text not null
  );
  create index submission_events_in_order on submission_events (submission_id, happened_at);
  create index submission_events_newest on submission_events (happened_at);

  create table submission_viewers (
    submission_id text not null references submissions (id) on delete cascade, person_id text not null,
    seen_at text not null, constraint submission_viewers_key primary key (submission_id, person_id)
  );

  create table submission_questions (
    id text primary key, submission_id text not null references submissions (id) on delete cascade, author_id text,
    asked_at text not null, question text not null, answered_at text, answer text
  );
  create index submission_questions_by_submission on submission_questions (submission_id, asked_at);

  create table cvs (
    submission_id text primary key references submissions (id) on delete cascade, file_name text not null,
    size integer not null, sha256 text not null, bytes ${bytes} not null, object_key text, object_secret text
  );
  create index cvs_by_hash on cvs (sha256);
  create unique index cvs_by_object on cvs (object_key);

  create table cv_inspections (
    submission_id text primary key references cvs (submission_id) on delete cascade, inspected_at text not null,
    result text not null
  );

  create table idempotency_keys (
    key text primary key, kind text not null, body_hash text not null, reference text not null,
    language text not null, created_at text not null
  );
  create index idempotency_keys_by_age on idempotency_keys (created_at);
  create index idempotency_keys_by_reference on idempotency_keys (reference);

  -- Hashes of erased submissions, so that an older backup does not bring them back.
  create table tombstones (hash text primary key, erased_at text not null);

  create table undo_steps (
    id text primary key, person_id text not null, expires_at text not null, changes text not null
  );
`

/** Letters, links and mails to senders. */
const CORRESPONDENCE = `
  create table letters (
    id text primary key, kind text not null, author_id text, created_at text not null, language text not null,
    subject text not null, body text not null, reply_to text not null
  );

  create table letter_submissions (
    letter_id text not null references letters (id) on delete cascade,
    submission_id text not null references submissions (id) on delete cascade,
    constraint letter_submissions_key primary key (letter_id, submission_id)
  );
  create index letter_submissions_by_submission on letter_submissions (submission_id);

  create table letter_templates (
    id text primary key, kind text not null, changed_at text not null, changed_by text not null,
    version integer not null, name_en text not null, name_ar text not null, subject_en text not null,
    subject_ar text not null, body_en text not null, body_ar text not null
  );

  create table application_links (
    hash text primary key, submission_id text references submissions (id) on delete set null,
    generation integer not null, created_at text not null, ended_at text
  );
  -- Unique, so that of several requests at once only one makes the next link.
  create unique index application_links_by_submission on application_links (submission_id, generation);

  create table link_requests (id text primary key, submission_id text not null, asked_at text not null);

  create table mails (
    id text primary key, reference text not null, kind text not null, language text not null,
    message_id text not null, created_at text not null, sent_at text, withheld text
  );
  create index mails_by_reference on mails (reference);
  create index mails_confirmations on mails (created_at) where kind = 'confirmation' and withheld is null;
`

/** Webhooks, job alerts and notices to search engines. */
const NOTIFICATIONS = `
  create table webhooks (
    id text primary key, url text not null, events text not null, format text not null, language text not null,
    secret text not null, created_at text not null, created_by text, off_since text
  );

  create table webhook_events (
    id text primary key, type text not null, reference text, created_at text not null, data text not null
  );
  create index webhook_events_by_age on webhook_events (created_at);
  create index webhook_events_by_reference on webhook_events (reference);

  create table webhook_deliveries (
    id text primary key, event_id text not null references webhook_events (id) on delete cascade,
    webhook_id text not null references webhooks (id) on delete cascade, sent_at text
  );
  create index webhook_deliveries_by_event on webhook_deliveries (event_id);
  create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id);

  create table job_alerts (
    id text primary key, hash text not null unique, email text not null, mailbox text not null unique,
    language text not null, kinds text not null, team text not null, created_at text not null,
    asked_at text not null, confirmed_at text, told_until text not null, next_mail_at text not null
  );
  create index job_alerts_to_tell on job_alerts (told_until, next_mail_at) where confirmed_at is not null;

  create table indexing_notices (
    id text primary key, url text not null, type text not null, fingerprint text not null
  );
`

/** FTS5 looks up prefixes of three, five and seven letters in an index of their own. */
const SQLITE_SEARCH = `
  create virtual table submission_words using fts5(
    words, content = 'submission_search', content_rowid = 'arrival',
    tokenize = 'unicode61 remove_diacritics 0', columnsize = 0, detail = 'none', prefix = '3 5 7');

  -- Without it, words of an erased person stay in the index until its next merge.
  insert into submission_words (submission_words, rank) values ('secure-delete', 1);

  create trigger submission_search_added after insert on submission_search begin
    insert into submission_words (rowid, words) values (new.arrival, new.words); end;
  create trigger submission_search_removed after delete on submission_search begin
    insert into submission_words (submission_words, rowid, words) values ('delete', old.arrival, old.words); end;
  create trigger submission_search_changed after update on submission_search begin
    insert into submission_words (submission_words, rowid, words) values ('delete', old.arrival, old.words)
    ; insert into submission_words (rowid, words) values (new.arrival, new.words); end;
`

// Marks above and below letters, tatweel, hamza and invisible signs, as in `foldLetters` of contract/.
const DROPPED =
  '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0621\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]'
const WRITTEN = 'ٱىیةۀہکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
const MEANT = 'اييهههكك01234567890123456789'

/** SQLite gets a `fold_letters` function from the connection. */
const POSTGRES_SEARCH = `
  create function fold_letters(value text) returns text language sql immutable as $function$
    select lower(translate(regexp_replace(normalize(value, nfkd), '${DROPPED}', '', 'g'), '${WRITTEN}', '${MEANT}'))
  $function$;
  create index submission_words on submission_search using gin (array_to_tsvector(string_to_array(words, ' ')));
`

const COMPLAINT = 'The audit trail can only be added to'

/** The third trigger exists because "insert or replace" deletes without firing the second. */
const SQLITE_AUDIT_TRIGGERS = `
  create trigger audit_trail_refuses_update before update on audit_trail
    begin select raise(abort, '${COMPLAINT}'); end;
  create trigger audit_trail_refuses_delete before delete on audit_trail
    begin select raise(abort, '${COMPLAINT}'); end;
  create trigger audit_trail_refuses_replacement before insert on audit_trail
    when exists (select 1 from audit_trail where number >= new.number)
    begin select raise(abort, '${COMPLAINT}'); end;
`

const POSTGRES_AUDIT_TRIGGERS = `
  create function refuse_audit_trail_change() returns trigger language plpgsql as $function$
    begin raise exception '${COMPLAINT}'; end $function$;
  create trigger audit_trail_refuses_change before update or delete or truncate on audit_trail
    for each statement execute function refuse_audit_trail_change();
`
