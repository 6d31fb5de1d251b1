import type { FastifyInstance } from 'fastify'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { findConditions, watchClock } from '#domain/operations/conditions.ts'
import { watchConditions } from '#domain/operations/notices.ts'
import { createWriteProbe } from '#domain/operations/write-probe.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { watchFileInPlace } from '#domain/platform/database/file-in-place.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import type { Config } from '#settings/settings.ts'
import { mailSettingsOf } from '../mail-settings.ts'
import { keepNightlyBackups } from './nightly-backups.ts'

/** Work for the operator: nightly backups, and a notice when a condition is wrong. */
export async function startOperations(
  config: Config,
  database: Database,
  contentVersion: () => ContentVersion,
  { log }: Pick<FastifyInstance, 'log'>,
) {
  const { dataDirectory, databaseUrl, backups, apiHost } = config
  const findJump = watchClock()
  const find = async () => {
    const conditions = await findConditions({
      database,
      dataDirectory,
      backupDirectory: backups?.folder,
      now: new Date(),
    })
    const jump = findJump()
    return jump ? [...conditions, jump] : conditions
  }
  // Where another host answers the API, what is kept here is not what visitors see and send.
  const watch = apiHost ? undefined : watchConditions({ database, find, mail: mailSettingsOf(config), log })
  const nightly = backups && keepNightlyBackups({ database, contentVersion, folder: backups.folder, log })
  void nightly?.runIfDue()

  return {
    findConditions: find,
    canWrite: databaseUrl ? async () => true : canWriteTo(dataDirectory),
    async stop() {
      await Promise.all([watch?.stop(), nightly?.stop()])
    },
  }
}

/** Of the SQLite database that is open there. PostgreSQL has a disk of its own, about which this one says nothing. */
function canWriteTo(dataDirectory: string) {
  const isInPlace = watchFileInPlace(sqliteFileIn(dataDirectory))
  const hasRoom = createWriteProbe(dataDirectory)
  return async () => isInPlace() && hasRoom()
}
