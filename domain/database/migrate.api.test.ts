import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { fillWithFixture } from '../../tests/support/fixtures.ts'
import { openDatabase } from './connection.ts'
import {
  DatabaseIsNewer,
  DatabaseNotReady,
  isNewerThanCode,
  migrate,
  openExistingDatabase,
  pendingMigrations,
} from './migrate.ts'

test('migrations are frozen: they import nothing that may change', () => {
  const folder = path.join(import.meta.dirname, 'migrations')
  const imports = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from),
  )
  expect(new Set(imports)).toEqual(new Set(['kysely', './migration.ts']))
})

describe.each(DATABASES)('migrations on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  async function freshlyOpened() {
    const settings = await fresh()
    return { settings, database: await openDatabase(settings) }
  }

  test('an empty database lacks all of them, a migrated one none', async () => {
    const { database } = await freshlyOpened()
    const all = await pendingMigrations(database)
    expect(all[0]).toBe('001-content')
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    expect(await isNewerThanCode(database)).toBe(false)
    await migrate(database)
    await database.close()
  })

  test('a database of the first release is recognised and updated', async () => {
    const settings = await fresh()
    await fillWithFixture(settings, 'schema-004')
    const database = await openDatabase(settings)
    expect(await pendingMigrations(database)).not.toContain('004-search')
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    const { rows } = await sql<{ name: string; timestamp: string }>`select * from migrations order by name`.execute(
      database.queries,
    )
    expect(rows[0]).toEqual({ name: '001-content', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) })
    await database.close()
  })

  test('a database that a later release has used is refused in one line, and left alone', async () => {
    const { settings, database } = await freshlyOpened()
    await migrate(database)
    await sql`insert into migrations (name, timestamp) values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(
      database.queries,
    )
    expect(await isNewerThanCode(database)).toBe(true)
    await expect(migrate(database)).rejects.toThrow(DatabaseIsNewer)
    await database.close()
    await expect(openExistingDatabase(settings)).rejects.toThrow(/^the database was written by a later release [^\n]+$/)
  })

  test('a migration that fails leaves the database as it was and says why', async () => {
    const { database } = await freshlyOpened()
    await sql`create table services (id integer)`.execute(database.queries)
    await expect(migrate(database)).rejects.toThrow(/services.* already exists/)
    expect(await pendingMigrations(database)).toContain('001-content')
    await sql`drop table services`.execute(database.queries)
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    await database.close()
  })

  test('who opens an existing database gets it only if it is up to date', async () => {
    const settings = await fresh()
    await expect(openExistingDatabase(settings)).rejects.toThrow(DatabaseNotReady)
    const database = await openDatabase(settings)
    await migrate(database)
    await (await openExistingDatabase(settings)).close()
    await sql`delete from migrations where name = '004-search'`.execute(database.queries)
    await expect(openExistingDatabase(settings)).rejects.toThrow(/^the database is of an earlier release [^\n]+$/)
    await database.close()
  })
})

const freshFolder = freshDatabaseOf('SQLite')

test('looking for a SQLite database creates none', async () => {
  const settings = await freshFolder()
  await expect(openExistingDatabase(settings)).rejects.toThrow(/^there is no database in [^\n]+$/)
  expect(readdirSync(settings.dataDirectory)).toEqual([])
})
