import { existsSync } from 'node:fs'
import { openDatabase, sqliteFileIn } from '#domain/database/connection.ts'
import { copyTables } from '#domain/database/copy-tables.ts'
import { differences, isEmpty, takeFingerprint } from '#domain/database/every-table.ts'
import { migrate } from '#domain/database/migrate.ts'
import { type Config, SettingsError } from '#settings/settings.ts'
import { BackupError, rowsIn } from './backup/backup-file.ts'

const HELP = `npm run move-to-postgres

Copies everything from the SQLite database in DATA_DIR to the PostgreSQL database of DATABASE_URL, which must be empty:
all of it or nothing, with the rows of every table counted and hashed on both sides. Stop the server first, start it with
DATABASE_URL afterwards. The SQLite file stays as it is.`

/** `npm run move-to-postgres`. The number is the exit code. */
export async function run(args: string[], config: Config): Promise<number> {
  if (args.length > 0) {
    console.log(HELP)
    return args[0] === '--help' || args[0] === '-h' ? 0 : 2
  }
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
    console.log(`Moved ${rowsIn(moved)} rows, every table counted and hashed on both sides.`)
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    console.error('Nothing was moved.')
    return 1
  } finally {
    await from.close()
    await to.close()
  }
}

function tellProgress(rows: number) {
  if (process.stderr.isTTY) process.stderr.write(`\r${rows} rows`)
}
