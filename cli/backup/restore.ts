import { existsSync, linkSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { withReplaceableAuditTrail } from '#domain/audit-trail.ts'
import {
  type Database,
  DatabaseInUse,
  holdSqliteAlone,
  openDatabase,
  type Queries,
  sqliteFileIn,
} from '#domain/database/connection.ts'
import {
  copyTables,
  differences,
  emptyTables,
  type Fingerprint,
  isEmpty,
  takeFingerprint,
} from '#domain/database/every-table.ts'
import { appliedMigrations, MIGRATION_NAMES, migrate, pendingMigrations } from '#domain/database/migrate.ts'
import { type TableShape, tableShapes } from '#domain/database/table-shapes.ts'
import type { Config } from '#settings/settings.ts'
import { type Call, type Command, DONE, Refusal } from '../command.ts'
import { describeDatabase } from '../open-database.ts'
import { backupsFolder, saveRows } from './backup.ts'
import { BackupError, flush, type Manifest, OWNER_ONLY_FOLDER, readSealed, rowsIn } from './backup-file.ts'
import { carryOver } from './carry-over.ts'
import { assertPlainTables, openDistrusted } from './distrusted-file.ts'

/** `npm run restore`. On a new machine it makes the database: that is what a backup is for. */
export const restore: Command = {
  takes: '<file>',
  words: [1, 1],
  summary:
    'puts a backup into the database of the settings and checks every row against the manifest beside the file; stop the server first',
  options: { replace: { type: 'boolean', says: 'although the database holds something, which is kept beside it' } },
  examples: ['/backups/nuqta-2026-03-01T03-00-00Z.sqlite --replace'],

  async run(call) {
    const { config, words, options, terminal } = call
    const file = path.resolve(words[0] as string)
    const replace = options.replace === true
    terminal.remark(`Database: ${describeDatabase(config)}`)
    const manifest = await readSealed(file)
    if (manifest.format === 'pg_dump')
      throw new BackupError(
        'This is an archive of pg_dump by an earlier release. Run: pg_restore, then npm run migrate',
      )
    await (config.databaseUrl ? intoPostgres(call, file, manifest, replace) : intoSqlite(call, file, manifest, replace))
    terminal.print(`Restored ${rowsIn(manifest.tables)} rows as of ${manifest.made_at}, every table checked.`)
    return DONE
  },
}

const HOLDS_SOMETHING = 'The database holds something already. Add --replace to put the backup in its place.'

async function intoSqlite(call: Call, file: string, manifest: Manifest, replace: boolean) {
  const { config, terminal, now } = call
  const { dataDirectory } = config
  const target = sqliteFileIn(dataDirectory)
  await mkdir(dataDirectory, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const former = existsSync(target) ? holdFormer(dataDirectory) : undefined
  const staging = path.join(dataDirectory, `restoring-${process.pid}`)
  try {
    if (former && !replace && !(await isEmptyDatabase(former.queries))) throw new BackupError(HOLDS_SOMETHING)
    await stage(file, manifest, staging)
    await inDatabase(staging, (restored) => carryOver(call, restored, { former: former?.queries, file, manifest }))
    await flush(sqliteFileIn(staging))
    const kept = former && (await keep(target, now))
    await rename(sqliteFileIn(staging), target)
    await flush(dataDirectory)
    if (kept) terminal.remark(`What was there is now ${kept}; delete it when it is no longer wanted.`)
  } catch (error) {
    throw unchanged(error)
  } finally {
    await rm(staging, { recursive: true, force: true })
    await former?.release()
  }
}

function holdFormer(dataDirectory: string) {
  try {
    return holdSqliteAlone(dataDirectory)
  } catch (error) {
    if (error instanceof DatabaseInUse) throw new BackupError(`${error.message}. Nothing was changed.`)
    throw error
  }
}

/** The former database keeps its name until the restored one takes it, in one step. */
async function keep(target: string, now: Date) {
  const kept = `${target}.before-${now.toISOString().replaceAll(':', '-')}`
  try {
    linkSync(target, kept)
  } catch {
    // Not every file system has links.
    await copyFile(target, kept)
  }
  return kept
}

/** A database without our tables holds nothing of ours; one that cannot be read may hold anything. */
async function isEmptyDatabase(queries: Queries) {
  try {
    return await isEmpty(queries, await tableShapes(await appliedMigrations(queries)))
  } catch {
    return false
  }
}

async function intoPostgres(call: Call, file: string, manifest: Manifest, replace: boolean) {
  const { config, terminal, now } = call
  const staging = await mkdtemp(path.join(tmpdir(), 'nuqta-restoring-'))
  const database = await openNamed(config)
  let isWritten = false
  try {
    await stage(file, manifest, staging)
    // An empty database gets its tables; one of an earlier release is the operator's to bring up to date first.
    const pending = await pendingMigrations(database)
    if (pending.length === MIGRATION_NAMES.length) await migrate(database)
    else if (pending.length > 0) throw new BackupError('The database is of an earlier release. Run: npm run migrate')
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
          terminal.remark(`What was there is saved in ${former.file}; delete it when it is no longer wanted.`)
        }
        await carryOver(call, saved, { former: queries, file, manifest })
        await withReplaceableAuditTrail(queries, () => emptyTables(queries, shapes))
        await copyTables(saved.queries, queries, shapes)
        mustMatch(await takeFingerprint(queries, shapes), await takeFingerprint(saved.queries, shapes))
        isWritten = true
      }),
    )
  } catch (error) {
    if (!isWritten) throw unchanged(error)
    throw new BackupError(
      `The connection broke at the last step (${(error as Error).message}): look into the database whether it is restored.`,
    )
  } finally {
    await database.close()
    await rm(staging, { recursive: true, force: true })
  }
}

async function inDatabase<Result>(dataDirectory: string, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase({ dataDirectory })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Its connections carry a name, so that they can be told from those of others. */
function openNamed({ dataDirectory, databaseUrl }: Config): Promise<Database> {
  const address = new URL(databaseUrl as string)
  address.searchParams.set('application_name', OWN_NAME)
  return openDatabase({ dataDirectory, databaseUrl: address.href })
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

/**
 * Fills a new database in `folder` with the rows of the backup, checks them, and brings it up to date. Nothing but rows is taken
 * over: what else a stranger may have put into the file, such as a trigger, neither runs nor arrives.
 */
async function stage(file: string, manifest: Manifest, folder: string) {
  const backup = openDistrusted(file)
  try {
    const applied = await migrationsOf(backup.queries)
    const shapes = await tableShapes(applied)
    assertComplete(manifest, shapes)
    assertPlainTables(backup.file, shapes)
    const fresh = await openDatabase({ dataDirectory: folder })
    try {
      await migrate(fresh, applied)
      await fresh.exclusively((queries) => copyTables(backup.queries, queries, shapes), {
        foreignKeys: 'checkedAtTheEnd',
      })
      mustMatch(await takeFingerprint(fresh.queries, shapes), manifest.tables)
      await migrate(fresh)
    } finally {
      await fresh.close()
    }
  } finally {
    await backup.queries.destroy()
  }
}

async function migrationsOf(queries: Queries) {
  const applied = await appliedMigrations(queries).catch(() => {
    throw new BackupError('The backup does not say which release it is of.')
  })
  const unknown = applied.filter((name) => !MIGRATION_NAMES.includes(name))
  if (unknown.length > 0) throw new BackupError(`The backup is of a later release (it has ${unknown.join(', ')}).`)
  return applied
}

function assertComplete({ tables }: Manifest, shapes: TableShape[]) {
  const names = shapes.map(({ name }) => name)
  const missing = names.filter((name) => !Object.hasOwn(tables, name))
  if (missing.length > 0) throw new BackupError(`The manifest does not name every table: ${missing.join(', ')}.`)
  const strange = Object.keys(tables).filter((name) => !names.includes(name))
  if (strange.length > 0) throw new BackupError(`The manifest names tables that are not ours: ${strange.join(', ')}.`)
}

function mustMatch(found: Fingerprint, expected: Fingerprint) {
  const different = differences(found, expected)
  if (different.length > 0) throw new BackupError(`These tables are not as they were saved: ${different.join(', ')}.`)
}

function unchanged(error: unknown) {
  const { message } = error as Error
  return new Refusal(`${message} Nothing was changed.`.replace(/([^.])( Nothing was changed\.)$/, '$1.$2'))
}
