import { openDatabase } from '#domain/platform/database/connection.ts'
import { copyTables, type TableShape, tableShapes, takeFingerprint } from '#domain/platform/database/every-table.ts'
import { DatabaseIsNewer, migrate, migrationsOf } from '#domain/platform/database/migrate.ts'
import { assertSameTables, BackupError, type Manifest } from './backup-file.ts'
import { assertPlainTables, openDistrusted } from './distrusted-file.ts'
import { withStaging } from './staging.ts'

/** The expected rows; a backup under way has no manifest yet. */
type Expected = Pick<Manifest, 'tables'>

/**
 * Fills a new database in `folder` with the rows of the backup, checks them, and brings it up to date. Nothing but rows is taken
 * over: what else a stranger may have put into the file, such as a trigger, neither runs nor arrives.
 */
export async function stage(file: string, manifest: Expected, folder: string) {
  const backup = openDistrusted(file)
  try {
    const migrations = await migrationsOf(backup.queries).catch((error) => {
      throw new BackupError(
        error instanceof DatabaseIsNewer
          ? `The backup is of a later release (it has ${error.unknown.join(', ')}).`
          : 'The backup does not say which release it is of.',
      )
    })
    const shapes = await tableShapes(migrations)
    assertComplete(manifest, shapes)
    assertPlainTables(backup.file, shapes)
    const fresh = await openDatabase({ dataDirectory: folder })
    try {
      await migrate(fresh, { migrations })
      await fresh.exclusively((queries) => copyTables(backup.queries, queries, shapes))
      assertSameTables(await takeFingerprint(fresh.queries, shapes), manifest.tables)
      await migrate(fresh)
    } finally {
      await fresh.close()
    }
  } finally {
    await backup.queries.destroy()
  }
}

function assertComplete({ tables }: Expected, shapes: TableShape[]) {
  const names = shapes.map(({ name }) => name)
  const missing = names.filter((name) => !Object.hasOwn(tables, name))
  if (missing.length > 0) throw new BackupError(`The manifest does not name every table: ${missing.join(', ')}.`)
  const strange = Object.keys(tables).filter((name) => !names.includes(name))
  if (strange.length > 0) throw new BackupError(`The manifest names tables that are not ours: ${strange.join(', ')}.`)
}

/** Restores a backup into a place of its own and forgets it again: whether it could be restored is known only so. */
export function tryToRestore(file: string, manifest: Expected, root: string): Promise<void> {
  return withStaging(root, 'trying', (folder) => stage(file, manifest, folder))
}
