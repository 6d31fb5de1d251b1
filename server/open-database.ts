import { existsSync } from 'node:fs'
import { ContentError, loadContentOnce } from '#domain/content/load-content.ts'
import { SUBSCRIPTIONS } from '#domain/notifications/subscriptions.ts'
import { countObjects, openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { limitConcurrentWrites } from '#domain/platform/database/limit-concurrent-writes.ts'
import { describeOpeningFailure, migrate, WAITS_FOR_TABLES } from '#domain/platform/database/migrate.ts'
import { describeOtherOwner, sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import { subscribe } from '#domain/platform/events/events.ts'
import { type Config, SettingsError } from '#settings/settings.ts'
import { ADMISSION } from './http/admission.ts'

export async function openReadyDatabase(config: Config): Promise<Database> {
  subscribe(SUBSCRIPTIONS)
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  try {
    // Many containers have root as their only user, so an empty folder may be root's.
    const isTheirs = !config.databaseUrl && existsSync(sqliteFileIn(config.dataDirectory))
    const complaint = isTheirs ? describeOtherOwner(config.dataDirectory) : undefined
    if (complaint) throw new SettingsError(setting, complaint)
    const database = await openDatabase(config)
    await migrate(database, { onWait: () => console.error(WAITS_FOR_TABLES) })
    await assertFilesReachable(database)
    await loadContentOnce(database, config.contentDirectory)
    return { ...database, write: limitConcurrentWrites(ADMISSION.maxConcurrentWrites, database.write) }
  } catch (error) {
    if (error instanceof SettingsError) throw error
    if (error instanceof ContentError)
      throw new SettingsError('CONTENT_DIR', `faults in ${config.contentDirectory}\n${error.message}`)
    throw new SettingsError(setting, describeOpeningFailure(error as Error))
  }
}

/** Without the store the desk would show applications without their CVs. */
async function assertFilesReachable(database: Database) {
  const count = database.files.objects ? 0 : await countObjects(database)
  if (count > 0)
    throw new SettingsError(
      'STORAGE_URL',
      `must be set, because ${count === 1 ? '1 file is' : `${count} files are`} kept there; npm run move-files -- to-database brings them back`,
    )
}
