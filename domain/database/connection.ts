import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { foldLetters } from '#contract/forgiving-spelling.ts'
import { OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from '../file-modes.ts'
import { makeFolder } from '../make-folder.ts'
import { type Files, openFiles, type StorageSettings } from '../storage/files.ts'
import { StorageFailure } from '../storage/object-store.ts'
import { discardTimedOutConnections } from './discard-timed-out-connections.ts'
import { groupCommits } from './group-commits.ts'
import { TooManyWrites } from './limit-concurrent-writes.ts'
import { pauseAfterTimeouts, WritesPaused } from './pause-after-timeouts.ts'
import BetterSqlite, { type SqliteFile, type Statement } from './sqlite-driver.ts'
import { TABLES_WITH_PERSONAL_DATA, type Tables } from './tables.ts'

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

/** PostgreSQL when an address is given, otherwise a SQLite file in the data directory, which is created where it is missing. */
export async function openDatabase({ dataDirectory, databaseUrl, storage }: DatabaseSettings): Promise<Database> {
  if (databaseUrl) return withFiles(await openPostgres(databaseUrl), storage)
  createSqliteFile(dataDirectory)
  return withFiles(await openSqlite(dataDirectory), storage)
}

/** For programs that must not leave a new, empty database where they do not find the one they were meant to work on. */
export async function openIfExists(settings: DatabaseSettings): Promise<Database | undefined> {
  const { dataDirectory, databaseUrl } = settings
  return databaseUrl || hasSqliteFile(dataDirectory) ? openDatabase(settings) : undefined
}

/** The message is one line for the operator. */
export class DatabaseNotPermitted extends Error {}

/** False where there is none. Throws where this user may not use it, or not see whether there is one. */
export function hasSqliteFile(dataDirectory: string): boolean {
  const file = sqliteFileIn(dataDirectory)
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw code === 'EACCES' ? new DatabaseNotPermitted(`${file} may not be read and written by this user`) : error
  }
}

type DatabaseAlone = Omit<Database, 'files'>

async function withFiles(database: DatabaseAlone, storage: StorageSettings | undefined): Promise<Database> {
  return { ...database, files: await openFiles(database, storage) }
}

/** The database, or the store of its files, did not do what it was asked, for reasons that are its own: unreachable, full, locked, shutting down. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof BetterSqlite.SqliteError || isPostgresError(error)) return true
  if (error instanceof TooManyWrites || error instanceof WritesPaused || error instanceof StorageFailure) return true
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  return CONNECTION_FAILURES.test(String(code)) || CONNECTION_FAILURE_MESSAGES.test(String(message))
}

/** Where the SQLite database of a data directory stands. */
export const sqliteFileIn = (dataDirectory: string) => path.join(dataDirectory, 'nuqta.sqlite')

const BUSY_TIMEOUT_MILLISECONDS = 5_000
const CONNECT_TIMEOUT_MILLISECONDS = 3_000
const STATEMENT_TIMEOUT_MILLISECONDS = 10_000
// A server that hangs does not keep its own time limit.
const QUERY_TIMEOUT_MILLISECONDS = 12_000
const MAX_POSTGRES_CONNECTIONS = 10
// Any number does, as long as every process of this project uses the same one.
const POSTGRES_LOCK = 20_150_320
// A commit that was acknowledged has reached the disk, whatever the server's default is. Said in every transaction as well as for the
// connection, because a pooler in transaction mode gives every transaction another connection.
const DURABLE_CONNECTION = '-c synchronous_commit=on'
const DURABLE_TRANSACTION = sql`set local synchronous_commit = on`
// STATEMENT_TIMEOUT_MILLISECONDS, in PostgreSQL's words.
const TIME_LIMIT = sql`set local statement_timeout = '10s'`
const CONNECTION_FAILURES = /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET)/
// The driver words these without a code.
const CONNECTION_FAILURE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|The database connection is not open|driver has already been destroyed|Query read timeout)/

/** Before SQLite does: its journals get the same permission. */
function createSqliteFile(dataDirectory: string) {
  makeFolder(dataDirectory, OWNER_ONLY_FOLDER)
  if (!existsSync(sqliteFileIn(dataDirectory))) closeSync(openSync(sqliteFileIn(dataDirectory), 'a', OWNER_ONLY_FILE))
}

async function openSqlite(dataDirectory: string): Promise<DatabaseAlone> {
  restrictPermissions(dataDirectory)
  const file = new BetterSqlite(sqliteFileIn(dataDirectory), { timeout: BUSY_TIMEOUT_MILLISECONDS })
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  // What was deleted is overwritten: an erased person must not be found in the file's free pages.
  file.pragma('secure_delete = ON')
  assertDurable(file)
  // PostgreSQL has it by migration 004.
  file.function('fold_letters', { deterministic: true }, (text) => (text === null ? null : foldLetters(String(text))))
  // From here on waiting for a lock is done by asking again, since SQLite's own waiting stops the whole process.
  file.pragma('busy_timeout = 0')
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cachePreparedStatements(file) }) })

  const exclusively: Database['exclusively'] = (work, { foreignKeys = 'enforced' } = {}) =>
    queries.connection().execute(async (connection) => {
      const begin = () => beginImmediately(connection)
      if (foreignKeys === 'enforced') return inTransaction(connection, begin, work)
      // SQLite ignores this pragma inside a transaction.
      await sql`pragma foreign_keys = off`.execute(connection)
      try {
        return await inTransaction(connection, begin, async (inside) => {
          const result = await work(inside)
          await assertForeignKeys(inside)
          return result
        })
      } finally {
        await sql`pragma foreign_keys = on`.execute(connection)
      }
    })

  return {
    queries,
    kind: 'sqlite',
    exclusively,
    write: groupCommits(exclusively),
    snapshot: (work) =>
      queries
        .connection()
        .execute((connection) => inTransaction(connection, () => sql`begin`.execute(connection), work)),
    forgetDeleted: () => truncateWriteAheadLog(queries),
    close: () => queries.destroy(),
  }
}

/** Another process has the database open. */
export class DatabaseInUse extends Error {}

/**
 * The SQLite database for this process alone, until it is released. Leaving the write-ahead log fails while anybody else has it open,
 * and the lock keeps out who comes later.
 */
export function holdSqliteAlone(dataDirectory: string): { queries: Queries; release(): Promise<void> } {
  const file = new BetterSqlite(sqliteFileIn(dataDirectory), { timeout: 0, fileMustExist: true })
  try {
    file.pragma('journal_mode = DELETE')
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) throw new DatabaseInUse(`${sqliteFileIn(dataDirectory)} is in use: stop the server first`)
    throw error
  }
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) })
  return { queries, release: () => queries.destroy() }
}

/** Its bytes are not those of a database, or not all of them are. */
export function isDamage(error: unknown): error is Error {
  return error instanceof BetterSqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT|IOERR_(SHORT_)?READ)/.test(error.code)
}

// Where SQLite locks bytes of its file.
const FIRST_LOCKED_BYTE = 0x40000000

/** For a file that SQLite cannot open, and so not lock. False where the system does not tell, as elsewhere than on Linux. */
export function isLockedByAnother(file: string): boolean {
  const { ino } = statSync(file)
  try {
    const locks = readFileSync('/proc/locks', 'utf8').matchAll(/:(\d+) (\d+) \S+$/gm)
    return [...locks].some(([, inode, from]) => Number(inode) === ino && Number(from) >= FIRST_LOCKED_BYTE)
  } catch {
    return false
  }
}

/** Of files that an earlier version, a copy or a restore left readable to others; of the folder only if nothing else is in it. */
function restrictPermissions(dataDirectory: string) {
  const names = readdirSync(dataDirectory)
  const files = names.filter((name) => name.startsWith(path.basename(sqliteFileIn(''))))
  for (const name of files) restrictMode(path.join(dataDirectory, name), OWNER_ONLY_FILE)
  if (names.every((name) => files.includes(name) || name === 'backups')) restrictMode(dataDirectory, OWNER_ONLY_FOLDER)
}

function restrictMode(entry: string, mode: number) {
  try {
    const { mode: found, uid } = statSync(entry)
    const isOpenToOthers = (found & 0o077) !== 0
    if (isOpenToOthers && uid === process.getuid?.()) chmodSync(entry, mode)
  } catch {
    // A disk that can only be read, or a journal that was there a moment ago.
  }
}

async function openPostgres(databaseUrl: string): Promise<DatabaseAlone> {
  const { default: pg } = await loadDriver()
  const startup = (await takesStartupParameters(databaseUrl)) && {
    statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
    options: DURABLE_CONNECTION,
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    query_timeout: QUERY_TIMEOUT_MILLISECONDS,
    ...startup,
  })
  // A connection that the server drops is replaced at the next query; without listeners, one for those that are idle and one for
  // those at work, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: discardTimedOutConnections(pool) }) })

  const write = pauseAfterTimeouts((work, { isProbe, assertAdmitted }) =>
    queries.connection().execute(async (connection) => {
      assertAdmitted()
      if (isProbe) await endHeldCommits(connection)
      const begin = async () => {
        // One message, so that it takes no more time than a bare "begin".
        await sql`begin; ${DURABLE_TRANSACTION}; ${TIME_LIMIT}`.execute(connection)
        if (isProbe) await waitForConfirmation(connection)
      }
      return inTransaction(connection, begin, work, LIMITED_COMMIT)
    }),
  )

  return {
    queries,
    kind: 'postgres',
    write,
    exclusively: (work) =>
      withoutTimeLimits(databaseUrl, (connection) => {
        const begin = async () => {
          await sql`begin; ${DURABLE_TRANSACTION}`.execute(connection)
          await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(connection)
        }
        return inTransaction(connection, begin, work)
      }),
    snapshot: (work) =>
      queries.connection().execute((connection) => {
        const begin = () => sql`begin isolation level repeatable read read only`.execute(connection)
        return inTransaction(connection, begin, work)
      }),
    forgetDeleted: () => vacuum(databaseUrl),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => queries.destroy(),
  }
}

// Told by its text from commits that may take their time.
const LIMITED_COMMIT = sql`commit /* at most 10 s */`

/**
 * PostgreSQL keeps no time limit for a commit that waits for a synchronous standby, nor notices that its connection was closed.
 * Ended, not cancelled: a cancelled one would be confirmed to the client without being on the standby.
 */
async function endHeldCommits(connection: Queries) {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and wait_event = 'SyncRep'
      and query = 'commit /* at most 10 s */' and clock_timestamp() - query_start > interval '10 s'`.execute(connection)
}

/** Writes to the log of PostgreSQL: a commit that has written nothing waits for nobody. */
async function waitForConfirmation(connection: Queries) {
  await sql`select pg_logical_emit_message(true, 'nuqta', '')`.execute(connection)
}

/**
 * False of a pooler that knows only the most common ones, like PgBouncer as it comes. Throws where nobody answers.
 * Transactions say for themselves what they need.
 */
async function takesStartupParameters(databaseUrl: string): Promise<boolean> {
  try {
    await connectOnce(databaseUrl, { statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS, options: DURABLE_CONNECTION })
    return true
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error
    await connectOnce(databaseUrl)
    return false
  }
}

async function connectOnce(databaseUrl: string, startup: { statement_timeout?: number; options?: string } = {}) {
  const { default: pg } = await loadDriver()
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    query_timeout: QUERY_TIMEOUT_MILLISECONDS,
    ...startup,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
  }
}

/** On a connection of its own: building an index may take longer than any visitor would wait. */
async function withoutTimeLimits<Result>(databaseUrl: string, work: (connection: Queries) => Promise<Result>) {
  const { default: pg } = await loadDriver()
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await queries.connection().execute(work)
  } finally {
    await queries.destroy()
  }
}

/** Only where it is used: a site on SQLite does without it in memory. */
const loadDriver = () => import('pg')

/** Told by what every message of a PostgreSQL server carries, since the driver may not be loaded. */
const isPostgresError = (error: unknown) => error instanceof Error && 'severity' in error && 'code' in error

/** PostgreSQL has stopped a statement that took longer than it is given. */
export const isOutOfTime = (error: unknown) =>
  isPostgresError(error) && (error as { code?: unknown }).code === QUERY_CANCELED

const QUERY_CANCELED = '57014'

/** On a connection of its own, since it may take longer than any other statement is given. */
async function vacuum(databaseUrl: string) {
  const { default: pg } = await loadDriver()
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    keepAlive: true,
  })
  // A connection that is lost also fails the statement, which says so; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    for (const table of TABLES_WITH_PERSONAL_DATA) await client.query(`vacuum ${client.escapeIdentifier(table)}`)
  } finally {
    await client.end()
  }
}

const BUSY_RETRY_MILLISECONDS = 10

async function beginImmediately(connection: Queries) {
  const deadline = Date.now() + BUSY_TIMEOUT_MILLISECONDS
  for (;;) {
    try {
      return await sql`begin immediate`.execute(connection)
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await setTimeout(BUSY_RETRY_MILLISECONDS)
    }
  }
}

/** As far as readers let it within a while; what is left goes with the next one. */
async function truncateWriteAheadLog(queries: Queries) {
  const deadline = Date.now() + BUSY_TIMEOUT_MILLISECONDS
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(queries)
    if (rows[0]?.busy === 0 || Date.now() > deadline) return
    await setTimeout(BUSY_RETRY_MILLISECONDS)
  }
}

function isBusy(error: unknown) {
  return error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

async function inTransaction<Result>(
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

async function assertForeignKeys(queries: Queries) {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(queries)
  const broken = new Set(rows.map(({ table, parent }) => `${table} → ${parent}`))
  if (broken.size > 0) throw new Error(`Rows would be left without what they refer to: ${[...broken].join(', ')}`)
}

/** A promise that was acknowledged must survive a power cut, so the start fails where SQLite would not keep it. */
function assertDurable(file: SqliteFile) {
  const found = ['journal_mode', 'synchronous', 'foreign_keys'].map((name) => file.pragma(name, { simple: true }))
  if (found.join() !== 'wal,2,1') throw new Error(`SQLite runs with journal, synchronous, foreign keys = ${found}`)
}

/** Statements are few and repeat; parsing each of them for every request costs more than running it. */
function cachePreparedStatements(file: SqliteFile) {
  const statements = new Map<string, Statement>()
  return {
    close: () => void file.close(),
    prepare(text: string) {
      let statement = statements.get(text)
      if (!statement) {
        if (statements.size >= MAX_PREPARED_STATEMENTS) statements.clear()
        statement = file.prepare(text)
        statements.set(text, statement)
      }
      return statement as never
    },
  }
}

const MAX_PREPARED_STATEMENTS = 200
