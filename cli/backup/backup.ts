import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables } from '#domain/database/copy-tables.ts'
import { takeFingerprint } from '#domain/database/every-table.ts'
import { migrate } from '#domain/database/migrate.ts'
import type { Config } from '#settings/settings.ts'
import { BACKUP_NAME, BackupError, backupName, inSqliteFile, mustMatch, rowsIn, seal } from './backup-file.ts'
import { dumpPostgres } from './postgres-tools.ts'

const HELP = `npm run backup -- [--to <folder>] [--keep-days <number>]

Saves everything, CVs included, while the server runs: one file, and a manifest with the number and the hash of the
rows of every table. Without --to the file goes to backups/ in DATA_DIR.
--keep-days deletes backups in that folder that are older.`

const ONLY_THE_OWNER = 0o600
const ONLY_THE_OWNER_ENTERS = 0o700
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** `npm run backup`. The number is the exit code. */
export async function run(args: string[], config: Config, now = new Date()): Promise<number> {
  const wanted = readWanted(args)
  if (typeof wanted === 'string') {
    console.log(wanted)
    return wanted === HELP ? 0 : 2
  }
  const folder = path.resolve(wanted.to ?? path.join(config.dataDirectory, 'backups'))
  try {
    await mkdir(folder, { recursive: true, mode: ONLY_THE_OWNER_ENTERS })
    const { file, tables } = config.databaseUrl
      ? await backUpPostgres(config.databaseUrl, folder, now)
      : await backUpSqlite(config.dataDirectory, folder, now)
    console.log(`${file}: ${rowsIn(tables)} rows.`)
    if (wanted.keepDays !== undefined) await deleteOlder(folder, now.getTime() - wanted.keepDays * DAY_MILLISECONDS)
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    return 1
  }
}

function readWanted(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, 'keep-days': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    const keep = values['keep-days']
    if (values.help) return HELP
    if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) return '--keep-days is a whole number above zero.'
    return { to: values.to, keepDays: keep === undefined ? undefined : Number(keep) }
  } catch (error) {
    return `${(error as Error).message}\n${HELP}`
  }
}

async function backUpSqlite(dataDirectory: string, folder: string, now: Date) {
  const source = sqliteFileIn(dataDirectory)
  const file = createFile(folder, backupName(now, 'sqlite'))
  const database = openExisting(source)
  try {
    // All that is left in one step: between two steps a writer would make it begin again.
    await database.backup(file, { progress: () => EVERY_PAGE })
  } finally {
    database.close()
  }
  const tables = await inSqliteFile(file, (queries) => takeFingerprint(queries))
  await seal(file, 'sqlite', tables, now)
  return { file, tables }
}

const EVERY_PAGE = 0x7fffffff

function openExisting(source: string) {
  try {
    return new BetterSqlite(source, { fileMustExist: true, readonly: true })
  } catch {
    throw new BackupError(`DATA_DIR: there is no database ${source}.`)
  }
}

/** By pg_dump where there is one that fits the server; otherwise as a SQLite file, which restores as well. */
async function backUpPostgres(databaseUrl: string, folder: string, now: Date) {
  const database = await openDatabase({ dataDirectory: folder, databaseUrl })
  try {
    return await database.snapshot(async (queries) => {
      const { rows } = await sql<{ snapshot: string; version: number }>`
        select pg_export_snapshot() as snapshot, current_setting('server_version_num')::integer / 10000 as version`.execute(
        queries,
      )
      const { snapshot, version } = rows[0] as (typeof rows)[number]
      const tables = await takeFingerprint(queries)
      const archive = createFile(folder, backupName(now, 'pg_dump'))
      const fault = dumpPostgres({ databaseUrl, version, snapshot, file: archive })
      if (!fault) {
        await seal(archive, 'pg_dump', tables, now)
        return { file: archive, tables }
      }
      await rm(archive)
      console.error(`${fault}; saved as a SQLite file instead, which restores as well.`)
      const file = createFile(folder, backupName(now, 'sqlite'))
      await fillSqliteFile(file, (copy) => copyTables(queries, copy))
      await inSqliteFile(file, (copy) => mustMatch(copy, tables))
      await seal(file, 'sqlite', tables, now)
      return { file, tables }
    })
  } finally {
    await database.close()
  }
}

async function fillSqliteFile(file: string, fill: (queries: Parameters<typeof takeFingerprint>[0]) => Promise<void>) {
  await inSqliteFile(file, async (queries) => {
    const inOne = async <Result>(work: (inside: typeof queries) => Promise<Result>) =>
      queries.connection().execute(async (connection) => {
        await sql`begin`.execute(connection)
        const result = await work(connection)
        await sql`commit`.execute(connection)
        return result
      })
    await migrate({ kind: 'sqlite', exclusively: inOne })
    await inOne(fill)
  })
}

/** Made by us, so that nobody else may read it even while it grows. */
function createFile(folder: string, name: string) {
  const file = path.join(folder, name)
  try {
    closeSync(openSync(file, 'wx', ONLY_THE_OWNER))
    return file
  } catch (error) {
    throw new BackupError(`${file} cannot be made (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function deleteOlder(folder: string, before: number) {
  for (const name of await readdir(folder)) {
    const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
    if (!day || Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) >= before) continue
    await rm(path.join(folder, name))
    await rm(path.join(folder, `${name}.manifest.json`), { force: true })
    console.log(`${name} is deleted.`)
  }
}
