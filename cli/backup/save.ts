import { closeSync, openSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { copyTables, type Fingerprint, tableShapes, takeFingerprint } from '#domain/platform/database/every-table.ts'
import { migrate, migrationsOf } from '#domain/platform/database/migrate.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import BetterSqlite from '#domain/platform/database/sqlite-driver.ts'
import type { Tables } from '#domain/platform/database/tables.ts'
import { makeFolder, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from '#domain/platform/make-folder.ts'
import {
  FILE_COLUMNS,
  FILE_TABLES,
  FileLost,
  type FileTable,
  inRow,
  type KeptFile,
} from '#domain/platform/storage/kept-files.ts'
import type { Config } from '#settings/settings.ts'
import { isDiskFull, removeIfStopped } from '../unfinished-files.ts'
import { assertSameTables, BackupError, backupName, flush, inDatabase, manifestOf, seal } from './backup-file.ts'
import { tryToRestore } from './stage.ts'
import { StagingError } from './staging.ts'

export interface Saved {
  file: string
  tables: Fingerprint
  stored?: BroughtFiles | undefined
}

export interface Place {
  folder: string
  now: Date
  /** The backup is restored here, as a trial, before it gets its name. */
  trialFolder?: string
}

export const saveDatabase = (config: Config, database: Database, place: Place): Promise<Saved> =>
  database.kind === 'sqlite' ? saveSqlite(config, database, place) : savePostgres(database, place)

function saveSqlite({ dataDirectory }: Config, database: Database, place: Place) {
  return fillPartial(place, async (partial) => {
    const shapes = await tableShapes(await migrationsOf(database.queries))
    const source = new BetterSqlite(sqliteFileIn(dataDirectory), { fileMustExist: true, readonly: true })
    try {
      // All pages in one step: a writer between two steps would restart the copy.
      await source.backup(partial, { progress: () => EVERY_PAGE })
    } finally {
      source.close()
    }
    return inSqliteFile(partial, async (copy) => {
      const stored = await bringStoredFiles(copy, database)
      return { tables: await takeFingerprint(copy, shapes), stored }
    })
  })
}

const EVERY_PAGE = 0x7fffffff

/** A snapshot blocks migrations, so it ends as soon as the rows are copied. */
function savePostgres(database: Database, place: Place) {
  return fillPartial(place, async (partial) => {
    const { shapes, tables } = await database.snapshot((queries) => copyRows(queries, partial))
    return inSqliteFile(partial, async (copy) => {
      assertSameTables(await takeFingerprint(copy, shapes), tables)
      const stored = await bringStoredFiles(copy, database)
      return { tables: stored ? await takeFingerprint(copy, shapes) : tables, stored }
    })
  })
}

/** Without the files in the object storage. */
export async function saveRows(queries: Queries, folder: string, now: Date): Promise<Saved> {
  return fillPartial({ folder, now }, async (partial) => {
    const { shapes, tables } = await copyRows(queries, partial)
    await inSqliteFile(partial, async (copy) => assertSameTables(await takeFingerprint(copy, shapes), tables))
    return { tables }
  })
}

async function copyRows(queries: Queries, file: string) {
  const migrations = await migrationsOf(queries)
  const shapes = await tableShapes(migrations)
  const tables = await takeFingerprint(queries, shapes)
  const scratch = scratchOf(file)
  await mkdir(scratch, { mode: OWNER_ONLY_FOLDER })
  try {
    await inDatabase(scratch, async (copy) => {
      await migrate(copy, { migrations })
      await copy.exclusively((target) => copyTables(queries, target, shapes))
    })
    const whole = new BetterSqlite(sqliteFileIn(scratch), { readonly: true })
    await whole.backup(file, { progress: () => EVERY_PAGE })
    whole.close()
    return { shapes, tables }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const scratchOf = (partial: string) => `${partial}.d`

export function createFolder(folder: string) {
  try {
    makeFolder(folder, OWNER_ONLY_FOLDER)
  } catch (error) {
    throw new BackupError(`Nothing was saved: ${(error as Error).message}.`)
  }
}

async function fillPartial(
  { folder, now, trialFolder }: Place,
  fill: (partial: string) => Promise<Omit<Saved, 'file'>>,
): Promise<Saved> {
  const file = path.join(folder, backupName(now))
  const partial = `${file}.partial`
  createFolder(folder)
  try {
    // Created here with owner-only permission, before SQLite fills it.
    closeSync(openSync(partial, 'wx', OWNER_ONLY_FILE))
  } catch (error) {
    throw new BackupError(`Nothing was saved: ${describeFailure(error, partial)}.`)
  }
  const journals = ['-journal', '-wal', '-shm'].map((journal) => partial + journal)
  const unfinished: [string, ...string[]] = [partial, ...journals, scratchOf(partial), manifestOf(file), file]
  return wholeOrNothing(unfinished, async () => {
    const filled = await fill(partial)
    if (trialFolder !== undefined) await tryIn(trialFolder, partial, filled)
    await seal(partial, file, filled.tables, now)
    await flush(folder)
    return { file, ...filled }
  })
}

/** A failure, such as a full disk, leaves no file that could be taken for a backup. */
export async function wholeOrNothing<Result>(unfinished: [string, ...string[]], work: () => Promise<Result>) {
  try {
    return await removeIfStopped(unfinished, work)
  } catch (error) {
    await Promise.all(unfinished.map((left) => rm(left, { recursive: true, force: true })))
    if (error instanceof BackupError) throw error
    throw new BackupError(`Nothing was saved: ${describeFailure(error, unfinished[0])}.`)
  }
}

async function tryIn(folder: string, partial: string, { tables }: Pick<Saved, 'tables'>) {
  try {
    await tryToRestore(partial, { tables }, folder)
  } catch (error) {
    // The full disk is the trial's, not the backup's.
    throw error instanceof StagingError
      ? new BackupError(`Nothing was saved: ${error.message.replace(/^./, (first) => first.toLowerCase())}`)
      : error
  }
}

function describeFailure(error: unknown, file: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return `the disk of ${path.dirname(file)} is full`
  if (code === 'EEXIST') return `${file} already exists: another backup is being made`
  return message
}

/** Checks the integrity of a copy, and leaves one file without journals. */
async function inSqliteFile<Result>(file: string, work: (queries: Queries) => Promise<Result>) {
  const database = new BetterSqlite(file)
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    const verdict = database.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new BackupError(`The copy is not intact: ${verdict}`)
    database.pragma('journal_mode = DELETE')
    return await work(queries)
  } finally {
    await queries.destroy()
  }
}

interface BroughtFiles {
  brought: number
  /** Rows that name an object which is missing or damaged, one sentence each. */
  lost: string[]
}

/** Fills a copy with stored files and clears its storage folder, or a restored database would sweep the original's objects. */
async function bringStoredFiles(copy: Queries, { queries, files }: Database): Promise<BroughtFiles | undefined> {
  const { numDeletedRows } = await copy
    .deleteFrom('server_keys')
    .where('purpose', '=', 'storage')
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return undefined
  const found: BroughtFiles = { brought: 0, lost: [] }
  for (const table of FILE_TABLES)
    for (let file = await nextIn(copy, table); file; file = await nextIn(copy, table, file.object_key)) {
      try {
        const row = inRow(await files.read(file))
        await copy.updateTable(table).set(row).where('object_key', '=', file.object_key).execute()
        found.brought++
      } catch (error) {
        if (!(error instanceof FileLost)) throw error
        if (await isInUse(queries, table, file)) found.lost.push(error.message)
        // Erased since the copy was made.
        else await copy.deleteFrom(table).where('object_key', '=', file.object_key).execute()
      }
    }
  return found
}

function nextIn(copy: Queries, table: FileTable, after: string | null = '') {
  return copy
    .selectFrom(table)
    .select(FILE_COLUMNS)
    .where('object_key', '>', after)
    .orderBy('object_key')
    .limit(1)
    .executeTakeFirst()
}

async function isInUse(queries: Queries, table: FileTable, { object_key }: KeptFile) {
  const row = await queries
    .selectFrom(table)
    .select('object_key')
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  return row !== undefined
}
