import { Kysely, SqliteDialect } from 'kysely'
import type { TableShape } from '#domain/platform/database/every-table.ts'
import BetterSqlite, { type SqliteFile } from '#domain/platform/database/sqlite-driver.ts'
import type { Tables } from '#domain/platform/database/tables.ts'
import { BackupError } from './backup-file.ts'

/** A SQLite file that anybody may have written, for reading rows and nothing else. */
export function openDistrusted(source: string) {
  try {
    const file = new BetterSqlite(source, { readonly: true, fileMustExist: true })
    file.pragma('trusted_schema = OFF')
    return { file, queries: new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) }) }
  } catch {
    throw new BackupError(`${source} is no database.`)
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
