import { type Database, openDatabase } from '#api/database/connection.ts'
import { loadContentOnce } from '#api/database/load-content.ts'
import { migrate } from '#api/database/migrate.ts'
import { type Config, SettingsError } from './config.ts'

/** The database of the settings, brought up to date, with the starter content if it has none. */
export async function openReadyDatabase(config: Config): Promise<Database> {
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  try {
    const database = await openDatabase(config)
    await migrate(database)
    await loadContentOnce(database, config.contentDirectory)
    return database
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new SettingsError(setting, `the database cannot be used (${message || code})`)
  }
}
