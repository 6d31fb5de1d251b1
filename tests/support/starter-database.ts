import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { loadContentOnce } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import { readConfig } from '#settings/settings.ts'
import './subscribe.ts'

/** The variable with the folder of the starter database, made once a run. */
const VARIABLE = 'STARTER_DATABASE'

/** Its name at the tests' PostgreSQL server. */
export const STARTER_DATABASE = 'starter'

/** Migrates and loads content once a run: that takes longer than many a test. */
export async function makeStarterDatabases(postgresUrl?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-starter-'))
  await fill({ dataDirectory: folder })
  if (postgresUrl)
    await fill({ dataDirectory: folder, databaseUrl: await createDatabase(postgresUrl, STARTER_DATABASE) })
  process.env[VARIABLE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

export function copyStarterDatabase(dataDirectory: string) {
  const folder = process.env[VARIABLE]
  if (!folder) throw new Error(`${VARIABLE} is not set: the tests' global set-up makes the starter database`)
  copyFileSync(sqliteFileIn(folder), sqliteFileIn(dataDirectory))
}

/** Creates a database at a PostgreSQL server; returns its address. */
export async function createDatabase(server: string, name: string, as = '') {
  await execute(server, `create database ${name} ${as}`)
  return `${server}/${name}`
}

/** Ends connections that a failed test has left open. */
export const dropDatabase = (server: string, name: string) =>
  execute(server, `drop database if exists ${name} with (force)`)

async function execute(server: string, statement: string) {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function fill(settings: DatabaseSettings) {
  const database = await openDatabase(settings)
  await migrate(database)
  await loadContentOnce(database, readConfig({}).contentDirectory)
  await database.close()
}
