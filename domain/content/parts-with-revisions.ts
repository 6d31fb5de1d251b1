import type { Queries } from '../platform/database/database.ts'

/** Each part of a record beside each of its revisions; the query that goes on from here says which of them it wants. */
export const partsWithRevisions = (queries: Queries) =>
  queries
    .selectFrom('content_parts as part')
    .innerJoin('content_revisions as revision', (join) =>
      join
        .onRef('revision.type', '=', 'part.type')
        .onRef('revision.record_id', '=', 'part.record_id')
        .onRef('revision.part', '=', 'part.part'),
    )
