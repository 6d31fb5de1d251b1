import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import { headOfAuditTrail } from '#domain/audit-trail.ts'
import { type Database, openDatabase, type Queries, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables, differences, type Fingerprint, takeFingerprint } from '#domain/database/every-table.ts'
import { knownMigrationsOf, migrate } from '#domain/database/migrate.ts'
import BetterSqlite from '#domain/database/sqlite-driver.ts'
import { type TableShape, tableShapes } from '#domain/database/table-shapes.ts'
import type { Tables } from '#domain/database/tables.ts'
import { OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from '#domain/file-modes.ts'
import { makeFolder } from '#domain/make-folder.ts'
import {
  BACKUP_NAME,
  ENCRYPTED_SUFFIX,
  listBackups,
  mayDeleteOutdated,
  outdatedBackups,
} from '#domain/operations/backups.ts'
import type { Config } from '#settings/settings.ts'
import { type Command, DONE, NOT_DONE, Refusal, UsageError } from '../command.ts'
import { withDatabaseOfAnyRelease } from '../open-database.ts'
import { removeIfStopped } from '../stopped.ts'
import type { Terminal } from '../terminal.ts'
import { BackupError, backupName, flush, manifestOf, readSealed, rowsIn, seal } from './backup-file.ts'
import { encryptFile, makeKeyPair } from './encryption.ts'
import { tryToRestore } from './stage.ts'
import { isDiskFull, STAGING_NAME, StagingError } from './staging.ts'
import { type BroughtFiles, bringStoredFiles, HAS_OBJECTS } from './stored-files.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** `npm run backup`. A database of an earlier release is saved as it is: that is what one does before migrating it. */
export const backup: Command = {
  summary:
    'saves everything, CVs included, while the server runs: one file, and a manifest with the number and the hash of the rows of every table',
  options: {
    to: { type: 'string', value: 'folder', says: 'where to; otherwise BACKUP_DIR, or backups/ in DATA_DIR' },
    'keep-days': { type: 'string', value: 'number', says: 'deletes backups in that folder that are older' },
    nightly: {
      type: 'boolean',
      says: 'as the server does every night: into BACKUP_DIR, tried by restoring it, and of the earlier ones seven days and five weeks are kept',
    },
    'make-key': {
      type: 'string',
      value: 'file',
      says: 'makes no backup, but a pair of keys: the secret one into that file, the public one for BACKUP_KEY',
    },
  },
  examples: ['--to /backups --keep-days 35', '--make-key backup-key.txt'],

  async run(call) {
    const { config, options, terminal, now } = call
    if (options['make-key'] !== undefined) return printNewKey(String(options['make-key']), terminal)
    const keepDays = readDays(options['keep-days'])
    const isNightly = options.nightly === true
    if (isNightly && options.to !== undefined)
      throw new UsageError('--nightly goes into BACKUP_DIR, where it also deletes: leave out --to.')
    if (isNightly && !config.backups) throw new Refusal('BACKUP_DIR is not set.')
    const target = options.to === undefined ? backupsFolder(config) : path.resolve(String(options.to))
    const recipients = config.backups?.recipients ?? []
    // What is to be encrypted is nowhere but where the database is until it is.
    const folder = recipients.length > 0 ? path.join(config.dataDirectory, `backing-up-${process.pid}`) : target
    if (isNightly) await removeLeftovers([config.dataDirectory, target], now)
    const place: Place = { folder, now, ...(isNightly && { triedIn: config.dataDirectory }) }
    const save = async (database: Database) => {
      const saved = await (database.kind === 'sqlite'
        ? saveSqlite(config, database, place)
        : savePostgres(database, place))
      const hasTrail = Object.hasOwn(saved.tables, 'audit_trail_head')
      const file = recipients.length > 0 ? await encrypt(saved.file, target, recipients) : saved.file
      return { ...saved, file, head: hasTrail ? await headOfAuditTrail(database.queries) : undefined }
    }
    const { file, tables, head, stored } = await removeIfStopped(folder === target ? [] : [folder], () =>
      withDatabaseOfAnyRelease(call, save),
    ).finally(() => folder !== target && rm(folder, { recursive: true, force: true }))
    terminal.print(`${file}: ${rowsIn(tables)} rows.`)
    if (stored && stored.brought > 0)
      terminal.print(`${stored.brought} files were brought into it from the object storage.`)
    for (const each of stored?.lost ?? []) terminal.remark(`Not in the backup: ${each}.`)
    if (head && head.number > 0) terminal.print(`Audit trail: ${head.number} entries, hash ${head.hash}`)
    if (keepDays !== undefined)
      for (const name of await deleteOlder(target, now.getTime() - keepDays * DAY_MILLISECONDS))
        terminal.print(`${name} is deleted.`)
    if (isNightly) await deleteOutdated(target, now, terminal)
    return stored && stored.lost.length > 0 ? NOT_DONE : DONE
  },
}

export const backupsFolder = ({ dataDirectory, backups }: Pick<Config, 'dataDirectory' | 'backups'>) =>
  backups?.folder ?? path.join(dataDirectory, 'backups')

async function printNewKey(file: string, terminal: Terminal) {
  const secret = path.resolve(file)
  const recipient = await makeKeyPair(secret)
  terminal.print(`BACKUP_KEY=${recipient}`)
  terminal.remark(`The secret key is in ${secret}. Keep it away from this machine: whoever loses it loses the backups.`)
  return DONE
}

const LEFTOVER = /^backing-up-\d+$|^nuqta-.*\.partial(-journal|\.d)?$/
const LEFTOVER_AFTER_MILLISECONDS = 6 * 60 * 60 * 1000

/** Of a backup that was being made when its process was killed. */
async function removeLeftovers(folders: string[], now: Date) {
  for (const folder of new Set(folders))
    for (const name of await readdir(folder).catch(() => [])) {
      const entry = path.join(folder, name)
      if (!LEFTOVER.test(name) && !STAGING_NAME.test(name)) continue
      const { mtimeMs } = await stat(entry)
      if (now.getTime() - mtimeMs > LEFTOVER_AFTER_MILLISECONDS) await rm(entry, { recursive: true, force: true })
    }
}

/** The encrypted backup with its manifest in `folder`; a failure leaves nothing of it. */
async function encrypt(plain: string, folder: string, recipients: string[]) {
  const file = path.join(folder, path.basename(plain) + ENCRYPTED_SUFFIX)
  const partial = `${file}.partial`
  const unfinished = [partial, manifestOf(file), file]
  try {
    return await removeIfStopped(unfinished, async () => {
      const { tables, made_at } = await readSealed(plain)
      createFolder(folder)
      await encryptFile(plain, partial, recipients)
      await seal(partial, file, tables, new Date(made_at))
      await flush(folder)
      return file
    })
  } catch (error) {
    await Promise.all(unfinished.map((left) => rm(left, { force: true })))
    throw error instanceof BackupError
      ? error
      : new BackupError(`Nothing was saved: ${describeFailure(error, partial)}.`)
  }
}

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

/** Where a backup is put together, and of when it is. */
interface Place {
  folder: string
  now: Date
  /** The folder with room for another database, where it is tried by restoring it before it gets its name. */
  triedIn?: string
}

function saveSqlite({ dataDirectory }: Config, database: Database, place: Place) {
  return filling(place, async (partial) => {
    const applied = await knownMigrationsOf(database.queries)
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

/** A snapshot holds up whoever changes a table, so it lasts until the rows are copied and no longer. */
function savePostgres(database: Database, place: Place) {
  return filling(place, async (partial) => {
    const copied = await database.snapshot((queries) => copyRows(queries, partial))
    return inSqliteFile(partial, async (copy) => {
      await assertArrived(copy, copied)
      const { applied, shapes, tables } = copied
      const stored = applied.includes(HAS_OBJECTS) ? await bringStoredFiles(copy, database) : undefined
      return { tables: stored ? await takeFingerprint(copy, shapes) : tables, stored }
    })
  })
}

/** The rows of any database, as a SQLite file of the same release; without the files that are kept elsewhere. */
export async function saveRows(queries: Queries, folder: string, now: Date): Promise<Saved> {
  return filling({ folder, now }, async (partial) => {
    const copied = await copyRows(queries, partial)
    await inSqliteFile(partial, (copy) => assertArrived(copy, copied))
    return { tables: copied.tables }
  })
}

interface CopiedRows {
  applied: string[]
  shapes: TableShape[]
  tables: Fingerprint
}

async function copyRows(queries: Queries, file: string): Promise<CopiedRows> {
  const applied = await knownMigrationsOf(queries)
  const shapes = await tableShapes(applied)
  const tables = await takeFingerprint(queries, shapes)
  await copyIntoFile(queries, file, applied, shapes)
  return { applied, shapes, tables }
}

async function assertArrived(copy: Queries, { shapes, tables }: CopiedRows) {
  const different = differences(tables, await takeFingerprint(copy, shapes))
  if (different.length > 0) throw new BackupError(`These tables arrived different: ${different.join(', ')}.`)
}

async function copyIntoFile(queries: Queries, file: string, applied: string[], shapes: TableShape[]) {
  const scratch = scratchOf(file)
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

const scratchOf = (partial: string) => `${partial}.d`

function createFolder(folder: string) {
  try {
    makeFolder(folder, OWNER_ONLY_FOLDER)
  } catch (error) {
    throw new BackupError(`Nothing was saved: ${(error as Error).message}.`)
  }
}

/** A disk that fills up, or any other failure, leaves no file behind that could be taken for a backup. */
async function filling(
  { folder, now, triedIn }: Place,
  fill: (partial: string) => Promise<Omit<Saved, 'file'>>,
): Promise<Saved> {
  const file = path.join(folder, backupName(now))
  const partial = `${file}.partial`
  createFolder(folder)
  try {
    // Made by us, so that nobody else may read it even while it grows.
    closeSync(openSync(partial, 'wx', OWNER_ONLY_FILE))
  } catch (error) {
    throw new BackupError(`Nothing was saved: ${describeFailure(error, partial)}.`)
  }
  const unfinished = [partial, `${partial}-journal`, scratchOf(partial), manifestOf(file), file]
  try {
    return await removeIfStopped(unfinished, async () => {
      const filled = await fill(partial)
      if (triedIn !== undefined) await tryIn(triedIn, partial, filled)
      await seal(partial, file, filled.tables, now)
      await flush(folder)
      return { file, ...filled }
    })
  } catch (error) {
    await Promise.all(unfinished.map((left) => rm(left, { recursive: true, force: true })))
    if (error instanceof BackupError) throw error
    throw new BackupError(`Nothing was saved: ${describeFailure(error, partial)}.`)
  }
}

async function tryIn(folder: string, partial: string, { tables }: Pick<Saved, 'tables'>) {
  try {
    await tryToRestore(partial, { tables }, folder)
  } catch (error) {
    // The disk that is full is not the one that the backup stands on.
    throw error instanceof StagingError
      ? new BackupError(`Nothing was saved: ${error.message.replace(/^./, (first) => first.toLowerCase())}`)
      : error
  }
}

function describeFailure(error: unknown, file: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return `the disk of ${path.dirname(file)} is full`
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
    await deleteBackup(folder, name)
    deleted.push(name)
  }
  return deleted
}

async function deleteOutdated(folder: string, now: Date, terminal: Terminal) {
  const backups = await listBackups(folder)
  const outdated = outdatedBackups(backups, now)
  if (outdated.length > 0 && !mayDeleteOutdated(backups, now))
    return terminal.remark(
      'The last backup before this one is older than a week: nothing is deleted before the next one.',
    )
  for (const { name } of outdated) {
    await deleteBackup(folder, name)
    terminal.print(`${name} is deleted.`)
  }
}

async function deleteBackup(folder: string, name: string) {
  await rm(path.join(folder, name))
  await rm(manifestOf(path.join(folder, name)), { force: true })
}
