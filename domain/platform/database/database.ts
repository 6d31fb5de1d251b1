import { type Insertable, type Kysely, type LogEvent, type Selectable, SqliteAdapter, sql } from 'kysely'
import type { Files, StorageSettings } from '../storage/kept-files.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

export interface Database {
  queries: Queries
  kind: 'sqlite' | 'postgres'
  /** Resolves after the durable commit. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** No other process's exclusive work overlaps it, and it has no time limit. */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Everything read in it is of one moment. */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Deleted rows are also gone from free pages and journals. */
  forgetDeleted(): Promise<void>
  connections?(): { busy: number; idle: number; waiting: number }
  files: Files
  close(): Promise<void>
}

/** Without the files, which are kept by way of it. */
export type DatabaseAlone = Omit<Database, 'files'>

/** Of a statement that has run: its text has placeholders, not values. */
export type OnQuery = (statement: string, milliseconds: number) => void

export interface DatabaseSettings {
  dataDirectory: string
  databaseUrl?: string | undefined
  /** Without one, files are kept in the database. */
  storage?: StorageSettings | undefined
  onQuery?: OnQuery | undefined
}

/** For Kysely, which measures only where somebody listens. */
export const listenToQueries = (onQuery: OnQuery | undefined) =>
  onQuery && { log: ({ query, queryDurationMillis }: LogEvent) => onQuery(query.sql, queryDurationMillis) }

export const kindOf = (queries: Queries): Database['kind'] =>
  queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'

export const ping = ({ queries }: Pick<Database, 'queries'>) => sql`select 1`.execute(queries)

export async function inTransaction<Result>(
  connection: Queries,
  begin: () => Promise<unknown>,
  work: (queries: Queries) => Promise<Result>,
  commit = sql`commit`,
) {
  await begin()
  try {
    const result = await work(connection)
    await commit.execute(connection)
    return result
  } catch (error) {
    // A connection that broke has rolled back by itself; the first error is the one worth telling.
    await sql`rollback`.execute(connection).catch(() => {})
    throw error
  }
}

/** Locks rows until the transaction ends; rows that refer to them can still be added. SQLite writes one transaction at a time. */
export const lockRows =
  (queries: Queries) =>
  <Query extends { forNoKeyUpdate(): Query }>(query: Query): Query =>
    kindOf(queries) === 'postgres' ? query.forNoKeyUpdate() : query

// PostgreSQL takes at most 65,535 values in one statement, SQLite 32,766.
const ROWS_IN_ONE_STATEMENT = 500

export function* inBatches<Item>(items: readonly Item[]) {
  for (let start = 0; start < items.length; start += ROWS_IN_ONE_STATEMENT)
    yield items.slice(start, start + ROWS_IN_ONE_STATEMENT)
}

export async function insertAll<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  rows: Insertable<Tables[Table]>[],
): Promise<void> {
  for (const some of inBatches(rows))
    await queries
      .insertInto(table)
      .values(some as never)
      .execute()
}
