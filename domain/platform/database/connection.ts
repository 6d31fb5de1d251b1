import { openFiles } from '../storage/files.ts'
import type { StorageSettings } from '../storage/kept-files.ts'
import type { Database, DatabaseAlone, DatabaseSettings } from './database.ts'
import { openPostgres } from './postgres.ts'
import { createSqliteFile, hasSqliteFile, openSqlite } from './sqlite.ts'

/** PostgreSQL when an address is given, otherwise a SQLite file in the data directory, which is created where it is missing. */
export async function openDatabase({ dataDirectory, databaseUrl, storage }: DatabaseSettings): Promise<Database> {
  if (databaseUrl) return withFiles(await openPostgres(databaseUrl), storage)
  createSqliteFile(dataDirectory)
  return withFiles(await openSqlite(dataDirectory), storage)
}

/** For programs that must not leave a new, empty database where they do not find the one they were meant to work on. */
export async function openIfExists(settings: DatabaseSettings): Promise<Database | undefined> {
  const { dataDirectory, databaseUrl } = settings
  return databaseUrl || hasSqliteFile(dataDirectory) ? openDatabase(settings) : undefined
}

async function withFiles(database: DatabaseAlone, storage: StorageSettings | undefined): Promise<Database> {
  return { ...database, files: await openFiles(database, storage) }
}
