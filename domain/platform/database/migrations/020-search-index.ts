import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const FILLED_IN = ['search_title', 'search_description', 'share_picture', 'is_unlisted'].flatMap((name) =>
  ['shared', 'en', 'ar'].map(
    (part) =>
      `(${part} like '%"${name}":%' and ${part} not like '%"${name}":""%' and ${part} not like '%"${name}":null%' and ${part} not like '%"${name}":false%')`,
  ),
)

/** Finds the few records that say something to search engines. SQLite takes no such index, and is quick without one. */
export const searchIndex: Migration = async (queries, kind) => {
  if (kind === 'sqlite') return
  await sql
    .raw(`create index published_content_in_search on published_content (type, id) where ${FILLED_IN.join(' or ')}`)
    .execute(queries)
}
