import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { DATABASES, emptyDatabaseOf } from '../../../tests/support/databases.ts'
import { fillWithFixture } from '../../../tests/support/fixtures.ts'
import { createDatabase } from '../../../tests/support/starter-database.ts'
import { storedSubmissions } from '../../../tests/support/stored.ts'
import { listAuditTrail, verifyAuditTrail } from '../audit-trail.ts'
import { openDatabase } from './connection.ts'
import type { Database } from './database.ts'
import { type Fingerprint, takeFingerprint } from './every-table.ts'
import {
  DatabaseIsNewer,
  DatabaseNotReady,
  MIGRATION_NAMES,
  migrate,
  openExistingDatabase,
  pendingMigrations,
  unknownMigrations,
} from './migrate.ts'
import { tableShapes } from './table-shapes.ts'
import { TABLES_WITH_PERSONAL_DATA } from './tables.ts'

test('migrations are frozen: they import nothing that may change', () => {
  const folder = path.join(import.meta.dirname, 'migrations')
  const imports = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from),
  )
  expect(new Set(imports)).toEqual(new Set(['kysely', 'node:crypto', './migration.ts']))
})

const fingerprints: Fingerprint[] = []

/** As far as the rows of the fixture matter, the newest first. */
const SUBMISSIONS_OF_THE_FIRST_RELEASE = [
  // The job is gone from the content since.
  {
    name: 'Dina Aly',
    kind: 'career-application',
    job_id: 2,
    about: 'Job 2',
    job_title_ar: 'وظيفة رقم 2',
    language: 'en',
  },
  {
    name: 'Hany Fahmy',
    job_id: null,
    about: '',
    job_title_ar: null,
    language: 'ar',
    cv: { file_name: 'سيرة ذاتية.pdf' },
  },
  {
    name: 'Salma Nabil',
    job_id: 1,
    about: 'Senior Frontend Engineer',
    job_title_ar: expect.stringMatching(/[\u0600-\u06ff]/),
    address: '4 Nile Street, Cairo',
    date_of_birth: '1998-05-17',
    college: 'Cairo University',
    major: 'Computer science',
    graduation_date: '2020-07-01',
    notice_period: 'One month',
    stage: 'declined',
    notes: [{ authorId: null, note: 'ملاحظة' }],
  },
  {
    email: 'nour@mail.example',
    kind: 'internship-application',
    position: 'تصميم',
    why_hire_you: 'أحب الرسم.',
    stage: 'new',
  },
  { email: 'omar@mail.example', position: 'Data analysis', about: 'Data analysis', stage: 'in-review', notes: [] },
  { email: 'robot@mail.example', kind: 'contact-message', marks: 'honeypot fill-time' },
  {
    email: 'Mona@Mail.example',
    name: "Sa'id منى",
    subject: 'متجر جديد',
    message: 'سطر أول\r\nسطر ثان; "quoted" \\ back',
  },
  {
    email: 'mona@mail.example',
    subject: 'A new shop',
    marks: '',
    stage: 'answered',
    notes: [{ note: 'Called back on Monday' }],
  },
]

async function schemaOf({ kind, queries }: Database) {
  const { rows } = await (kind === 'sqlite'
    ? sql<object>`select type, name, tbl_name, replace(sql, '"', '') as sql from sqlite_schema where name not like 'migrations%'`
    : sql<object>`
        select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
        where table_schema = 'public' and table_name not like 'migrations%'
        union all
        select tablename, indexname, indexdef, '', '' from pg_indexes
        where schemaname = 'public' and tablename not like 'migrations%'
        union all
        select conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'migrations%'`
  ).execute(queries)
  return rows.map((row) => JSON.stringify(row)).sort()
}

describe.each(DATABASES)('migrations on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  async function freshlyOpened() {
    const settings = await empty()
    return { settings, database: await openDatabase(settings) }
  }

  test('an empty database lacks all of them, a migrated one none', async () => {
    const { database } = await freshlyOpened()
    const all = await pendingMigrations(database)
    expect(all[0]).toBe('001-content')
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    expect(await unknownMigrations(database)).toEqual([])
    await migrate(database)
    await database.close()
  })

  test('a database of the first release is recognised and updated, and keeps every row', async () => {
    const settings = await empty()
    await fillWithFixture(settings, 'schema-004')
    const database = await openDatabase(settings)
    const { queries } = database
    expect(await pendingMigrations(database)).toContain('005-one-submissions-table')
    expect(await pendingMigrations(database)).not.toContain('004-search')
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])

    const submissions = await storedSubmissions(queries)
    expect(submissions).toHaveLength(8)
    expect(submissions).toMatchObject(SUBMISSIONS_OF_THE_FIRST_RELEASE)
    const cvs = await queries.selectFrom('cvs').selectAll().execute()
    const applications = submissions.filter(({ kind }) => kind === 'career-application')
    expect(cvs.map((cv) => cv.submission_id).sort()).toEqual(applications.map(({ id }) => id).sort())
    for (const { bytes, size, sha256 } of cvs) {
      expect(bytes.length).toBe(size)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    const references = new Set(submissions.map(({ reference }) => reference))
    const keys = await queries.selectFrom('idempotency_keys').selectAll().orderBy('key').execute()
    expect(keys.map(({ key, reference }) => [key, references.has(reference)])).toEqual([
      ['career-key-1', true],
      ['contact-key-1', true],
      ['internship-key-1', true],
    ])
    const mails = await queries.selectFrom('mail_outbox').selectAll().execute()
    expect(mails).toHaveLength(15)
    expect(mails.every(({ reference }) => references.has(reference))).toBe(true)
    expect(mails.filter(({ sent_at }) => sent_at !== null)).toHaveLength(1)
    expect(await queries.selectFrom('daily_jobs').selectAll().execute()).toEqual([
      { name: 'purge', done_on: '2026-01-05' },
    ])
    expect(await queries.selectFrom('content_version').select('loaded_at').execute()).toEqual([
      { loaded_at: '2026-01-05T08:00:00.000Z' },
    ])
    expect(await verifyAuditTrail(queries)).toEqual({ entries: 2, hash: expect.any(String) })
    expect(await listAuditTrail(queries)).toMatchObject([
      { actor: 'unknown', action: 'export', counts: { cv: 2 } },
      { actor: 'unknown', action: 'erase', counts: { 'career-application': 1 } },
    ])

    // What hangs on a submission still goes with it.
    await queries.deleteFrom('submissions').where('kind', '=', 'career-application').execute()
    expect(await queries.selectFrom('cvs').select('submission_id').execute()).toEqual([])
    const left = await queries.selectFrom('submission_answers').select('field').distinct().execute()
    expect(left.map(({ field }) => field).sort()).toEqual(['message', 'why_hire_you'])
    await database.close()
  })

  test('the same rows on both databases are the same afterwards', async () => {
    const settings = await empty()
    await fillWithFixture(settings, 'schema-004')
    const database = await openDatabase(settings)
    await migrate(database)
    const tables = (await tableShapes()).filter(({ name }) => TABLES_WITH_PERSONAL_DATA.some((each) => each === name))
    fingerprints.push(await takeFingerprint(database.queries, tables))
    expect(fingerprints.at(-1)).toEqual(fingerprints[0])
    await database.close()
  })

  test('a database of the first release that is updated looks like a new one', async () => {
    const schemas = []
    for (const isOld of [true, false]) {
      const settings = await empty()
      if (isOld) await fillWithFixture(settings, 'schema-004')
      const database = await openDatabase(settings)
      await migrate(database)
      schemas.push(await schemaOf(database))
      await database.close()
    }
    expect(schemas[0]).toEqual(schemas[1])
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
    await sql`create table services (id integer)`.execute(database.queries)
    await expect(migrate(database)).rejects.toThrow(/services.* already exists/)
    expect(await pendingMigrations(database)).toContain('001-content')
    await sql`drop table services`.execute(database.queries)
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    await database.close()
  })

  test('who opens an existing database gets it only if it is up to date', async () => {
    const settings = await empty()
    await expect(openExistingDatabase(settings)).rejects.toThrow(DatabaseNotReady)
    const database = await openDatabase(settings)
    await migrate(database)
    await (await openExistingDatabase(settings)).close()
    await sql`delete from migrations where name = '004-search'`.execute(database.queries)
    await expect(openExistingDatabase(settings)).rejects.toThrow(/^the database is of an earlier release [^\n]+$/)
    await database.close()
  })
})

const freshFolder = emptyDatabaseOf('SQLite')

test('looking for a SQLite database creates none', async () => {
  const settings = await freshFolder()
  await expect(openExistingDatabase(settings)).rejects.toThrow(/^there is no database in [^\n]+$/)
  expect(readdirSync(settings.dataDirectory)).toEqual([])
})

// Released when a process was stopped before another release was started.
const BEFORE_ROLLING_UPDATES = ['005-one-submissions-table', '011-audit-chain', '020-inbox']

const emptyPostgres = emptyDatabaseOf('PostgreSQL')

test('a migration only adds, so that processes of the release before can go on', async () => {
  const database = await openDatabase(await emptyPostgres())
  const breaking: string[] = []
  for (const [index, name] of MIGRATION_NAMES.entries()) {
    const before = await columnsOf(database)
    await migrate(database, { names: MIGRATION_NAMES.slice(0, index + 1) })
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
  expect(breaking).toEqual(BEFORE_ROLLING_UPDATES)
})

test('a migration and a process of the release before that wait for one another both come to their end', async () => {
  const settings = await emptyPostgres()
  const database = await openDatabase(settings)
  await migrate(database, { names: MIGRATION_NAMES.slice(0, MIGRATION_NAMES.indexOf('180-object-storage')) })
  const former = new pg.Client({ connectionString: settings.databaseUrl as string })
  await former.connect()
  // So that the migration is the one to be turned away.
  await former.query("set deadlock_timeout = '10s'")
  await former.query('begin; lock table picture_files in share mode')
  const migrating = migrate(database)
  const waiting = sql`select 1 from pg_locks where relation = 'picture_files'::regclass and not granted`
  await expect.poll(async () => (await waiting.execute(database.queries)).rows).toHaveLength(1)
  // On a slow machine it may be this one after all.
  await former.query('select count(*) from cvs').catch(() => {})
  await former.query('commit')
  await former.end()
  await migrating
  expect(await pendingMigrations(database)).toEqual([])
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
    await migrate(database, { names: MIGRATION_NAMES.slice(0, MIGRATION_NAMES.indexOf('180-object-storage')) })
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

  test('is waited for by a migration in short tries, and who asks meanwhile is not held up', async () => {
    await withReader(async (database, endReading) => {
      const waits: string[] = []
      const migrating = migrate(database, {
        patience: { attempts: 100, waitMilliseconds: 300, pauseMilliseconds: 50 },
        onWait: () => waits.push('said'),
      })
      for (let visitor = 0; visitor < 3; visitor++) {
        await expect.poll(async () => (await waitsForTable.execute(database.queries)).rows).toHaveLength(1)
        // Behind the migration that waits; without a limit it would fail after ten seconds.
        await sql`select count(*) from cvs`.execute(database.queries)
      }
      expect(await pendingMigrations(database)).toContain('180-object-storage')
      endReading()
      await migrating
      expect(await pendingMigrations(database)).toEqual([])
      expect(waits).toEqual(['said'])
    })
  })

  test('and does not let go of ends the migration in one line, with the database as it was', async () => {
    await withReader(async (database, endReading) => {
      const migrating = migrate(database, {
        patience: { attempts: 3, waitMilliseconds: 50, pauseMilliseconds: 10 },
      })
      const failure = await migrating.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseNotReady)
      expect((failure as Error).message).toMatch(/^the database could not be updated, [^\n]+$/)
      expect(await pendingMigrations(database)).toEqual(MIGRATION_NAMES.slice(-1))
      endReading()
      await migrate(database)
      expect(await pendingMigrations(database)).toEqual([])
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
