import pg from 'pg'
import { loadSamples } from '#domain/operations/samples/samples.ts'
import type { Database } from '#domain/platform/database/database.ts'

const TEMPLATES = 10_000
/** One day more than a year, so that some submissions are due for purging. */
const DAYS = 366
// Older submissions are decided, as at a desk in use.
const UNDECIDED_DAYS = 60

/**
 * Fills an empty PostgreSQL database with so many submissions: ten thousand invented ones, and copies of them made by the server itself.
 * Each copy has its own moment, reference, mailbox and telephone number, its answers, search row, link, sent mail, event and letter;
 * CVs are rows without bytes. Indexes are made at the end, which is many times faster.
 */
export async function fillDesk({ queries, write }: Database, databaseUrl: string, count: number): Promise<void> {
  await loadSamples({ queries }, write, { count: TEMPLATES, days: DAYS, now: new Date() })
  await onConnection(databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const table of COPIED) await client.query(`create unlogged table ${table}_template as select * from ${table}`)
    const indexes = await indexesOf(client)
    // PostgreSQL writes no log for a table truncated in the same transaction when `wal_level` is minimal.
    await client.query('begin')
    await client.query(`truncate ${FILLED.join(', ')} cascade`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements(count / TEMPLATES)) await client.query(statement)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('commit')
    for (const table of ['copy', ...COPIED.map((name) => `${name}_template`)]) await client.query(`drop table ${table}`)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

/** Without the server's statement timeouts. */
async function onConnection(connectionString: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const COPIED = [
  ...['submissions', 'submission_answers', 'submission_search', 'cvs', 'cv_inspections', 'cv_texts'],
  'submission_notes',
]
const FILLED = [
  ...COPIED,
  'candidates',
  'submission_events',
  'application_links',
  'mails',
  'letters',
  'letter_submissions',
]

/** Indexes that back no constraint. */
async function indexesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and not exists (select 1 from pg_constraint where conname = indexname)`,
    [FILLED],
  )
  return rows
}

const iso = (arrival: string) =>
  `to_char(to_timestamp(floor((${arrival}) / 1000) / 1000) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

function statements(copies: number): string[] {
  const day = 24 * 60 * 60 * 1_000_000
  const step = Math.floor((DAYS * day) / TEMPLATES / copies)
  return [
    // In order of arrival, as a desk would have stored them.
    `create unlogged table copy as
     select template.id as template_id, kind, language, name, about, job_id, job_title_ar, marks, decline_reason, is_old,
       lpad(to_hex(number), 8, '0') as digits, '01' || lpad(number::text, 9, '0') as phone, created_at,
       '00000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0') as id,
       replace(mailbox, '@', number || '@') as mailbox, at as arrival, ${iso(`at + 5 * ${day}::float8`)} as due_at,
       case when not is_old or stage not in ('new', 'in-review') then stage
         when kind = 'contact-message' then 'archived' else 'declined' end as stage,
       case when is_old then created_at when handled_at is not null then created_at end as handled_at,
       case when is_old then created_at when answered_at is not null then created_at end as answered_at
     from (select template.id, kind, language, name, about, job_id, job_title_ar, marks, decline_reason, stage, mailbox, handled_at,
             answered_at, at, (n - 1) * ${copies} + nth as number, ${iso('at')} as created_at,
             at < extract(epoch from now()) * 1000000 - ${UNDECIDED_DAYS} * ${day}::float8 as is_old
           from (select *, row_number() over (order by arrival) as n from submissions_template) as template
           cross join lateral (
             select nth, floor(template.arrival - (${copies} - nth + 0.5) * ${step}::float8) as at
             from generate_series(1, ${copies} + 0 * template.n) as nth
           ) as moments) as template`,
    `insert into submissions (id, reference, kind, created_at, language, name, email, mailbox, phone, about, job_id, job_title_ar,
       marks, stage, stage_since, decline_reason, handled_at, answered_at, answer_due_at, is_sample, version, arrival)
     select id, 'NQ-' || upper(left(digits, 4)) || '-' || upper(right(digits, 4)), kind, created_at, language, name, mailbox, mailbox,
       phone, about, job_id, job_title_ar, marks, stage, created_at, decline_reason, handled_at, answered_at, due_at, 0, 1, arrival
     from copy`,
    `insert into submission_search (arrival, submission_id, words, email_key, phone_key, name_key)
     select copy.arrival, copy.id, words || ' ' || left(digits, 4) || ' ' || right(digits, 4) || ' ' || phone || ' '
         || replace(replace(mailbox, '@', ' '), '.', ' '), mailbox, right(phone, 9), name_key
     from copy inner join submission_search_template on submission_id = template_id`,
    `insert into candidates (id, mailbox, root_id, created_at, applied_arrival)
     select min(id), mailbox, min(id), min(created_at), max(case when kind = 'contact-message' then null else arrival end)
     from copy group by mailbox`,
    `insert into submission_answers (submission_id, field, answer)
     select copy.id, field, answer from copy inner join submission_answers_template on submission_id = template_id`,
    `insert into submission_notes (id, submission_id, author_id, created_at, note, mentions)
     select copy.id, copy.id, null, copy.created_at, note, '[]'
     from copy inner join submission_notes_template on submission_id = template_id`,
    `insert into cvs (submission_id, file_name, size, sha256, bytes)
     select copy.id, 'cv.pdf', 300000, md5(copy.id) || md5(digits), '' from copy inner join cvs_template on submission_id = template_id`,
    `insert into cv_inspections (submission_id, inspected_at, result)
     select copy.id, created_at, result from copy inner join cv_inspections_template on submission_id = template_id`,
    `insert into cv_texts (submission_id, read_at, outcome, pages)
     select copy.id, created_at, outcome, pages from copy inner join cv_texts_template on submission_id = template_id`,
    `insert into submission_events (id, submission_id, happened_at, kind, details)
     select id, id, created_at, 'stage', '{}' from copy where stage <> 'new'`,
    `insert into application_links (hash, submission_id, generation, created_at)
     select digits || md5(id) || md5(phone), id, 1, created_at from copy`,
    `insert into mails (id, reference, kind, language, message_id, created_at, sent_at)
     select id, 'NQ-' || upper(left(digits, 4)) || '-' || upper(right(digits, 4)), 'confirmation', language, id, created_at,
       created_at
     from copy`,
    `insert into letters (id, kind, created_at, language, subject, body, reply_to)
     select id, 'decline', created_at, language, about, 'With thanks for your time.', 'team' from copy
     where stage = 'declined'`,
    `insert into letter_submissions (letter_id, submission_id) select id, id from copy where stage = 'declined'`,
  ]
}
