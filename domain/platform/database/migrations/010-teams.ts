import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who hires for a job, and which answers only the recruiters read. */
export const teams: Migration = async (queries) => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(queries)
}

const STATEMENTS = [
  `create table team_members (
    process text not null, person_id text not null, role text not null, added_at text not null, added_by text,
    constraint team_members_key primary key (process, person_id)
  )`,
  'create index team_members_by_person on team_members (person_id)',
  'alter table hiring_processes add column shows_salaries integer default 0 not null',
  'alter table hiring_processes add column shows_reasons integer default 0 not null',
  'alter table submission_job_answers add column is_confidential integer default 0 not null',
]
