import { sql } from 'kysely'
import { HEARD_OF, HEARD_OF_FIELD, type HeardOf, type SourceField } from '#contract/constants.ts'
import { sourceOfSite, sourceWord } from '#contract/sources.ts'
import type { Queries } from '../platform/database/database.ts'

/** How a sender came to the company; stored in columns of `submissions`. */
export interface CameBy extends Record<SourceField, string | null> {
  heard_of: HeardOf | null
}

export const UNKNOWN_SOURCE: CameBy = { source: null, campaign: null, referring_site: null, heard_of: null }

const MAX_HOST_LENGTH = 100

/** Never refuses: words that make no sense are dropped. */
export function readSource(fields: Record<string, unknown>): CameBy {
  const referring_site = readHost(fields.referring_site)
  const word = readWord(fields.source)
  const heard = fields[HEARD_OF_FIELD]
  return {
    source: word ?? (referring_site && sourceOfSite(referring_site)),
    campaign: readWord(fields.campaign),
    referring_site,
    heard_of: HEARD_OF.find((each) => each === heard) ?? null,
  }
}

const readWord = (typed: unknown) => (typeof typed === 'string' ? sourceWord(typed) : null)

function readHost(typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  const host = typed.toLowerCase().replace(/^www\./, '')
  return host.length <= MAX_HOST_LENGTH && /^[a-z\d_-]+(\.[a-z\d_-]+)+$/.test(host) ? host : null
}

const MAX_SOURCES = 200

/** The sources that anybody came by, each found by one look-up in the index. */
export async function listSources(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    with recursive known (source) as (
      select min(source) from submissions where source is not null
      union all
      select (select min(source) from submissions where source > known.source) from known where known.source is not null
    ) select source from known where source is not null limit ${MAX_SOURCES}`.execute(queries)
  return rows.map(({ source }) => source)
}
