import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { headOfAuditTrail } from '#domain/audit-trail.ts'
import { type Database, openDatabase, type Queries, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables, differences, type Fingerprint, takeFingerprint } from '#domain/database/every-table.ts'
import { appliedMigrations, migrate } from '#domain/database/migrate.ts'
import { type TableShape, tableShapes } from '#domain/database/table-shapes.ts'
import type { Tables } from '#domain/database/tables.ts'
import type { Config } from '#settings/settings.ts'
import { type Command, DONE, NOT_DONE, UsageError } from '../command.ts'
import { withDatabaseOfAnyRelease } from '../open-database.ts'
import {
  BACKUP_NAME,
  BackupError,
  backupName,
  flush,
  manifestOf,
  OWNER_ONLY_FILE,
  OWNER_ONLY_FOLDER,
  rowsIn,
  seal,
} from './backup-file.ts'
import { type BroughtFiles, bringStoredFiles, HAS_OBJECTS } from './stored-files.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** `npm run backup`. A database of an earlier release is saved as it is: that is what one does before migrating it. */
export const backup: Command = {
  summary:
    'saves everything, CVs included, while the server runs: one file, and a manifest with the number and the hash of the rows of every table',
  options: {
    to: { type: 'string', value: 'folder', says: 'where to; otherwise backups/ in DATA_DIR' },
    'keep-days': { type: 'string', value: 'number', says: 'deletes backups in that folder that are older' },
  },
  examples: ['--to /backups --keep-days 35'],

  async run(call) {
    const { config, options, terminal, now } = call
    const keepDays = readDays(options['keep-days'])
    const folder = options.to === undefined ? backupsFolder(config) : path.resolve(String(options.to))
    const { file, tables, head, stored } = await withDatabaseOfAnyRelease(call, async (database) => {
      const saved =
        database.kind === 'sqlite'
          ? await saveSqlite(config, database, folder, now)
          : await database.snapshot((queries) => saveRows(queries, folder, now, database))
      const hasTrail = Object.hasOwn(saved.tables, 'audit_trail_head')
      return { ...saved, head: hasTrail ? await headOfAuditTrail(database.queries) : undefined }
    })
    terminal.print(`${file}: ${rowsIn(tables)} rows.`)
    if (stored && stored.brought > 0)
      terminal.print(`${stored.brought} files were brought into it from the object storage.`)
    for (const each of stored?.lost ?? []) terminal.remark(`Not in the backup: ${each}.`)
    if (head && head.number > 0) terminal.print(`Audit trail: ${head.number} entries, hash ${head.hash}`)
    if (keepDays !== undefined)
      for (const name of await deleteOlder(folder, now.getTime() - keepDays * DAY_MILLISECONDS))
        terminal.print(`${name} is deleted.`)
    return stored && stored.lost.length > 0 ? NOT_DONE : DONE
  },
}

export const backupsFolder = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) => path.join(dataDirectory, 'backups')

function readDays(text: string | boolean | undefined) {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(String(text))) throw new UsageError('--keep-days is a whole number above zero.')
  return Number(text)
}

interface Saved {
  file: string
  tables: Fingerprint
  /** From the object storage; undefined where no database is named to look in. */
  stored?: BroughtFiles | undefined
}

function saveSqlite({ dataDirectory }: Config, database: Database, folder: string, now: Date) {
  return filling(folder, now, async (partial) => {
    const applied = await appliedMigrations(database.queries)
    const shapes = await tableShapes(applied)
    const source = new BetterSqlite(sqliteFileIn(dataDirectory), { fileMustExist: true, readonly: true })
    try {
      // All that is left in one step: between two steps a writer would make it begin again.
      await source.backup(partial, { progress: () => EVERY_PAGE })
    } finally {
      source.close()
    }
    return inSqliteFile(partial, async (copy) => {
      const stored = applied.includes(HAS_OBJECTS) ? await bringStoredFiles(copy, database) : undefined
      return { tables: await takeFingerprint(copy, shapes), stored }
    })
  })
}

const EVERY_PAGE = 0x7fffffff

/** The rows of any database, as a SQLite file of the same release; with the files that `database` keeps elsewhere, if it is named. */
export async function saveRows(queries: Queries, folder: string, now: Date, database?: Database): Promise<Saved> {
  const applied = await appliedMigrations(queries)
  const shapes = await tableShapes(applied)
  return filling(folder, now, async (partial) => {
    const tables = await takeFingerprint(queries, shapes)
    await copyIntoFile(queries, partial, applied, shapes)
    return inSqliteFile(partial, async (copy) => {
      const different = differences(tables, await takeFingerprint(copy, shapes))
      if (different.length > 0) throw new BackupError(`These tables arrived different: ${different.join(', ')}.`)
      if (!database || !applied.includes(HAS_OBJECTS)) return { tables }
      const stored = await bringStoredFiles(copy, database)
      return { tables: stored ? await takeFingerprint(copy, shapes) : tables, stored }
    })
  })
}

async function copyIntoFile(queries: Queries, file: string, applied: string[], shapes: TableShape[]) {
  const scratch = `${file}.d`
  await mkdir(scratch, { mode: OWNER_ONLY_FOLDER })
  try {
    const copy = await openDatabase({ dataDirectory: scratch })
    try {
      await migrate(copy, applied)
      await copy.exclusively((target) => copyTables(queries, target, shapes))
    } finally {
      await copy.close()
    }
    const whole = new BetterSqlite(sqliteFileIn(scratch), { readonly: true })
    await whole.backup(file, { progress: () => EVERY_PAGE })
    whole.close()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A disk that fills up, or any other failure, leaves no file behind that could be taken for a backup. */
async function filling(
  folder: string,
  now: Date,
  fill: (partial: string) => Promise<Omit<Saved, 'file'>>,
): Promise<Saved> {
  const file = path.join(folder, backupName(now))
  const partial = `${file}.partial`
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
    // Made by us, so that nobody else may read it even while it grows.
    closeSync(openSync(partial, 'wx', OWNER_ONLY_FILE))
  } catch (error) {
    throw new BackupError(`Nothing was saved: ${describeFailure(error, partial)}.`)
  }
  try {
    const filled = await fill(partial)
    await seal(partial, file, filled.tables, now)
    await flush(folder)
    return { file, ...filled }
  } catch (error) {
    await Promise.all([partial, `${partial}-journal`, manifestOf(file)].map((left) => rm(left, { force: true })))
    if (error instanceof BackupError) throw error
    throw new BackupError(`Nothing was saved: ${describeFailure(error, partial)}.`)
  }
}

function describeFailure(error: unknown, file: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return `the disk of ${path.dirname(file)} is full`
  if (code === 'EEXIST') return `${file} is there already, another backup is being made`
  return message
}

/** Opens a copy, sees that SQLite finds it whole, and leaves one file with nothing beside it. */
async function inSqliteFile<Result>(file: string, work: (queries: Queries) => Promise<Result>) {
  const database = new BetterSqlite(file)
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    const verdict = database.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new BackupError(`The copy is not whole: ${verdict}`)
    database.pragma('journal_mode = DELETE')
    return await work(queries)
  } finally {
    await queries.destroy()
  }
}

async function deleteOlder(folder: string, before: number) {
  const deleted: string[] = []
  for (const name of await readdir(folder)) {
    const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
    if (!day || Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) >= before) continue
    await rm(path.join(folder, name))
    await rm(manifestOf(path.join(folder, name)), { force: true })
    deleted.push(name)
  }
  return deleted
}
