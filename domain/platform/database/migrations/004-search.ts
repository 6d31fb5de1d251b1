import { sql } from 'kysely'
import type { Migration } from './migration.ts'

// Marks above and below letters, tatweel, hamza, signs without a shape, as `foldLetters` of contract/ has them.
const DROPPED =
  '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0621\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]'
const WRITTEN = 'ٱىیةۀہکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
const MEANT = 'اييهههكك01234567890123456789'

/** SQLite gets a function of this name from the connection. */
export const createSearch: Migration = async (queries, kind) => {
  if (kind === 'sqlite') return
  const [dropped, written, meant] = [DROPPED, WRITTEN, MEANT].map((text) => sql.lit(text))
  await sql`
    create or replace function fold_letters(value text) returns text language sql immutable as $function$
      select lower(translate(regexp_replace(normalize(value, nfkd), ${dropped}, '', 'g'), ${written}, ${meant}))
    $function$`.execute(queries)
}
