import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Files that editors import at the desk, until they are imported. */
export const contentImports: Migration = async (queries, kind) => {
  const [withoutRowid, bytes] = kind === 'sqlite' ? ['without rowid', 'blob'] : ['', 'bytea']
  await sql
    .raw(
      `create table content_imports (
        id text primary key, file_name text not null, language text not null, status text not null, kind text,
        failure text, plan text not null, done integer not null, total integer not null, created_at text not null,
        created_by text not null, bytes ${bytes}
      ) ${withoutRowid}`,
    )
    .execute(queries)
}
