import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Addresses that lead to another one. */
export const redirects: Migration = async (queries, kind) => {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : ''
  await sql
    .raw(
      `create table redirects (
        id text primary key, from_path text not null unique, to_address text not null, created_at text not null,
        created_by text, used integer default 0 not null, last_used_at text, version integer not null
      ) ${withoutRowid}`,
    )
    .execute(queries)
}
