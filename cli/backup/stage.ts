import { Kysely, SqliteDialect } from 'kysely'

import { copyTables, type TableShape, tableShapes, takeFingerprint } from '#domain/platform/database/every-table.ts'

import { DatabaseIsNewer, migrate, migrationsOf } from '#domain/platform/database/migrate.ts'
import BetterSqlite, { type SqliteFile } from '#domain/platform/database/sqlite-driver.ts'
import type { Tables } from '#domain/platform/database/tables.ts'
import { assertSameTables, BackupError, inDatabase, type Manifest } from './backup-file.ts'
import { withStaging } from './staging.ts'

/** The expected rows; a backup under way has no manifest yet. */
type Expected = Pick<Manifest, 'tables'>

/** Fills a new database with the checked rows and migrates it. Only rows are taken over, so a foreign trigger does not run. */
export async function stage(file: string, manifest: Expected, folder: string) {
  const backup = openDistrusted(file)
  try {
    const migrations = await migrationsOf(backup.queries).catch((error) => {
      throw new BackupError(
        error instanceof DatabaseIsNewer
          ? `The backup is from a later release (it has ${error.unknown.join(', ')}).`
          : 'The backup does not say which release it is from.',
      )
    })
    const shapes = await tableShapes(migrations)
    assertComplete(manifest, shapes)
    assertPlainTables(backup.file, shapes)
    await inDatabase(folder, async (fresh) => {
      await migrate(fresh, { migrations })
      await fresh.exclusively((queries) => copyTables(backup.queries, queries, shapes))
      assertSameTables(await takeFingerprint(fresh.queries, shapes), manifest.tables)
      await migrate(fresh)
    })
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

/** Only a restore shows that a backup can be restored. */
export const tryToRestore = (file: string, manifest: Expected, root: string): Promise<void> =>
  withStaging(root, 'trying', (folder) => stage(file, manifest, folder))

/** A SQLite file that anybody may have written, for reading rows only. */
export function openDistrusted(source: string) {
  try {
    const file = new BetterSqlite(source, { readonly: true, fileMustExist: true })
    file.pragma('trusted_schema = OFF')
    return { file, queries: new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) }) }
  } catch {
    throw new BackupError(`${source} is not a database.`)
  }
}

/** A view or a computed column under the name of a table would run when it is read. */
export function assertPlainTables(file: SqliteFile, shapes: Pick<TableShape, 'name' | 'columns'>[]) {
  for (const { name, columns } of [{ name: 'migrations', columns: ['name'] }, ...shapes]) {
    const found = file.prepare('select type, sql from sqlite_master where name = ?').get(name) as
      | { type: string; sql: string }
      | undefined
    const stored = file.prepare('select name from pragma_table_xinfo(?) where hidden = 0').pluck().all(name)
    const isPlain = found?.type === 'table' && !/^create\s+virtual/i.test(found.sql)
    if (!isPlain || columns.some((column) => !stored.includes(column)))
      throw new BackupError(`${name} in the backup is not the table it should be.`)
  }
}
