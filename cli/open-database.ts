import { SUBSCRIPTIONS } from '#domain/notifications/subscriptions.ts'
import { describeDatabase, openIfExists } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { DatabaseNotReady, describeOpeningFailure, openExistingDatabase } from '#domain/platform/database/migrate.ts'
import { subscribe } from '#domain/platform/events/events.ts'
import { type Config, SettingsError } from '#settings/settings.ts'
import { type Call, Refusal } from './command.ts'

type Caller = Pick<Call, 'config' | 'terminal'>

/** Neither creates nor migrates the database: a server may be using it. */
export function withDatabase<Result>(caller: Caller, work: (database: Database) => Promise<Result>): Promise<Result> {
  return using(caller, openExistingDatabase, work)
}

export function withDatabaseOfAnyRelease<Result>(
  caller: Caller,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const open = async (config: Config) => {
    const database = await openIfExists(config)
    if (!database) throw new DatabaseNotReady(`there is no database in ${config.dataDirectory}; npm start creates one`)
    return database
  }
  return using(caller, open, work)
}

async function using<Result>(
  { config, terminal }: Caller,
  open: (config: Config) => Promise<Database>,
  work: (database: Database) => Promise<Result>,
) {
  subscribe(SUBSCRIPTIONS)
  // A backup survives one refusal of the object storage.
  const storage = config.storage && { ...config.storage, isPatient: true }
  const database = await open({ ...config, storage }).catch((error: Error) => {
    throw new SettingsError(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', describeOpeningFailure(error))
  })
  terminal.remark(`Database: ${describeDatabase(config)}`)
  try {
    return await work(database)
  } catch (error) {
    if (!DISK_FULL.includes((error as { code?: unknown }).code)) throw error
    const place = config.databaseUrl ? 'PostgreSQL' : config.dataDirectory
    throw new Refusal(`The disk of ${place} is full: free some space, then try again.`)
  } finally {
    await database.close()
  }
}

const DISK_FULL: unknown[] = ['SQLITE_FULL', '53100']
