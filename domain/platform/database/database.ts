import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Files, StorageSettings } from '../storage/kept-files.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

export interface Database {
  queries: Queries
  kind: 'sqlite' | 'postgres'
  /** Own transaction; resolves after the durable commit. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** A transaction that no other process's exclusive work can overlap, without a time limit: migrations, loading content. */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>, options?: ExclusiveOptions): Promise<Result>
  /** Everything read in it is of one moment, whatever is written meanwhile. */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Deleted rows are also gone from the free pages and the journal of the database's files. */
  forgetDeleted(): Promise<void>
  /** How many there are to a database server, and how many wait for one. */
  connections?(): { busy: number; idle: number; waiting: number }
  /** CVs and pictures: their bytes may be kept elsewhere. */
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

/** For the few queries that the two databases word differently. */
export const kindOf = (queries: Queries): Database['kind'] =>
  queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'

/** Rejects where the database does not respond. */
export const ping = ({ queries }: Pick<Database, 'queries'>) => sql`select 1`.execute(queries)
