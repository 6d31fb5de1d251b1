import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Sums by day: no row is about a person. `day` is the company's. */
export const visitorSums: Migration = async (queries, kind) => {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : ''
  await sql
    .raw(
      `create table visitor_sums (
        day text not null, subject text not null, value text not null, language text not null, count integer not null,
        primary key (day, subject, value, language)
      ) ${withoutRowid}`,
    )
    .execute(queries)
}
