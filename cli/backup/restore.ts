import { closeSync, existsSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import { access, constants, copyFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { listBackups, newestBackup } from '#domain/operations/backups.ts'
import { openRemoteBackups } from '#domain/operations/remote-backups.ts'
import { withReplaceableAuditTrail } from '#domain/platform/audit-trail.ts'
import { describeDatabase, openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import {
  copyTables,
  emptyTables,
  isEmpty,
  tableShapes,
  takeFingerprint,
} from '#domain/platform/database/every-table.ts'
import {
  MIGRATIONS,
  migrate,
  migrationsOf,
  pendingMigrations,
  unknownMigrations,
} from '#domain/platform/database/migrate.ts'
import {
  DatabaseInUse,
  hasSqliteFile,
  holdSqliteAlone,
  isDamage,
  isLockedByAnother,
  sqliteFileIn,
} from '#domain/platform/database/sqlite.ts'
import { makeFolder, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from '#domain/platform/make-folder.ts'
import { type Config, SettingsError } from '#settings/settings.ts'
import { type Call, type Command, Refusal, UsageError } from '../command.ts'
import { isExpected } from '../run-command.ts'
import { removeIfStopped } from '../unfinished-files.ts'
import {
  assertSameTables,
  BackupError,
  backupsFolder,
  flush,
  inDatabase,
  type Manifest,
  notReadable,
  readSealed,
  rowsIn,
} from './backup-file.ts'
import { withDecrypted } from './encryption.ts'
import { replayErasures } from './replay-erasures.ts'
import { saveRows } from './save.ts'
import { stage, tryToRestore } from './stage.ts'
import { removeLeftovers, stagingRoot, withStaging } from './staging.ts'

/** `npm run restore`, also on a new machine without a database. */
export const restore: Command = {
  takes: '[file]',
  summary:
    'restores a backup into the configured database and checks every row against the manifest beside the file; stop the server first',
  options: {
    '--replace': 'replace a database that is not empty; the old one is kept beside it',
    '--identity <file>': 'the file with the secret key, for an encrypted backup',
    '--drill': 'only tries it, in a separate place; without a file, the newest of BACKUP_DIR',
  },
  examples: [
    '/backups/nuqta-2026-03-01T03-00-00Z.sqlite --replace',
    '/backups/nuqta-2026-03-01T03-00-00Z.sqlite.age --identity key.txt --drill',
  ],

  async run(call) {
    let isChanged = false
    try {
      await bringBack(call, () => {
        isChanged = true
      })
    } catch (error) {
      throw isChanged ? error : unchanged(error)
    }
  },
}

async function bringBack(call: Call, onChange: () => void) {
  const isDrill = call.options.drill === true
  const stored = await storedMeant(call, isDrill)
  if (!stored) return bringBackFile(call, await fileMeant(call, isDrill), isDrill, onChange)
  makeFolder(call.config.dataDirectory, OWNER_ONLY_FOLDER)
  await withStaging(call.config.dataDirectory, 'decrypted', async (folder) => {
    const file = await stored.remote.bringTo(stored.name, folder).catch((error: Error) => {
      throw new BackupError(`${stored.name} cannot be read: ${error.message}.`)
    })
    await bringBackFile(call, file, isDrill, onChange)
  })
}

/** In the object storage of BACKUP_DIR: a name without a folder, or for a drill the newest. */
async function storedMeant({ words: [word], config, now }: Call, isDrill: boolean) {
  if (!config.backups?.remote || (word !== undefined && existsSync(word))) return undefined
  if (word !== undefined ? word.includes('/') : !isDrill) return undefined
  const remote = await openRemoteBackups(config.backups.remote)
  const name = word ?? newestBackup(await listBackups(remote), now)?.name
  if (!name) throw new Refusal('There is no backup in the object storage of BACKUP_DIR.')
  return { remote, name }
}

async function bringBackFile(call: Call, file: string, isDrill: boolean, onChange: () => void) {
  const { config, options, terminal } = call
  const identity = options.identity === undefined ? undefined : path.resolve(String(options.identity))
  terminal.remark(isDrill ? `Backup: ${file}` : `Database: ${describeDatabase(config)}`)
  const manifest = await readSealed(file)
  const rows = rowsIn(manifest.tables)
  const root = stagingRoot(config, file)
  await removeLeftovers([root, backupsFolder(config)], call)
  await withDecrypted(file, { identityFile: identity, root }, (plain) => {
    if (isDrill) return tryToRestore(plain, manifest, root)
    const source = { file, plain, identity, manifest, replace: options.replace === true, onChange }
    if (!config.databaseUrl) return intoSqlite(call, source)
    return withStaging(root, 'restoring', (staging) => intoPostgres(call, source, staging))
  })
  terminal.print(
    isDrill
      ? `It can be restored: ${rows} rows as of ${manifest.made_at}, every table checked. Nothing was changed.`
      : `Restored ${rows} rows as of ${manifest.made_at}, every table checked.`,
  )
}

interface Source {
  file: string
  /** The file, decrypted. */
  plain: string
  identity: string | undefined
  manifest: Manifest
  replace: boolean
  /** Called before the first change of the target. */
  onChange(): void
}

async function fileMeant({ words: [word], config, now }: Call, isDrill: boolean) {
  if (word !== undefined) return path.resolve(word)
  const folder = config.backups?.folder
  if (!isDrill || !folder) throw new UsageError('Add the file of the backup.')
  await access(folder, constants.R_OK).catch((error) => {
    throw notReadable(folder, error)
  })
  const found = await listBackups(folder)
  const newest = newestBackup(found, now)
  if (!newest)
    throw new Refusal(`There is no backup in ${folder}${found.length > 0 ? ' that is not dated in the future' : ''}.`)
  return path.join(folder, newest.name)
}

const ADD_REPLACE = 'Add --replace to put the backup in its place.'
const HOLDS_SOMETHING = `The database is not empty. ${ADD_REPLACE}`

async function intoSqlite(call: Call, source: Source) {
  const { plain, manifest, replace, onChange } = source
  const {
    config: { dataDirectory },
    terminal,
    now,
  } = call
  const target = sqliteFileIn(dataDirectory)
  makeFolder(dataDirectory, OWNER_ONLY_FOLDER)
  const former = lockFormer(dataDirectory, replace)
  let isReplaced = false
  try {
    if (former.state === 'readable' && !replace && !(await isEmptyDatabase(former.queries)))
      throw new BackupError(HOLDS_SOMETHING)
    await withStaging(dataDirectory, 'restoring', async (staging) => {
      await removeIfStopped(former.state === 'created' ? [target, journalOf(target)] : [], async () => {
        await stage(plain, manifest, staging)
        const replaced = former.state === 'damaged' ? 'unreadable' : former.queries
        await inDatabase(staging, (restored) => replayErasures(call, restored, replaced, source))
        await flush(sqliteFileIn(staging))
      })
      onChange()
      const isKept = former.state === 'readable' || former.state === 'damaged'
      const kept = isKept ? await keep(target, now) : undefined
      if (!isKept) await rm(journalOf(target), { force: true })
      await rename(sqliteFileIn(staging), target)
      isReplaced = true
      await flush(dataDirectory)
      if (kept) terminal.remark(`The old database is now ${kept}; delete it when you no longer need it.`)
    })
  } finally {
    if (former.state === 'created' && !isReplaced)
      for (const made of [journalOf(target), target]) await rm(made, { force: true })
    await former.release()
  }
}

/** SQLite creates a journal when it locks an empty file, and loses it when that file is replaced. */
const journalOf = (target: string) => `${target}-journal`

/** The file at the database's place, locked until it is released. */
type Former =
  /** A file without a page: `created` here, to be locked, or found there. */
  | { state: 'created' | 'blank'; queries: undefined; release(): Promise<void> }
  | { state: 'readable'; queries: Queries; release(): Promise<void> }
  /** It cannot be opened, so not locked either. */
  | { state: 'damaged'; release(): Promise<void> }

/** A damaged database is no reason to refuse: a backup replaces it. */
function lockFormer(dataDirectory: string, replace: boolean): Former {
  const file = sqliteFileIn(dataDirectory)
  const isCreated = !hasSqliteFile(dataDirectory) && createToLock(file)
  try {
    const { queries, release } = holdSqliteAlone(dataDirectory)
    if (statSync(file).size > 0) return { state: 'readable', queries, release }
    return { state: isCreated ? 'created' : 'blank', queries: undefined, release }
  } catch (error) {
    if (error instanceof DatabaseInUse) throw new BackupError(error.message)
    // On a full disk SQLite cannot lock the new file.
    if (isCreated) for (const made of [journalOf(file), file]) rmSync(made, { force: true })
    if (!isDamage(error)) throw error
    if (isLockedByAnother(file)) throw new BackupError(`${file} is in use: stop the server first`)
    if (!replace) throw new BackupError(`${file} cannot be read (${error.message}). ${ADD_REPLACE}`)
    return { state: 'damaged', release: async () => {} }
  }
}

/** A server that starts meanwhile finds the database locked instead of creating one. */
function createToLock(target: string) {
  try {
    closeSync(openSync(target, 'wx', OWNER_ONLY_FILE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Left by a database that was damaged in use; the restored one must not read them. */
const JOURNALS = ['-wal', '-shm', '-journal']

/** The former database keeps its name until the restored one takes it, in one step. */
async function keep(target: string, now: Date) {
  const kept = `${target}.before-${now.toISOString().replaceAll(':', '-')}`
  try {
    linkSync(target, kept)
  } catch {
    // Not every file system has links.
    await copyFile(target, kept)
  }
  for (const journal of JOURNALS) if (existsSync(target + journal)) await rename(target + journal, kept + journal)
  return kept
}

/** An unreadable database counts as full. */
async function isEmptyDatabase(queries: Queries) {
  try {
    return await isEmpty(queries, await tableShapes(await migrationsOf(queries)))
  } catch {
    return false
  }
}

async function intoPostgres(call: Call, source: Source, staging: string) {
  const { plain, manifest, replace, onChange } = source
  const { config, terminal, now } = call
  const database = await openNamed(config)
  let isWritten = false
  try {
    // Replacing only the rows would leave a database that neither release can use.
    const unknown = await unknownMigrations(database)
    if (unknown.length > 0)
      throw new BackupError(
        `The database was written by a later release (it has ${unknown.join(', ')}). Restore into an empty one: createdb, then name it in DATABASE_URL.`,
      )
    await stage(plain, manifest, staging)
    // The operator migrates a database of an earlier release first.
    const pending = await pendingMigrations(database)
    if (pending.length === Object.keys(MIGRATIONS).length) {
      await assertAlone(database.queries)
      onChange()
      await migrate(database)
    } else if (pending.length > 0)
      throw new BackupError('The database is from an earlier release. Run: npm run migrate')
    const shapes = await tableShapes()
    await inDatabase(staging, (saved) =>
      database.exclusively(async (queries) => {
        await assertAlone(queries)
        await sql`lock table ${sql.join(shapes.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(
          queries,
        )
        if (!(await isEmpty(queries, shapes))) {
          if (!replace) throw new BackupError(HOLDS_SOMETHING)
          const former = await saveRows(queries, backupsFolder(config), now)
          terminal.remark(`The old database is saved in ${former.file}; delete it when you no longer need it.`)
        }
        await replayErasures(call, saved, queries, source)
        await withReplaceableAuditTrail(queries, () => emptyTables(queries, shapes))
        await copyTables(saved.queries, queries, shapes)
        assertSameTables(await takeFingerprint(queries, shapes), await takeFingerprint(saved.queries, shapes))
        isWritten = true
        onChange()
      }),
    )
  } catch (error) {
    if (!isWritten) throw error
    throw new BackupError(
      `The connection broke at the last step (${(error as Error).message}): check in the database whether it was restored.`,
    )
  } finally {
    await database.close()
  }
}

/** Names its own connections, to tell them from those of a server. */
function openNamed({ dataDirectory, databaseUrl }: Config): Promise<Database> {
  const address = new URL(databaseUrl as string)
  address.searchParams.set('application_name', OWN_NAME)
  return openDatabase({ dataDirectory, databaseUrl: address.href }).catch((error: Error & { code?: string }) => {
    const failure = error.message || error.code
    throw new SettingsError('DATABASE_URL', `the database cannot be used (${failure}).`)
  })
}

const OWN_NAME = `nuqta-restore-${process.pid}`

async function assertAlone(queries: Queries) {
  const { rows } = await sql<{ application_name: string; client_addr: string | null }>`
    select application_name, client_addr from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> ${OWN_NAME}`.execute(
    queries,
  )
  if (rows.length > 0)
    throw new BackupError(`The database is in use by ${rows.length} other connection(s): stop the servers first.`)
}

function unchanged(error: unknown) {
  const { message } = error as Error
  if (!isExpected(error) || error instanceof UsageError || message.endsWith(UNCHANGED)) return error
  return new Refusal(`${message.replace(/([^.])$/, '$1.')} ${UNCHANGED}`)
}

const UNCHANGED = 'Nothing was changed.'
