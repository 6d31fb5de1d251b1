import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Accounts at the company's OpenID provider, bound to people of the desk; the releases that have used this database. */
export const identitiesAndReleases: Migration = async (queries) => {
  await sql`
    create table identities (
      issuer text not null,
      subject text not null,
      person_id text not null references people (id),
      created_at text not null,
      primary key (issuer, subject),
      unique (person_id, issuer)
    )`.execute(queries)
  await sql`create table releases (version text primary key, first_used_at text not null)`.execute(queries)
}
