import { ContentError, loadContent } from '#domain/catalogue/load-content.ts'
import { openDatabase } from '#domain/database/connection.ts'
import { migrate } from '#domain/database/migrate.ts'
import type { Config } from '#settings/settings.ts'

/** `npm run content`: loads content/ anew; a running server serves it within a second. The number is the exit code. */
export async function run(_args: string[], config: Config): Promise<number> {
  const database = await openDatabase(config)
  try {
    await migrate(database)
    await loadContent(database, config.contentDirectory)
    console.log('The content is loaded.')
    return 0
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    for (const fault of error.faults) console.error(fault)
    console.error('Nothing was loaded.')
    return 1
  } finally {
    await database.close()
  }
}
