import { existsSync } from 'node:fs'
import { openDatabase, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables } from '#domain/database/copy-tables.ts'
import { differences, isEmpty, takeFingerprint } from '#domain/database/every-table.ts'
import { migrate } from '#domain/database/migrate.ts'
import { SettingsError } from '#settings/settings.ts'
import { BackupError, rowsIn } from './backup/backup-file.ts'
import { type Command, DONE } from './command.ts'

/** `npm run move-to-postgres` */
export const moveToPostgres: Command = {
  summary:
    'copies everything from the SQLite database in DATA_DIR to the empty PostgreSQL database of DATABASE_URL: all of it or nothing, the rows of every table counted and hashed on both sides; the SQLite file stays as it is',

  async run({ config, terminal }) {
    const { dataDirectory, databaseUrl } = config
    if (!databaseUrl) throw new SettingsError('DATABASE_URL', 'names the PostgreSQL database to move to')
    if (!existsSync(sqliteFileIn(dataDirectory))) throw new SettingsError('DATA_DIR', 'has no SQLite database to move')

    const from = await openDatabase({ dataDirectory })
    const to = await openDatabase({ dataDirectory, databaseUrl }).catch(async (error: Error) => {
      await from.close()
      throw new SettingsError('DATABASE_URL', `the database cannot be used (${error.message})`)
    })
    try {
      await migrate(from)
      await migrate(to)
      const moved = await from.snapshot((source) =>
        to.exclusively(async (target) => {
          if (!(await isEmpty(target))) throw new BackupError('The PostgreSQL database holds something already.')
          await copyTables(source, target, tellProgress)
          const fingerprint = await takeFingerprint(source)
          const different = differences(fingerprint, await takeFingerprint(target))
          if (different.length > 0) throw new BackupError(`These tables arrived different: ${different.join(', ')}.`)
          return fingerprint
        }),
      )
      terminal.print(`Moved ${rowsIn(moved)} rows, every table counted and hashed on both sides.`)
      return DONE
    } finally {
      await from.close()
      await to.close()
    }
  },
}

function tellProgress(rows: number) {
  if (process.stderr.isTTY) process.stderr.write(`\r${rows} rows`)
}
