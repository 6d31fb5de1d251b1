import { describeDatabase, openDatabase } from '#domain/platform/database/connection.ts'
import { copyTables, isEmpty, tableShapes, takeFingerprint } from '#domain/platform/database/every-table.ts'
import { migrate as migrateDatabase, pendingMigrations, WAITS_FOR_TABLES } from '#domain/platform/database/migrate.ts'
import { DatabaseInUse, hasSqliteFile, holdSqliteAlone, sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import { UPGRADE } from '#settings/release.ts'
import { SettingsError } from '#settings/settings.ts'
import { assertSameTables, BackupError, rowsIn } from './backup/backup-file.ts'
import { type Command, Refusal } from './command.ts'
import { withDatabaseOfAnyRelease } from './open-database.ts'

export const migrate: Command = {
  summary: 'updates the database to this release, as npm start does; make a backup first',

  run: (call) =>
    withDatabaseOfAnyRelease(call, async (database) => {
      const pending = await pendingMigrations(database)
      await migrateDatabase(database, {
        onWait: () => call.terminal.remark(WAITS_FOR_TABLES),
        upgrade: UPGRADE,
        onUpgrade: (says) => call.terminal.remark(says),
      })
      call.terminal.print(pending.length > 0 ? `Applied: ${pending.join(', ')}.` : 'The database is up to date.')
    }),
}

export const moveToPostgres: Command = {
  summary:
    'copies everything from the SQLite database in DATA_DIR to the empty PostgreSQL database of DATABASE_URL, or nothing at all; counts and hashes the rows of every table on both sides, and leaves the SQLite file as it is',

  async run({ config, terminal }) {
    const { dataDirectory, databaseUrl } = config
    if (!databaseUrl) throw new SettingsError('DATABASE_URL', 'names the PostgreSQL database to move to')
    if (!hasSqliteFile(dataDirectory))
      throw new SettingsError('DATA_DIR', `there is no database in ${dataDirectory} to move`)
    terminal.remark(`Database: ${sqliteFileIn(dataDirectory)} to ${describeDatabase(config)}`)

    const from = holdSource(dataDirectory)
    const to = await openDatabase({ dataDirectory, databaseUrl }).catch(async (error: Error) => {
      await from.release()
      throw new SettingsError('DATABASE_URL', `the database cannot be used (${error.message})`)
    })
    try {
      const pending = await pendingMigrations({ kind: 'sqlite', queries: from.queries })
      if (pending.length > 0)
        throw new BackupError('The SQLite database is from an earlier release. Run: npm run migrate')
      await migrateDatabase(to)
      const shapes = await tableShapes()
      const moved = await to.exclusively(async (target) => {
        if (!(await isEmpty(target, shapes))) throw new BackupError('The PostgreSQL database is not empty.')
        await copyTables(
          from.queries,
          target,
          shapes,
          (rows) => process.stderr.isTTY && process.stderr.write(`\r${rows} rows`),
        )
        const fingerprint = await takeFingerprint(from.queries, shapes)
        assertSameTables(await takeFingerprint(target, shapes), fingerprint)
        return fingerprint
      })
      terminal.print(`Moved ${rowsIn(moved)} rows. Every table was counted and hashed on both sides.`)
    } finally {
      await from.release()
      await to.close()
    }
  },
}

/** A running server's new rows would be left behind. */
function holdSource(dataDirectory: string) {
  try {
    return holdSqliteAlone(dataDirectory)
  } catch (error) {
    throw error instanceof DatabaseInUse ? new Refusal(`${error.message}. Nothing was moved.`) : error
  }
}
