import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import BetterSqlite from '#domain/platform/database/sqlite-driver.ts'

/**
 * Fills an empty database with a dump of an earlier release: its schema, and rows that it stored itself.
 * `schema-004` is the first release; both dumps hold the same rows.
 */
export async function fillWithFixture({ dataDirectory, databaseUrl }: DatabaseSettings, name: 'schema-004') {
  if (!databaseUrl) {
    const file = new BetterSqlite(sqliteFileIn(dataDirectory))
    file.exec(dump(`${name}.sqlite.sql`))
    file.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(dump(`${name}.postgres.sql`))
  await client.end()
}

const dump = (file: string) => readFileSync(path.join(import.meta.dirname, '../fixtures', file), 'utf8')
