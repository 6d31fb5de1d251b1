import { kindOf, type Queries } from './database.ts'

/**
 * For rows that are looked at before something is written because of them. Waits until no other transaction is changing them, reads them as
 * they are then, and keeps others from changing them until this one ends. SQLite writes one transaction at a time.
 * Rows that refer to them can still be added, so that nobody has to wait for those.
 */
export const lockRows =
  (queries: Queries) =>
  <Query extends { forNoKeyUpdate(): Query }>(query: Query): Query =>
    kindOf(queries) === 'postgres' ? query.forNoKeyUpdate() : query
