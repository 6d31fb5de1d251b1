import { existsSync } from 'node:fs'
import { ContentError, loadContentOnce } from '#domain/content/load-content.ts'
import { SUBSCRIPTIONS } from '#domain/notifications/subscriptions.ts'
import { countObjects, openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, OnQuery } from '#domain/platform/database/database.ts'
import { limitConcurrentWrites } from '#domain/platform/database/limit-concurrent-writes.ts'
import { describeOpeningFailure, migrate, WAITS_FOR_TABLES } from '#domain/platform/database/migrate.ts'
import { describeOtherOwner, sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import { subscribe } from '#domain/platform/events/events.ts'
import { recordSpan } from '#domain/platform/tracing.ts'
import { UPGRADE } from '#settings/release.ts'
import { type Config, SettingsError } from '#settings/settings.ts'
import { ADMISSION } from './http/admission.ts'

export async function openReadyDatabase(config: Config, onQuery?: OnQuery): Promise<Database> {
  subscribe(SUBSCRIPTIONS)
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  try {
    // Many containers have root as their only user, so an empty folder may be root's.
    const isTheirs = !config.databaseUrl && existsSync(sqliteFileIn(config.dataDirectory))
    const complaint = isTheirs ? describeOtherOwner(config.dataDirectory) : undefined
    if (complaint) throw new SettingsError(setting, complaint)
    const database = await openDatabase({ ...config, onQuery })
    await migrate(database, {
      onWait: () => console.error(WAITS_FOR_TABLES),
      upgrade: UPGRADE,
      onUpgrade: (says) => console.log(says),
    })
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

const MAX_LOGGED_LETTERS = 1_000

/** The log gets the text of a slow query, which has placeholders instead of values; a trace gets every query. */
export function watchQueries(
  { slowQueryMilliseconds: limit, traces }: Pick<Config, 'slowQueryMilliseconds' | 'traces'>,
  log: { warn(details: object, message: string): void },
): OnQuery | undefined {
  if (limit === undefined && !traces) return undefined
  return (statement, milliseconds) => {
    if (traces) recordSpan('query', { 'db.query.text': statement.slice(0, MAX_LOGGED_LETTERS) }, milliseconds)
    if (limit === undefined || milliseconds < limit) return
    log.warn(
      { milliseconds: Math.round(milliseconds), statement: statement.slice(0, MAX_LOGGED_LETTERS) },
      'A query was slow',
    )
  }
}
