import { hashOf } from '../secrets.ts'
import { openFiles } from '../storage/files.ts'
import { FILE_TABLES, type StorageSettings } from '../storage/kept-files.ts'
import type { Database, DatabaseAlone, DatabaseSettings } from './database.ts'
import { openPostgres } from './postgres.ts'
import { serverKey } from './server-keys.ts'
import { createSqliteFile, hasSqliteFile, openSqlite, sqliteFileIn } from './sqlite.ts'

/** PostgreSQL when an address is given, otherwise a SQLite file, created if missing. */
export async function openDatabase({
  dataDirectory,
  databaseUrl,
  storage,
  onQuery,
}: DatabaseSettings): Promise<Database> {
  if (databaseUrl) return withFiles(await openPostgres(databaseUrl, onQuery), storage)
  createSqliteFile(dataDirectory)
  return withFiles(await openSqlite(dataDirectory, onQuery), storage)
}

/** For programs that must not leave an empty database behind. */
export async function openIfExists(settings: DatabaseSettings): Promise<Database | undefined> {
  const { dataDirectory, databaseUrl } = settings
  return databaseUrl || hasSqliteFile(dataDirectory) ? openDatabase(settings) : undefined
}

/** Without the password. */
export function describeDatabase({ dataDirectory, databaseUrl }: DatabaseSettings) {
  if (!databaseUrl) return sqliteFileIn(dataDirectory)
  const { protocol, username, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}

async function withFiles(database: DatabaseAlone, storage: StorageSettings | undefined): Promise<Database> {
  const folder = async () => `${hashOf(await serverKey(database, 'storage')).slice(0, FOLDER_LENGTH)}/`
  return { ...database, files: await openFiles(storage, folder) }
}

const FOLDER_LENGTH = 16

export async function countObjects({ queries }: Pick<Database, 'queries'>): Promise<number> {
  let sum = 0
  for (const table of FILE_TABLES) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('object_key', 'is not', null)
      .executeTakeFirstOrThrow()
    sum += Number(count)
  }
  return sum
}
