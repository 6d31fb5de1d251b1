import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { openDatabase, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables, emptyTables } from '#domain/database/copy-tables.ts'
import { isEmpty } from '#domain/database/every-table.ts'
import { migrate } from '#domain/database/migrate.ts'
import { type Command, DONE } from '../command.ts'
import { describeDatabase } from '../open-database.ts'
import { BackupError, inSqliteFile, type Manifest, mustMatch, readSealed, rowsIn } from './backup-file.ts'
import { restorePostgres } from './postgres-tools.ts'

const ONLY_THE_OWNER = 0o600

/** `npm run restore` */
export const restore: Command = {
  takes: '<file>',
  words: [1, 1],
  summary:
    'puts a backup into the database of the settings and checks every row against the manifest beside the file; stop the server first',
  options: { replace: { type: 'boolean', says: 'although the database holds something, which is kept beside it' } },
  examples: ['/backups/nuqta-2026-03-01T03-00-00Z.sqlite --replace'],

  async run({ config, words, options, terminal, now }) {
    const wanted = { file: path.resolve(words[0] as string), replace: options.replace === true }
    terminal.remark(`Database: ${describeDatabase(config)}`)
    const manifest = await readSealed(wanted.file)
    if (config.databaseUrl) await restoreToPostgres(config.databaseUrl, wanted, manifest)
    else await restoreToSqlite(config.dataDirectory, wanted, manifest, now)
    terminal.print(`Restored ${rowsIn(manifest.tables)} rows as of ${manifest.made_at}, every table checked.`)
    return DONE
  },
}

interface Wanted {
  file: string
  replace: boolean
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
