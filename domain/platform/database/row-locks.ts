import { kindOf, type Queries } from './database.ts'

/** Locks rows until the transaction ends; rows that refer to them can still be added. SQLite writes one transaction at a time. */
export const lockRows =
  (queries: Queries) =>
  <Query extends { forNoKeyUpdate(): Query }>(query: Query): Query =>
    kindOf(queries) === 'postgres' ? query.forNoKeyUpdate() : query
