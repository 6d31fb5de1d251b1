import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Files, StorageSettings } from '../storage/kept-files.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

export interface Database {
  queries: Queries
  kind: 'sqlite' | 'postgres'
  /** Resolves after the durable commit. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** No other process's exclusive work overlaps it, and it has no time limit. */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>, options?: ExclusiveOptions): Promise<Result>
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

interface ExclusiveOptions {
  /**
   * A migration that rebuilds a table drops the old one, and with foreign keys on SQLite would delete what refers to it.
   * `checkedAtTheEnd` turns them off for this transaction, and fails it if a reference is broken at its end.
   */
  foreignKeys?: 'enforced' | 'checkedAtTheEnd'
}

export interface DatabaseSettings {
  dataDirectory: string
  databaseUrl?: string | undefined
  /** Without one, files are kept in the database. */
  storage?: StorageSettings | undefined
}

export const kindOf = (queries: Queries): Database['kind'] =>
  queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'

export const ping = ({ queries }: Pick<Database, 'queries'>) => sql`select 1`.execute(queries)
