import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { DATABASES, emptyDatabaseOf } from '../../../tests/support/databases.ts'
import { createDatabase } from '../../../tests/support/starter-database.ts'
import { openDatabase } from './connection.ts'
import type { Database } from './database.ts'
import {
  appliedMigrations,
  DatabaseIsNewer,
  DatabaseNotReady,
  MIGRATIONS,
  migrate,
  openExistingDatabase,
  pendingMigrations,
  unknownMigrations,
} from './migrate.ts'
import type { Migration } from './migrations/migration.ts'

/** A later release's migration: it alters a table that a running server uses. */
const LATER: Record<string, Migration> = {
  ...MIGRATIONS,
  '999-later': async ({ schema }) => {
    await schema.createTable('later').addColumn('id', 'text').execute()
    await schema.alterTable('picture_files').addColumn('later', 'text').execute()
    await schema.alterTable('cvs').addColumn('later', 'text').execute()
  },
}
const isUpdated = async ({ queries }: Database) => (await appliedMigrations(queries)).includes('999-later')

describe.each(DATABASES)('migrations on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  async function freshlyOpened() {
    const settings = await empty()
    return { settings, database: await openDatabase(settings) }
  }

  test('an empty database lacks all of them, a migrated one none', async () => {
    const { database } = await freshlyOpened()
    const all = await pendingMigrations(database)
    expect(all).toEqual(Object.keys(MIGRATIONS))
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    expect(await unknownMigrations(database)).toEqual([])
    await migrate(database)
    await database.close()
  })

  test('a database of the first release gets every later migration and keeps its rows', async () => {
    const { database } = await freshlyOpened()
    const [first] = Object.entries(LATER)
    await migrate(database, { migrations: Object.fromEntries([first as [string, Migration]]) })
    const row = { key: 'a key', count: 1, expires_at: '2030-01-01T00:00:00.000Z' }
    await database.queries.insertInto('rate_counters').values(row).execute()
    await sql`insert into submissions
      (id, reference, kind, created_at, language, name, email, phone, about, marks, stage, read_at) values
      ('read', 'NQ-1', 'contact', ${row.expires_at}, 'en', '', '', '', '', '', 'new', ${row.expires_at}),
      ('new', 'NQ-2', 'contact', ${row.expires_at}, 'en', '', '', '', '', '', 'new', null)`.execute(database.queries)
    await migrate(database, { migrations: LATER })
    expect(await appliedMigrations(database.queries)).toEqual(Object.keys(LATER))
    expect(await database.queries.selectFrom('rate_counters').selectAll().execute()).toEqual([row])
    expect(
      await database.queries.selectFrom('submissions').select(['id', 'handled_at']).orderBy('id').execute(),
    ).toEqual([
      { id: 'new', handled_at: null },
      { id: 'read', handled_at: row.expires_at },
    ])
    expect(await sql`select later from cvs`.execute(database.queries)).toMatchObject({ rows: [] })
    await database.close()
  })

  test('a database that a later release has used is refused in one line, and left alone', async () => {
    const { settings, database } = await freshlyOpened()
    await migrate(database)
    await sql`insert into migrations (name, timestamp) values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(
      database.queries,
    )
    expect(await unknownMigrations(database)).toEqual(['999-later'])
    await expect(migrate(database)).rejects.toThrow(DatabaseIsNewer)
    await database.close()
    await expect(openExistingDatabase(settings)).rejects.toThrow(/^the database was written by a later release [^\n]+$/)
  })

  test('a migration that fails leaves the database as it was and says why', async () => {
    const { database } = await freshlyOpened()
    await sql`create table published_content (id integer)`.execute(database.queries)
    await expect(migrate(database)).rejects.toThrow(/published_content.* already exists/)
    expect(await pendingMigrations(database)).toContain('001-baseline')
    await sql`drop table published_content`.execute(database.queries)
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    await database.close()
  })

  test('an existing database opens only if it is up to date', async () => {
    const settings = await empty()
    await expect(openExistingDatabase(settings)).rejects.toThrow(DatabaseNotReady)
    const database = await openDatabase(settings)
    await migrate(database)
    await (await openExistingDatabase(settings)).close()
    await sql`delete from migrations where name = '001-baseline'`.execute(database.queries)
    await expect(openExistingDatabase(settings)).rejects.toThrow(/^the database is from an earlier release [^\n]+$/)
    await database.close()
  })
})

const freshFolder = emptyDatabaseOf('SQLite')

test('looking for a SQLite database creates none', async () => {
  const settings = await freshFolder()
  await expect(openExistingDatabase(settings)).rejects.toThrow(/^there is no database in [^\n]+$/)
  expect(readdirSync(settings.dataDirectory)).toEqual([])
})

const emptyPostgres = emptyDatabaseOf('PostgreSQL')

test('a migration only adds, so that processes of the release before can go on', async () => {
  const database = await openDatabase(await emptyPostgres())
  const breaking: string[] = []
  const migrations: Record<string, Migration> = {}
  for (const [name, migration] of Object.entries(LATER)) {
    const before = await columnsOf(database)
    migrations[name] = migration
    await migrate(database, { migrations })
    const after = await columnsOf(database)
    const isTakenAway = [...before].some(([column, { type, is_nullable }]) => {
      const now = after.get(column)
      return now?.type !== type || now.is_nullable !== is_nullable
    })
    const tables = new Set([...before.values()].map(({ table }) => table))
    const isDemanded = [...after].some(
      ([column, { table, is_nullable, has_default }]) =>
        tables.has(table) && !before.has(column) && !is_nullable && !has_default,
    )
    if (isTakenAway || isDemanded) breaking.push(name)
  }
  await database.close()
  expect(breaking).toEqual([])
})

test('a migration and a process of the release before that wait for one another both come to their end', async () => {
  const settings = await emptyPostgres()
  const database = await openDatabase(settings)
  await migrate(database)
  const former = new pg.Client({ connectionString: settings.databaseUrl as string })
  await former.connect()
  // Makes the migration the victim of the deadlock.
  await former.query("set deadlock_timeout = '10s'")
  await former.query('begin; lock table picture_files in share mode')
  const migrating = migrate(database, { migrations: LATER })
  const waiting = sql`select 1 from pg_locks where relation = 'picture_files'::regclass and not granted`
  await expect.poll(async () => (await waiting.execute(database.queries)).rows).toHaveLength(1)
  // A slow machine may choose this one as the deadlock's victim.
  await former.query('select count(*) from cvs').catch(() => {})
  await former.query('commit')
  await former.end()
  await migrating
  expect(await isUpdated(database)).toBe(true)
  await database.close()
})

describe('an empty database of PostgreSQL that cannot be used is refused in one line that says why', () => {
  const refusalOf = async (databaseUrl: string) => {
    const database = await openDatabase({ dataDirectory: '', databaseUrl })
    try {
      return await migrate(database).catch((error) => [error instanceof DatabaseNotReady, error.message])
    } finally {
      await database.close()
    }
  }

  test('where the role may not create tables', async () => {
    const url = new URL((await emptyPostgres()).databaseUrl as string)
    const role = `reader_${process.pid}`
    const database = await openDatabase({ dataDirectory: '', databaseUrl: url.href })
    await sql`create role ${sql.id(role)} login password 'reader'`.execute(database.queries)
    await sql`revoke create on schema public from public`.execute(database.queries)
    await database.close()
    url.username = role
    url.password = 'reader'
    expect(await refusalOf(url.href)).toEqual([true, expect.stringMatching(/may not create tables.*grant create/)])
  })

  test.each(['SQL_ASCII', 'LATIN1'])('where its encoding is %s', async (encoding) => {
    const as = `template template0 encoding '${encoding}' locale 'C'`
    const url = await createDatabase(inject('postgresUrl'), `${encoding.toLowerCase()}_${process.pid}`, as)
    expect(await refusalOf(url)).toEqual([true, expect.stringMatching(new RegExp(`${encoding}.*UTF8`))])
  })
})

describe('a table that a backup reads from', () => {
  async function withReader(work: (database: Database, endReading: () => void) => Promise<void>) {
    const database = await openDatabase(await emptyPostgres())
    await migrate(database)
    let endReading = () => {}
    const isOver = new Promise<void>((resolve) => {
      endReading = resolve
    })
    const isReading = new Promise<void>((resolve, reject) => {
      const reading = database.snapshot(async (queries) => {
        await sql`select count(*) from cvs`.execute(queries)
        resolve()
        await isOver
      })
      reading.catch(reject)
    })
    await isReading
    await work(database, endReading)
    endReading()
    await database.close()
  }

  const waitsForTable = sql`select 1 from pg_locks where relation = 'cvs'::regclass and not granted`

  test('makes a migration retry briefly, without blocking queries', async () => {
    await withReader(async (database, endReading) => {
      const waits: string[] = []
      const migrating = migrate(database, {
        migrations: LATER,
        patience: { attempts: 100, waitMilliseconds: 300, pauseMilliseconds: 50 },
        onWait: () => waits.push('said'),
      })
      for (let visitor = 0; visitor < 3; visitor++) {
        await expect.poll(async () => (await waitsForTable.execute(database.queries)).rows).toHaveLength(1)
        // Queued behind the waiting migration; without a lock timeout it would fail after ten seconds.
        await sql`select count(*) from cvs`.execute(database.queries)
      }
      expect(await isUpdated(database)).toBe(false)
      endReading()
      await migrating
      expect(await isUpdated(database)).toBe(true)
      expect(waits).toEqual(['said'])
    })
  })

  test('and does not let go of ends the migration in one line, with the database as it was', async () => {
    await withReader(async (database, endReading) => {
      const migrating = migrate(database, {
        migrations: LATER,
        patience: { attempts: 3, waitMilliseconds: 50, pauseMilliseconds: 10 },
      })
      const failure = await migrating.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseNotReady)
      expect((failure as Error).message).toMatch(/^the database could not be updated, [^\n]+$/)
      expect(await isUpdated(database)).toBe(false)
      endReading()
      await migrate(database, { migrations: LATER })
      expect(await isUpdated(database)).toBe(true)
    })
  })
})

test('a process that migrates for longer than a try waits is waited for by one that starts beside it', async () => {
  const settings = await emptyPostgres()
  const [first, second] = [await openDatabase(settings), await openDatabase(settings)]
  let migrating: Promise<void> | undefined
  await first.exclusively(async () => {
    migrating = migrate(second, { patience: { attempts: 1, waitMilliseconds: 50, pauseMilliseconds: 10 } })
    const hasWaited = sql`
      select 1 from pg_stat_activity
      where wait_event = 'advisory' and datname = current_database() and clock_timestamp() - query_start > interval '0.2 s'`
    await expect.poll(async () => (await hasWaited.execute(first.queries)).rows).toHaveLength(1)
  })
  await migrating
  expect(await pendingMigrations(second)).toEqual([])
  await Promise.all([first.close(), second.close()])
})

interface ColumnFacts {
  name: string
  table: string
  type: string
  is_nullable: boolean
  has_default: boolean
}

async function columnsOf({ queries }: Database) {
  const { rows } = await sql<ColumnFacts>`
    select table_name || '.' || column_name as name, table_name as table, data_type as type, is_nullable = 'YES' as is_nullable,
      column_default is not null as has_default
    from information_schema.columns where table_schema = 'public' and table_name not like 'migrations%'`.execute(
    queries,
  )
  return new Map(rows.map((row) => [row.name, row]))
}
