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
import { Kysely, SqliteDialect, sql } from 'kysely'
import { foldLetters } from '#texts/spelling.ts'
import { makeFolder, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from '../make-folder.ts'
import type { Database, DatabaseAlone, OnQuery, Queries } from './database.ts'
import { inTransaction, listenToQueries } from './database.ts'
import { DatabaseFileGone, statIfThere, watchFileInPlace } from './file-in-place.ts'
import { groupCommits } from './group-commits.ts'
import BetterSqlite, { type SqliteFile, type Statement } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

/** The message is one line for the operator. */
export class DatabaseNotPermitted extends Error {}

/** Throws where this user may not use it. */
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

export const sqliteFileIn = (dataDirectory: string) => path.join(dataDirectory, 'nuqta.sqlite')

/** For root: the folder's owner could not open files that root writes. */
export function describeOtherOwner(dataDirectory: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statIfThere(sqliteFileIn(dataDirectory))?.uid ?? statIfThere(dataDirectory)?.uid ?? 0
  if (owner === 0) return undefined
  return `what is in ${dataDirectory} belongs to another user than root; do it as that user: sudo -u '#${owner}' …`
}

const BUSY_TIMEOUT_MILLISECONDS = 5_000

/** Before SQLite does: its journals get the same permission. */
export function createSqliteFile(dataDirectory: string) {
  makeFolder(dataDirectory, OWNER_ONLY_FOLDER)
  if (!existsSync(sqliteFileIn(dataDirectory))) closeSync(openSync(sqliteFileIn(dataDirectory), 'a', OWNER_ONLY_FILE))
}

export async function openSqlite(dataDirectory: string, onQuery?: OnQuery): Promise<DatabaseAlone> {
  restrictPermissions(dataDirectory)
  const file = new BetterSqlite(sqliteFileIn(dataDirectory), { timeout: BUSY_TIMEOUT_MILLISECONDS })
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  // Overwrites deleted rows: erased data must not remain in free pages.
  file.pragma('secure_delete = ON')
  assertDurable(file)
  // PostgreSQL has it by the baseline migration.
  file.function('fold_letters', { deterministic: true }, (text) => (text === null ? null : foldLetters(String(text))))
  // From here on retries are our own, since SQLite's waiting blocks the process.
  file.pragma('busy_timeout = 0')
  const dialect = new SqliteDialect({ database: cachePreparedStatements(file) })
  const queries = new Kysely<Tables>({ dialect, ...listenToQueries(onQuery) })

  const isInPlace = watchFileInPlace(sqliteFileIn(dataDirectory))
  const exclusively: Database['exclusively'] = (work) =>
    queries.connection().execute((connection) =>
      inTransaction(
        connection,
        () => beginImmediately(connection),
        async (inside) => {
          const result = await work(inside)
          if (!isInPlace()) throw new DatabaseFileGone(sqliteFileIn(dataDirectory))
          return result
        },
      ),
    )

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

export class DatabaseInUse extends Error {}

/** Leaving the write-ahead log fails while another process has it open; the lock keeps out later ones. */
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

export function isDamage(error: unknown): error is Error {
  return error instanceof BetterSqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT|IOERR_(SHORT_)?READ)/.test(error.code)
}

// Where SQLite locks bytes of its file.
const FIRST_LOCKED_BYTE = 0x40000000

/** For a file that SQLite cannot open. False elsewhere than on Linux. */
export function isLockedByAnother(file: string): boolean {
  const { ino } = statSync(file)
  try {
    const locks = readFileSync('/proc/locks', 'utf8').matchAll(/:(\d+) (\d+) \S+$/gm)
    return [...locks].some(([, inode, from]) => Number(inode) === ino && Number(from) >= FIRST_LOCKED_BYTE)
  } catch {
    return false
  }
}

/** A copy or a restore may leave files readable to others. The folder only if it holds nothing else. */
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

/** As far as readers let it; the rest goes with the next one. */
async function truncateWriteAheadLog(queries: Queries) {
  const deadline = Date.now() + BUSY_TIMEOUT_MILLISECONDS
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(queries)
    if (rows[0]?.busy === 0 || Date.now() > deadline) return
    await setTimeout(BUSY_RETRY_MILLISECONDS)
  }
}

/** Gives free pages back to the disk. Writers wait meanwhile. */
export async function shrinkSqlite(queries: Queries) {
  const deadline = Date.now() + BUSY_TIMEOUT_MILLISECONDS
  for (;;) {
    try {
      return await sql`vacuum`.execute(queries)
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await setTimeout(BUSY_RETRY_MILLISECONDS)
    }
  }
}

function isBusy(error: unknown) {
  return error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** An acknowledged promise must survive a power cut. */
function assertDurable(file: SqliteFile) {
  const found = ['journal_mode', 'synchronous', 'foreign_keys'].map((name) => file.pragma(name, { simple: true }))
  if (found.join() !== 'wal,2,1') throw new Error(`SQLite runs with journal, synchronous, foreign keys = ${found}`)
}

/** Parsing a statement costs more than running it. */
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
