import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Interviews with the times offered for them, requests for a call, and calendar feeds of colleagues. */
export const interviews: Migration = async (queries) => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(queries)
}

const STATEMENTS = [
  `create table interviews (
    id text primary key, submission_id text not null references submissions (id) on delete cascade,
    created_at text not null, created_by text, state text not null, told_at text not null, former text,
    minutes integer not null, buffer_minutes integer not null, place text not null, location text not null,
    note text not null, choose_until text not null, change_hours integer not null, moves integer not null,
    slot_id text, starts_at text, ends_at text, sequence integer not null, version integer not null,
    cancelled_by text, ended_at text, unsuitable text, unsuitable_at text
  )`,
  'create index interviews_by_submission on interviews (submission_id, created_at)',
  'create index interviews_by_time on interviews (state, starts_at)',

  `create table interview_people (
    interview_id text not null references interviews (id) on delete cascade, person_id text not null,
    constraint interview_people_key primary key (interview_id, person_id)
  )`,
  'create index interview_people_by_person on interview_people (person_id)',

  // Several candidates may have the same slot offered; the first who takes it writes interview_id.
  `create table interview_slots (
    id text primary key, starts_at text not null, ends_at text not null,
    interview_id text references interviews (id) on delete set null
  )`,
  'create index interview_slots_by_time on interview_slots (starts_at)',
  'create index interview_slots_by_interview on interview_slots (interview_id)',

  `create table interview_offers (
    interview_id text not null references interviews (id) on delete cascade,
    slot_id text not null references interview_slots (id) on delete cascade,
    constraint interview_offers_key primary key (interview_id, slot_id)
  )`,
  'create index interview_offers_by_slot on interview_offers (slot_id)',

  // The key keeps an interviewer out of two interviews at the same time.
  `create table interviewer_quarters (
    person_id text not null, starts_at text not null,
    interview_id text not null references interviews (id) on delete cascade,
    constraint interviewer_quarters_key primary key (person_id, starts_at)
  )`,
  'create index interviewer_quarters_by_interview on interviewer_quarters (interview_id)',

  `create table call_requests (
    submission_id text primary key references submissions (id) on delete cascade,
    asked_at text not null, phone text not null, times text not null, done_at text, done_by text
  )`,

  'create table calendar_feeds (person_id text primary key, hash text not null unique, created_at text not null)',
]
