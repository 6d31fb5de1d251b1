import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import BetterSqlite from 'better-sqlite3'
import { openDatabase, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables, emptyTables } from '#domain/database/copy-tables.ts'
import { isEmpty } from '#domain/database/every-table.ts'
import { migrate } from '#domain/database/migrate.ts'
import type { Config } from '#settings/settings.ts'
import { BackupError, inSqliteFile, type Manifest, mustMatch, readSealed, rowsIn } from './backup-file.ts'
import { restorePostgres } from './postgres-tools.ts'

const HELP = `npm run restore -- <file> [--replace]

Puts a backup back into the database of the settings and checks every row against the manifest beside the file.
Stop the server first. A database that holds anything is replaced only with --replace.`

const ONLY_THE_OWNER = 0o600

/** `npm run restore`. The number is the exit code. */
export async function run(args: string[], config: Config, now = new Date()): Promise<number> {
  const wanted = readWanted(args)
  if (typeof wanted === 'string') {
    console.log(wanted)
    return wanted === HELP ? 0 : 2
  }
  try {
    const manifest = await readSealed(wanted.file)
    if (config.databaseUrl) await restoreToPostgres(config.databaseUrl, wanted, manifest)
    else await restoreToSqlite(config.dataDirectory, wanted, manifest, now)
    console.log(`Restored ${rowsIn(manifest.tables)} rows as of ${manifest.made_at}, every table checked.`)
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    console.error('Nothing was restored.')
    return 1
  }
}

interface Wanted {
  file: string
  replace: boolean
}

function readWanted(args: string[]): Wanted | string {
  try {
    const options = { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [file, ...more] = positionals
    if (values.help) return HELP
    if (!file || more.length > 0) return `Give the file of one backup.\n${HELP}`
    return { file: path.resolve(file), replace: values.replace ?? false }
  } catch (error) {
    return `${(error as Error).message}\n${HELP}`
  }
}

const HOLDS_SOMETHING = 'The database holds something already. Add --replace to put the backup in its place.'

async function restoreToSqlite(dataDirectory: string, { file, replace }: Wanted, manifest: Manifest, now: Date) {
  if (manifest.format !== 'sqlite') throw new BackupError('This backup is for PostgreSQL: set DATABASE_URL.')
  await mkdir(dataDirectory, { recursive: true })
  const target = sqliteFileIn(dataDirectory)
  const incoming = `${target}.incoming`
  await rm(incoming, { force: true })
  if (existsSync(target)) await mustBeReplaceable(target, replace)
  try {
    await copyFile(file, incoming, constants.COPYFILE_EXCL)
    await chmod(incoming, ONLY_THE_OWNER)
    await inSqliteFile(incoming, (queries) => mustMatch(queries, manifest.tables))
    await flush(incoming)
    if (existsSync(target)) {
      const kept = `${target}.before-${now.toISOString().replaceAll(':', '-')}`
      await rename(target, kept)
      console.log(`What was there is now ${kept}; delete it when it is no longer wanted.`)
    }
    await rename(incoming, target)
    await flush(dataDirectory)
  } finally {
    await rm(incoming, { force: true })
  }
}

/** Leaving the write-ahead log takes the database for oneself: it fails while any other process has it open. */
async function mustBeReplaceable(target: string, replace: boolean) {
  const database = new BetterSqlite(target, { timeout: 0 })
  try {
    database.pragma('journal_mode = DELETE')
  } catch {
    throw new BackupError(`${target} is in use. Stop the server first.`)
  } finally {
    database.close()
  }
  const holdsNothing = await inSqliteFile(target, isEmpty).catch(() => false)
  if (!replace && !holdsNothing) throw new BackupError(HOLDS_SOMETHING)
}

async function restoreToPostgres(databaseUrl: string, { file, replace }: Wanted, manifest: Manifest) {
  const database = await openDatabase({ dataDirectory: path.dirname(file), databaseUrl })
  try {
    await migrate(database)
    if (!replace && !(await isEmpty(database.queries))) throw new BackupError(HOLDS_SOMETHING)
    if (manifest.format === 'pg_dump') restorePostgres(databaseUrl, file)
    else await inSqliteFile(file, (saved) => database.exclusively((queries) => replaceAll(saved, queries, manifest)))
    await mustMatch(database.queries, manifest.tables)
  } finally {
    await database.close()
  }
}

async function replaceAll(saved: Parameters<typeof copyTables>[0], queries: typeof saved, manifest: Manifest) {
  await emptyTables(queries)
  await copyTables(saved, queries)
  await mustMatch(queries, manifest.tables)
}

async function flush(entry: string) {
  const handle = await open(entry, 'r')
  await handle.sync()
  await handle.close()
}
