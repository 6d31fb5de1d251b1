import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { verifyAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { type Fingerprint, readTable, tableShapes, takeFingerprint } from '#domain/platform/database/every-table.ts'
import { MIGRATIONS } from '#domain/platform/database/migrate.ts'
import type { Migration } from '#domain/platform/database/migrations/migration.ts'
import BetterSqlite from '#domain/platform/database/sqlite-driver.ts'
import { readConfig } from '#settings/settings.ts'
import { startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage, aPdf } from '../../tests/support/builders.ts'
import { DATABASES, type DatabaseName, emptyDatabaseOf, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk, calling } from '../../tests/support/desk.ts'
import { mountSmallDisk } from '../../tests/support/small-disk.ts'
import { createDatabase } from '../../tests/support/starter-database.ts'
import { type Command, commandLineActor } from '../command.ts'
import { moveToPostgres } from '../database-commands.ts'
import { runCommand } from '../run-command.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const folders: string[] = []
const freshFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-backup-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let said = ''

function running(name: string, command: Command) {
  return async (args: string[], settings: DatabaseSettings, now?: Date) => {
    const result = await calling((situation) => runCommand(name, command, args, situation), settings, { now })
    said = result.output + result.remarks
    return result.code
  }
}

const backUp = running('backup', backup)
const bringBack = running('restore', restore)
const move = running('move-to-postgres', moveToPostgres)

const SOURCES = { SQLite: freshDatabaseOf('SQLite'), PostgreSQL: freshDatabaseOf('PostgreSQL') }
const emptyFolder = emptyDatabaseOf('SQLite')
const filled = {} as Record<DatabaseName, DatabaseSettings>
beforeAll(async () => {
  for (const name of DATABASES) {
    filled[name] = await SOURCES[name]()
    const api = await startApi({ ...filled[name], outbox: { mailDomain: 'nuqta.example', wake: () => {} } })
    for (const number of [1, 2, 3]) await api.post('contact-us', aContactMessage({ subject: `رقم ${number}` }))
    for (const padding of ['one', 'two', 'three', 'four', 'five', 'six'])
      await api.postForm('Form', aCareerApplication({ cv: { bytes: aPdf({ padding }) } }))
    await api.stop()
  }
})

let copies = 0

/** Copies of one database with a few submissions. */
const filledDatabaseOf = (name: DatabaseName) => async (): Promise<DatabaseSettings> => {
  const { dataDirectory, databaseUrl } = filled[name]
  if (databaseUrl) {
    const source = new URL(databaseUrl).pathname.slice(1)
    const copy = await createDatabase(inject('postgresUrl'), `${source}_${++copies}`, `template ${source}`)
    return { dataDirectory, databaseUrl: copy }
  }
  const settings = await emptyFolder()
  cpSync(dataDirectory, settings.dataDirectory, { recursive: true })
  return settings
}

async function fingerprintOf(settings: DatabaseSettings): Promise<Fingerprint> {
  const database = await openDatabase(settings)
  try {
    return await takeFingerprint(database.queries)
  } finally {
    await database.close()
  }
}

/** Without the audit trail, which records the restore. */
function withoutTrail({ audit_trail, audit_trail_head, ...others }: Fingerprint) {
  return others
}

async function verdictOn(settings: DatabaseSettings) {
  const database = await openDatabase(settings)
  try {
    return await verifyAuditTrail(database.queries)
  } finally {
    await database.close()
  }
}

const NEXT_MIGRATION = '999-next-release'

const addColumnAndFillIt: Migration = async (queries) => {
  await queries.schema.alterTable('submissions').addColumn('next_release', 'text').execute()
  await sql`update submissions set next_release = reference`.execute(queries)
}

async function rowsOf(settings: DatabaseSettings, table: string) {
  const { queries, close } = await openDatabase(settings)
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1`.execute(queries)
  await close()
  return rows
}

const backupIn = (folder: string) =>
  path.join(folder, readdirSync(folder).find((name) => /\.(sqlite|dump)$/.test(name)) as string)

async function savedDatabase(make: () => Promise<DatabaseSettings>) {
  const settings = await make()
  const folder = freshFolder()
  expect(await backUp(['--to', folder], settings), said).toBe(0)
  return { settings, folder }
}

async function expectRestored(settings: DatabaseSettings, file: string) {
  const { tables } = JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8'))
  expect(withoutTrail(await fingerprintOf(settings))).toEqual(withoutTrail(tables))
}

describe.each(DATABASES)('backup and restore on %s', (name) => {
  const filledDatabase = filledDatabaseOf(name)
  const emptyDatabase = emptyDatabaseOf(name)

  test('a backup of a running server restores whole into an empty database', async () => {
    const settings = await filledDatabase()
    const api = await startApi(settings)
    const folder = freshFolder()
    const arriving = Array.from({ length: 20 }, () => api.post('contact-us', aContactMessage()))
    expect(await backUp(['--to', folder], settings)).toBe(0)
    await Promise.all(arriving)
    await api.stop()
    for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)

    const other = await emptyDatabase()
    expect(await bringBack([backupIn(folder)], other), said).toBe(0)
    const manifest = JSON.parse(readFileSync(`${backupIn(folder)}.manifest.json`, 'utf8'))
    expect(withoutTrail(await fingerprintOf(other))).toEqual(withoutTrail(manifest.tables))
    expect(manifest.tables.cvs.rows).toBe(6)

    const again = await startApi(other)
    expect((await again.post('contact-us', aContactMessage())).status).toBe(201)
    await again.stop()
  })

  test('a backup restores under a release with one more migration, with every record migrated', async () => {
    const { settings, folder } = await savedDatabase(filledDatabase)
    const saved = await rowsOf(settings, 'submissions')
    expect(saved).toHaveLength(9)
    MIGRATIONS[NEXT_MIGRATION] = addColumnAndFillIt
    onTestFinished(() => {
      delete MIGRATIONS[NEXT_MIGRATION]
    })

    const other = await emptyDatabase()
    expect(await bringBack([backupIn(folder)], other), said).toBe(0)
    expect(await rowsOf(other, 'submissions')).toEqual(saved.map((row) => ({ ...row, next_release: row.reference })))
    expect(await rowsOf(other, 'cvs')).toEqual(await rowsOf(settings, 'cvs'))
    expect((await rowsOf(other, 'migrations')).map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS))
    const api = await startApi(other)
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })

  test('a database with rows is replaced only with --replace', async () => {
    const { settings, folder } = await savedDatabase(filledDatabase)
    const saved = await fingerprintOf(settings)
    const later = await startApi(settings)
    await later.post('contact-us', aContactMessage())
    await later.stop()

    expect(await bringBack([backupIn(folder)], settings)).toBe(1)
    expect(said).toContain('--replace')
    expect(await fingerprintOf(settings)).not.toEqual(saved)
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    expect(withoutTrail(await fingerprintOf(settings))).toEqual(withoutTrail(saved))
  })

  test('a damaged backup is refused and changes nothing', async () => {
    const { settings, folder } = await savedDatabase(filledDatabase)
    const bytes = readFileSync(backupIn(folder))
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1
    writeFileSync(backupIn(folder), bytes)
    const before = await fingerprintOf(settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toMatch(/damaged: [^\n]+ Nothing was changed\.\n$/)
    rmSync(`${backupIn(folder)}.manifest.json`)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toMatch(/ is missing; [^\n]+ Nothing was changed\.\n$/)
    expect(await bringBack([folder, '--replace'], settings)).toBe(1)
    expect(said).toMatch(/ is a folder: choose one of the backups in it\. Nothing was changed\.\n$/)
    expect(await bringBack([path.join(folder, 'none.sqlite'), '--replace'], settings)).toBe(1)
    expect(said).toMatch(/There is no [^\n]+none\.sqlite\. Nothing was changed\.\n$/)
    expect(await fingerprintOf(settings)).toEqual(before)
  })
})

describe.each(DATABASES)('an erased person, on %s', (name) => {
  const inFolderOfItsOwn = async (make: () => Promise<DatabaseSettings>) => ({
    ...(await make()),
    ...(name === 'SQLite' ? {} : { dataDirectory: freshFolder() }),
  })
  const freshDatabase = freshDatabaseOf(name)
  const emptyDatabase = emptyDatabaseOf(name)
  const fresh = () => inFolderOfItsOwn(freshDatabase)
  const emails = async (settings: DatabaseSettings) =>
    (JSON.parse((await atTheDesk(settings, ['list', '--json'])).output) as { email: string }[])
      .map(({ email }) => email)
      .sort()
  const erase = async (settings: DatabaseSettings, email: string) =>
    expect((await atTheDesk(settings, ['erase', '--email', email, '--yes'])).code).toBe(0)
  const trail = async (settings: DatabaseSettings) =>
    JSON.parse((await atTheDesk(settings, ['audit', '--json'])).output) as { action: string; actor: string }[]

  async function send(settings: DatabaseSettings, ...senders: string[]) {
    const api = await startApi(settings)
    for (const email of senders)
      expect((await api.postForm('Form', aCareerApplication({ fields: { email } }))).status).toBe(201)
    await api.stop()
  }

  test('does not come back with a backup from before, and the audit trail goes on', async () => {
    const settings = await fresh()
    await send(settings, 'mona@mail.example', 'omar@mail.example')
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    await erase(settings, 'MONA@mail.example')
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    expect(said).toContain('now erased again: 1 career-application, 1 cv')
    expect(await emails(settings)).toEqual(['omar@mail.example'])
    if (name === 'SQLite')
      expect(readFileSync(path.join(settings.dataDirectory, 'nuqta.sqlite'), 'latin1')).not.toContain('mona@mail')
    expect(await trail(settings)).toMatchObject([
      { action: 'restore', actor: commandLineActor() },
      { action: 'erase', actor: commandLineActor() },
    ])
    expect((await atTheDesk(settings, ['audit', 'verify'])).code).toBe(0)
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    expect(await emails(settings)).toEqual(['omar@mail.example'])
    expect((await trail(settings)).map(({ action }) => action)).toEqual(['restore', 'restore', 'erase'])
  })

  test('does not come back on a new machine with a later backup', async () => {
    const settings = await fresh()
    await send(settings, 'mona@mail.example', 'omar@mail.example')
    const folder = freshFolder()
    await backUp(['--to', folder], settings, new Date('2026-03-01T03:00:00Z'))
    const earlier = backupIn(folder)
    await erase(settings, 'mona@mail.example')
    await backUp(['--to', folder], settings, new Date('2026-03-02T03:00:00Z'))
    writeFileSync(path.join(folder, 'nuqta-2026-03-03T03-00-00Z.sqlite'), 'no backup at all')
    const other = await inFolderOfItsOwn(emptyDatabase)
    expect(await bringBack([earlier], other), said).toBe(0)
    expect(await emails(other)).toEqual(['omar@mail.example'])
  })

  test('is kept when they write again', async () => {
    const settings = await fresh()
    await send(settings, 'mona@mail.example')
    await erase(settings, 'mona@mail.example')
    await send(settings, 'mona@mail.example')
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    expect(await emails(settings)).toEqual(['mona@mail.example'])
  })

  test('leaves no name, address, reference or id in any table', async () => {
    const settings = await fresh()
    const database = await openDatabase(settings)
    await send(settings, 'mona@mail.example')
    const { id, reference } = await database.queries.selectFrom('submissions').selectAll().executeTakeFirstOrThrow()
    const file = path.join(freshFolder(), 'cv.pdf')
    expect((await atTheDesk(settings, ['cv', reference, '--to', file])).code).toBe(0)
    await erase(settings, 'mona@mail.example')
    for (const table of await tableShapes())
      for await (const rows of readTable(database.queries, table))
        for (const trace of ['mona@mail', reference, id])
          expect(JSON.stringify(rows), `${trace} in ${table.name}`).not.toContain(trace)
    await database.close()
  })
})

describe('SQLite', () => {
  const filledDatabase = filledDatabaseOf('SQLite')

  test('a database in use is not replaced', async () => {
    const settings = await filledDatabase()
    const api = await startApi(settings)
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toContain('stop the server first')
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })

  test.each([
    ['whose first page is overwritten', 0],
    ['with damage further in', 4096],
  ])('a database %s is replaced, and kept', async (_what, from) => {
    const { settings, folder } = await savedDatabase(filledDatabase)
    const file = path.join(settings.dataDirectory, 'nuqta.sqlite')
    const bytes = readFileSync(file).fill(0xa5, from)
    writeFileSync(file, bytes)

    expect(await bringBack([backupIn(folder)], settings)).toBe(1)
    expect(said).toMatch(/Add --replace [^\n]+ Nothing was changed\.\n$/)
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    expect(said).toContain('The old database cannot be read')
    await expectRestored(settings, backupIn(folder))
    const [kept = ''] = readdirSync(settings.dataDirectory).filter((name) => name.includes('.before-'))
    expect(readFileSync(path.join(settings.dataDirectory, kept)).equals(bytes)).toBe(true)
  })

  test('a damaged database that a server has open is not replaced', async () => {
    const settings = await filledDatabase()
    const folder = freshFolder()
    const api = await startApi(settings)
    await backUp(['--to', folder], settings)
    const server = spawn(process.execPath, [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { openDatabase } from '#domain/platform/database/connection.ts'
       const { queries } = await openDatabase(${JSON.stringify(settings)})
       await queries.selectFrom('submissions').selectAll().execute()
       console.log('open')
       setInterval(() => {}, 1000)`,
    ])
    await once(server.stdout, 'data')
    // SQLite would otherwise read the first page from the journal.
    await api.database.forgetDeleted()
    await api.stop()
    const file = path.join(settings.dataDirectory, 'nuqta.sqlite')
    writeFileSync(file, readFileSync(file).fill(0xa5, 0, 4096))
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toMatch(/stop the server first\. Nothing was changed\.\n$/)
    server.kill('SIGKILL')
    await once(server, 'close')
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
  })

  test('a server that starts while a backup is restored on a new machine is refused', async () => {
    const { folder } = await savedDatabase(filledDatabase)
    const other = { dataDirectory: freshFolder() }
    const restoring = bringBack([backupIn(folder)], other)
    while (!readdirSync(other.dataDirectory).some((name) => name.startsWith('nuqta-restoring-'))) await setImmediate()
    await expect(openDatabase(other)).rejects.toThrow(/locked/)
    expect(await restoring, said).toBe(0)
    expect(readdirSync(other.dataDirectory)).toEqual(['nuqta.sqlite'])
    await expectRestored(other, backupIn(folder))
  })

  test('backups beyond the days to keep are deleted, other files are not', async () => {
    const settings = await filledDatabase()
    const folder = freshFolder()
    const others = ['notes.txt', 'nuqta-2026-02-28T03-00-00Z.sqlite']
    for (const name of [
      'nuqta-2026-01-01T03-00-00Z.sqlite',
      'nuqta-2026-01-01T03-00-00Z.sqlite.manifest.json',
      ...others,
    ])
      writeFileSync(path.join(folder, name), '')
    await backUp(['--to', folder, '--keep-days', '35'], settings, new Date('2026-03-01T03:00:00Z'))
    expect(readdirSync(folder).sort()).toEqual([
      ...others,
      'nuqta-2026-03-01T03-00-00Z.sqlite',
      'nuqta-2026-03-01T03-00-00Z.sqlite.manifest.json',
    ])
  })

  test('a clock that has jumped ahead deletes no backup that is younger than the days to keep', async () => {
    const settings = await filledDatabase()
    const folder = freshFolder()
    const [old, young] = ['nuqta-2026-01-01T03-00-00Z.sqlite', 'nuqta-2026-02-28T03-00-00Z.sqlite']
    for (const name of [old, young]) writeFileSync(path.join(folder, name), '')
    expect(await backUp(['--to', folder, '--keep-days', '35'], settings, new Date('2028-03-01T03:00:00Z'))).toBe(0)
    expect(readdirSync(folder)).toContain(young)
    expect(readdirSync(folder)).not.toContain(old)
    expect(said).toContain('older than a week')
  })

  test('the next backup and restore delete leftovers of a killed process, never of a running one', async () => {
    const settings = await filledDatabase()
    const folder = freshFolder()
    const before = readdirSync(settings.dataDirectory)
    const leave = (hoursAgo: number) => {
      const touched = new Date(Date.now() - hoursAgo * 60 * 60 * 1000)
      const places = [settings.dataDirectory, folder].flatMap((root) =>
        ['nuqta-restoring-a1B2c3', 'nuqta-encrypting-a1B2c3'].map((name) => path.join(root, name)),
      )
      for (const place of [...places, path.join(folder, 'nuqta-2026-01-01T03-00-00Z.sqlite.partial.d')]) {
        mkdirSync(place)
        writeFileSync(path.join(place, 'nuqta.sqlite'), '')
        utimesSync(place, touched, touched)
      }
      for (const journal of ['wal', 'shm']) {
        const file = path.join(folder, `nuqta-2026-01-01T03-00-00Z.sqlite.partial-${journal}`)
        writeFileSync(file, '')
        utimesSync(file, touched, touched)
      }
    }
    const left = () =>
      [...readdirSync(settings.dataDirectory), ...readdirSync(folder)].filter(
        (name) => !before.includes(name) && !/Z\.sqlite(\.manifest\.json)?$/.test(name),
      )

    leave(7)
    expect(await backUp(['--to', folder], settings), said).toBe(0)
    expect(left()).toEqual([])
    const file = backupIn(folder)
    leave(7)
    const config = readConfig({ BACKUP_DIR: folder })
    expect(await bringBack([file, '--drill'], { ...settings, ...{ backups: config.backups } }), said).toBe(0)
    expect(left()).toEqual([])
    leave(5)
    expect(await backUp(['--to', folder], settings, new Date(Date.now() + 2000)), said).toBe(0)
    expect(left()).toHaveLength(7)
  })

  test('without a database there is nothing to save, and it says so', async () => {
    expect(await backUp(['--to', freshFolder()], { dataDirectory: freshFolder() })).toBe(1)
    expect(said).toContain('DATA_DIR')
  })
})

describe('PostgreSQL', () => {
  const freshDatabase = freshDatabaseOf('PostgreSQL')
  const filledDatabase = filledDatabaseOf('PostgreSQL')
  const emptyDatabase = emptyDatabaseOf('PostgreSQL')

  test('a database in use is not replaced, and nothing that is acknowledged meanwhile is lost', async () => {
    const settings = { ...(await filledDatabase()), dataDirectory: freshFolder() }
    const api = await startApi(settings)
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    const { submissions, cvs } = await fingerprintOf(settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toContain('stop the servers first')
    expect(said).toContain('Nothing was changed.')
    // The running server inspects CVs meanwhile; sent bytes stay the same.
    expect(await fingerprintOf(settings)).toMatchObject({ submissions, cvs })
    await api.stop()
  })

  test('an empty database that another program has open gets no tables', async () => {
    const source = { ...(await freshDatabase()), dataDirectory: freshFolder() }
    const folder = freshFolder()
    await backUp(['--to', folder], source)
    const settings = { ...(await emptyDatabase()), dataDirectory: freshFolder() }
    const other = await openDatabase(settings)
    await sql`select 1`.execute(other.queries)
    expect(await bringBack([backupIn(folder)], settings)).toBe(1)
    expect(said).toMatch(/stop the servers first\. Nothing was changed\.\n$/)
    const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(other.queries)
    expect(rows).toEqual([])
    await other.close()
  })

  test('restoring saves the present database first, and it can be restored', async () => {
    const settings = { ...(await filledDatabase()), dataDirectory: freshFolder() }
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    const later = await startApi(settings)
    await later.post('contact-us', aContactMessage())
    await later.stop()
    const former = await fingerprintOf(settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    const saved = path.join(settings.dataDirectory, 'backups')
    expect(said).toContain(saved)
    expect(await bringBack([backupIn(saved), '--replace'], settings), said).toBe(0)
    expect(withoutTrail(await fingerprintOf(settings))).toEqual(withoutTrail(former))
  })

  test('a database of a later release is not replaced, since its tables would stay', async () => {
    const settings = { ...(await freshDatabase()), dataDirectory: freshFolder() }
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    await useByLaterRelease(settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toMatch(/999-later[^\n]+ empty [^\n]+ Nothing was changed\.\n$/)
    expect(readdirSync(settings.dataDirectory)).toEqual([])
    expect(await bringBack([backupIn(folder)], { ...settings, ...(await emptyDatabase()) }), said).toBe(0)
  })
})

/** Writes a manifest with a valid hash of the file. */
function seal(file: string, changes: object) {
  const manifest = existsSync(`${file}.manifest.json`) ? JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8')) : {}
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  const made_at = '2026-01-01T03:00:00.000Z'
  writeFileSync(`${file}.manifest.json`, JSON.stringify({ made_at, ...manifest, sha256, ...changes }))
}

describe.each(DATABASES)('a hostile backup on %s', (name) => {
  const emptyDatabase = emptyDatabaseOf(name)
  const original = freshFolder()
  let file: string
  let manifest: { tables: Fingerprint }
  beforeAll(async () => {
    expect(await backUp(['--to', original], filled.SQLite), said).toBe(0)
  })
  beforeEach(() => {
    const folder = freshFolder()
    cpSync(original, folder, { recursive: true })
    file = backupIn(folder)
    manifest = JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8'))
  })

  function plant(statement: string) {
    const database = new BetterSqlite(file)
    database.unsafeMode().exec(statement)
    database.close()
    seal(file, {})
  }

  async function refused() {
    const settings = { ...(await emptyDatabase()), ...(name === 'SQLite' ? {} : { dataDirectory: freshFolder() }) }
    expect(await bringBack([file], settings)).toBe(1)
    expect(said).toContain('Nothing was changed.')
    expect(readdirSync(settings.dataDirectory)).toEqual([])
  }

  test('whose manifest names no table is refused', async () => {
    seal(file, { tables: {} })
    await refused()
    expect(said).toContain('does not name every table')
  })

  test('whose manifest leaves out one table is refused', async () => {
    const { cvs, ...others } = manifest.tables
    expect(cvs).toBeDefined()
    seal(file, { tables: others })
    await refused()
    expect(said).toContain('cvs')
  })

  test('whose rows are not those of the manifest is refused', async () => {
    plant('delete from cvs where rowid = (select min(rowid) from cvs)')
    await refused()
    expect(said).toContain('cvs')
  })

  test.each([
    ['a view', 'drop table cvs; create view cvs as select * from planted_rows'],
    [
      'a computed column',
      'alter table cvs drop column size; alter table cvs add column size integer generated always as (1) virtual',
    ],
  ])('in which %s stands for a table or a column is refused', async (_what, statement) => {
    plant(`create table planted_rows as select * from cvs; ${statement}`)
    await refused()
    expect(said).toContain('is not the table it should be')
  })

  test('brings its rows and nothing else', async () => {
    plant(`
      create table stolen (text text);
      create trigger planted after delete on audit_trail begin insert into stolen select 'x'; end;
      create view shown as select * from cvs;
      create index planted_index on audit_trail (action);
      insert into stolen values ('x')`)
    const settings = { ...(await emptyDatabase()), ...(name === 'SQLite' ? {} : { dataDirectory: freshFolder() }) }
    expect(await bringBack([file], settings), said).toBe(0)
    expect(withoutTrail(await fingerprintOf(settings))).toEqual(withoutTrail(manifest.tables))
    const database = await openDatabase(settings)
    const { rows } = await (database.kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master`
      : sql<{ name: string }>`
          select relname as name from pg_class union select tgname from pg_trigger`
    ).execute(database.queries)
    await database.close()
    for (const planted of ['stolen', 'planted', 'shown', 'planted_index'])
      expect(rows.map(({ name: found }) => found)).not.toContain(planted)
  })
})

async function useByLaterRelease(settings: DatabaseSettings) {
  const database = await openDatabase(settings)
  await sql`insert into migrations (name, timestamp) values ('999-later', '')`.execute(database.queries)
  await sql`create table later_table (id integer primary key)`.execute(database.queries)
  await database.close()
}

describe.each(DATABASES)('a database of a later release on %s', (name) => {
  const freshDatabase = freshDatabaseOf(name)

  test('is not saved without what this release does not know', async () => {
    const settings = await freshDatabase()
    const folder = freshFolder()
    await useByLaterRelease(settings)
    expect(await backUp(['--to', folder], settings)).toBe(1)
    expect(said).toMatch(/^Nothing was saved: [^\n]+999-later[^\n]+$/m)
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a disk that fills up leaves no file behind and is told in one line', async ({ skip }) => {
  const settings = await filledDatabaseOf('SQLite')()
  const disk = freshFolder()
  mountSmallDisk(disk, '64k', skip)
  expect(await backUp(['--to', disk], settings)).toBe(1)
  expect(said.split('\n').filter((line) => line && !line.startsWith('Database: '))).toEqual([
    `Nothing was saved: the disk of ${disk} is full.`,
  ])
  expect(readdirSync(disk)).toEqual([])
})

test('a restore on a full disk leaves no empty database behind', async ({ skip }) => {
  const settings = await filledDatabaseOf('SQLite')()
  const folder = freshFolder()
  expect(await backUp(['--to', folder], settings)).toBe(0)
  const disk = freshFolder()
  mountSmallDisk(disk, '16k', skip)
  const fill = openSync(path.join(disk, 'other'), 'w')
  try {
    for (;;) writeSync(fill, Buffer.alloc(4096))
  } catch {
    closeSync(fill)
  }
  expect(await bringBack([backupIn(folder)], { dataDirectory: disk })).toBe(1)
  expect(said).toContain('is full')
  expect(readdirSync(disk)).toEqual(['other'])
})

describe.each(DATABASES)('a nightly backup that cannot be tried on %s', (name) => {
  const filledDatabase = filledDatabaseOf(name)
  test('leaves no file and names the disk that was too small', async ({ skip }) => {
    const settings = await filledDatabase()
    const disk = freshFolder()
    const database = path.join(settings.dataDirectory, 'nuqta.sqlite')
    const bytes = name === 'SQLite' ? statSync(database).size : 0
    mountSmallDisk(disk, `${Math.ceil(bytes / 1024) + 300}k`, skip)
    if (name === 'SQLite') copyFileSync(database, path.join(disk, 'nuqta.sqlite'))
    const folder = freshFolder()
    const { backups } = readConfig({ BACKUP_DIR: folder })
    const nightly = { ...settings, dataDirectory: disk, backups }
    expect(await backUp(['--nightly'], nightly)).toBe(1)
    expect(said).toContain(`Nothing was saved: the disk of ${disk} is full.`)
    expect(readdirSync(folder)).toEqual([])
    expect(readdirSync(disk).filter((entry) => !entry.startsWith('nuqta.sqlite'))).toEqual([])
  })
})

describe('moving to PostgreSQL', () => {
  const filledSqlite = filledDatabaseOf('SQLite')
  const filledPostgres = filledDatabaseOf('PostgreSQL')
  const emptyPostgres = emptyDatabaseOf('PostgreSQL')

  test('everything arrives, and the site goes on from there', async () => {
    const from = await filledSqlite()
    await atTheDesk(from, ['export'])
    const to = { ...from, databaseUrl: (await emptyPostgres()).databaseUrl }
    expect(await move([], to), said).toBe(0)
    expect(await fingerprintOf(to)).toEqual(await fingerprintOf(from))
    expect(await verdictOn(to)).toEqual({ entries: 1, hash: expect.any(String) })

    const api = await startApi(to)
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })

  test('a target that holds something is refused', async () => {
    const from = await filledSqlite()
    const to = { ...from, databaseUrl: (await filledPostgres()).databaseUrl }
    const before = await fingerprintOf(to)
    expect(await move([], to)).toBe(1)
    expect(await fingerprintOf(to)).toEqual(before)
  })

  test('while the server has the source open nothing is moved', async () => {
    const from = await filledSqlite()
    const api = await startApi(from)
    const to = { ...from, databaseUrl: (await emptyPostgres()).databaseUrl }
    expect(await move([], to)).toBe(1)
    expect(said).toContain('stop the server first')
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })
})
