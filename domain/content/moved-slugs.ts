import type { Queries } from '../platform/database/database.ts'
import { type Parts, SHARED } from './content-model.ts'

/** The types whose pages are named by a word that editors can change. */
export type SluggedType = 'notes' | 'case-studies'

/** From each word that a page had before to the one that it has now. */
export type MovedSlugs = Record<string, string>

/**
 * What the desk publishes under another word is still found under the former one. Files name these records by their place alone: what they
 * replace may be another text, and its word is free again.
 */
export async function movedSlugs(
  queries: Queries,
  type: SluggedType,
  published: { id: number; parts: Parts }[],
): Promise<MovedSlugs> {
  const revisions = await queries
    .selectFrom('content_revisions')
    .select(['record_id', 'author_id', 'fields'])
    .where('type', '=', type)
    .where('part', '=', SHARED)
    .where('published_at', 'is not', null)
    .orderBy('record_id')
    .orderBy('number')
    .execute()
  const moved = new Map<string, string>()
  for (const { id, parts } of published) {
    const own = revisions.filter(({ record_id }) => record_id === id)
    const fromFiles = own.findLastIndex(({ author_id }) => author_id === null)
    for (const { fields } of own.slice(Math.max(fromFiles, 0))) moved.set(JSON.parse(fields).slug, slugOf(parts))
  }
  for (const { parts } of published) moved.delete(slugOf(parts))
  return Object.fromEntries(moved)
}

const slugOf = (parts: Parts) => parts[SHARED].slug as string
