import { migrate as migrateDatabase, pendingMigrations, WAITS_FOR_TABLES } from '#domain/platform/database/migrate.ts'
import type { Command } from './command.ts'
import { withDatabaseOfAnyRelease } from './open-database.ts'

/** `npm run migrate` */
export const migrate: Command = {
  summary: 'brings the database up to date with this release, as npm start does; make a backup first',

  run: (call) =>
    withDatabaseOfAnyRelease(call, async (database) => {
      const pending = await pendingMigrations(database)
      await migrateDatabase(database, { onWait: () => call.terminal.remark(WAITS_FOR_TABLES) })
      call.terminal.print(pending.length > 0 ? `Applied: ${pending.join(', ')}.` : 'The database is up to date.')
    }),
}
