import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables } from '#domain/database/copy-tables.ts'
import { takeFingerprint } from '#domain/database/every-table.ts'
import { migrate } from '#domain/database/migrate.ts'
import { type Command, DONE, UsageError } from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { BACKUP_NAME, BackupError, backupName, inSqliteFile, mustMatch, rowsIn, seal } from './backup-file.ts'
import { dumpPostgres } from './postgres-tools.ts'

const ONLY_THE_OWNER = 0o600
const ONLY_THE_OWNER_ENTERS = 0o700
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** `npm run backup` */
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
    const folder = path.resolve(String(options.to ?? path.join(config.dataDirectory, 'backups')))
    const { databaseUrl, dataDirectory } = config
    const { file, tables } = await withDatabase(call, async () => {
      await mkdir(folder, { recursive: true, mode: ONLY_THE_OWNER_ENTERS })
      return databaseUrl
        ? backUpPostgres(databaseUrl, folder, now, terminal.remark)
        : backUpSqlite(dataDirectory, folder, now)
    })
    terminal.print(`${file}: ${rowsIn(tables)} rows.`)
    if (keepDays !== undefined) await deleteOlder(folder, now.getTime() - keepDays * DAY_MILLISECONDS)
    return DONE
  },
}

function readDays(text: string | boolean | undefined) {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(String(text))) throw new UsageError('--keep-days is a whole number above zero.')
  return Number(text)
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
async function backUpPostgres(databaseUrl: string, folder: string, now: Date, tell: (text: string) => void) {
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
      tell(`${fault}; saved as a SQLite file instead, which restores as well.`)
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
