import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseSettings, openDatabase } from '#api/database/connection.ts'
import { type Fingerprint, takeFingerprint } from '#api/database/every-table.ts'
import { startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage, aPdf } from '../../tests/support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { readConfig } from '../config.ts'
import { run as backUp } from './backup.ts'
import { run as moveToPostgres } from './move-to-postgres.ts'
import { run as restore } from './restore.ts'

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
beforeEach(() => {
  said = ''
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((text) => {
      said += `${text}\n`
    })
})

const configFor = (settings: DatabaseSettings) => ({ ...readConfig({}), ...settings })

/** A server that stays up, with a few submissions in it. */
async function startBusy(settings: DatabaseSettings) {
  const api = await startApi({ ...settings, outbox: { mailDomain: 'nuqta.example', nudge: () => {} } })
  for (const number of [1, 2, 3]) await api.post('contact-us', aContactMessage({ subject: `رقم ${number}` }))
  for (const padding of ['one', 'two', 'three', 'four', 'five', 'six'])
    await api.postForm('Form', aCareerApplication({ cv: { bytes: aPdf({ padding }) } }))
  return api
}

async function fingerprintOf(settings: DatabaseSettings): Promise<Fingerprint> {
  const database = await openDatabase(settings)
  try {
    return await takeFingerprint(database.queries)
  } finally {
    await database.close()
  }
}

const backupIn = (folder: string) =>
  path.join(folder, readdirSync(folder).find((name) => /\.(sqlite|dump)$/.test(name)) as string)

describe.each(DATABASES)('backup and restore on %s', (name) => {
  const freshDatabase = freshDatabaseOf(name)

  test('what is saved while the server runs comes back whole in an empty database', async () => {
    const settings = await freshDatabase()
    const api = await startBusy(settings)
    const folder = freshFolder()
    const arriving = Array.from({ length: 20 }, () => api.post('contact-us', aContactMessage()))
    expect(await backUp(['--to', folder], configFor(settings))).toBe(0)
    await Promise.all(arriving)
    await api.stop()
    for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)

    const other = await freshDatabase()
    expect(await restore([backupIn(folder)], configFor(other)), said).toBe(0)
    const manifest = JSON.parse(readFileSync(`${backupIn(folder)}.manifest.json`, 'utf8'))
    expect(await fingerprintOf(other)).toEqual(manifest.tables)
    expect(manifest.tables.cvs.rows).toBe(6)

    const again = await startApi(other)
    expect((await again.post('contact-us', aContactMessage())).status).toBe(201)
    await again.stop()
  })

  test('a database that holds something is replaced only when that is said', async () => {
    const settings = await freshDatabase()
    await (await startBusy(settings)).stop()
    const folder = freshFolder()
    await backUp(['--to', folder], configFor(settings))
    const saved = await fingerprintOf(settings)
    const later = await startApi(settings)
    await later.post('contact-us', aContactMessage())
    await later.stop()

    expect(await restore([backupIn(folder)], configFor(settings))).toBe(1)
    expect(said).toContain('--replace')
    expect(await fingerprintOf(settings)).not.toEqual(saved)
    expect(await restore([backupIn(folder), '--replace'], configFor(settings)), said).toBe(0)
    expect(await fingerprintOf(settings)).toEqual(saved)
  })

  test('a damaged backup is refused and changes nothing', async () => {
    const settings = await freshDatabase()
    await (await startBusy(settings)).stop()
    const folder = freshFolder()
    await backUp(['--to', folder], configFor(settings))
    const bytes = readFileSync(backupIn(folder))
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1
    writeFileSync(backupIn(folder), bytes)
    const before = await fingerprintOf(settings)
    expect(await restore([backupIn(folder), '--replace'], configFor(settings))).toBe(1)
    expect(said).toContain('damaged')
    expect(await fingerprintOf(settings)).toEqual(before)
  })
})

describe('SQLite', () => {
  const freshDatabase = freshDatabaseOf('SQLite')

  test('a database in use is not replaced', async () => {
    const settings = await freshDatabase()
    const api = await startBusy(settings)
    const folder = freshFolder()
    await backUp(['--to', folder], configFor(settings))
    expect(await restore([backupIn(folder), '--replace'], configFor(settings))).toBe(1)
    expect(said).toContain('Stop the server')
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })

  test('backups beyond the days to keep are deleted, other files are not', async () => {
    const settings = await freshDatabase()
    await (await startBusy(settings)).stop()
    const folder = freshFolder()
    await backUp(['--to', folder], configFor(settings), new Date('2026-01-01T03:00:00Z'))
    writeFileSync(path.join(folder, 'notes.txt'), '')
    await backUp(['--to', folder, '--keep-days', '35'], configFor(settings), new Date('2026-03-01T03:00:00Z'))
    expect(readdirSync(folder).sort()).toEqual([
      'notes.txt',
      'nuqta-2026-03-01T03-00-00Z.sqlite',
      'nuqta-2026-03-01T03-00-00Z.sqlite.manifest.json',
    ])
  })

  test('without a database there is nothing to save, and it says so', async () => {
    expect(await backUp(['--to', freshFolder()], configFor({ dataDirectory: freshFolder() }))).toBe(1)
    expect(said).toContain('DATA_DIR')
  })
})

describe('moving to PostgreSQL', () => {
  const freshSqlite = freshDatabaseOf('SQLite')
  const freshPostgres = freshDatabaseOf('PostgreSQL')

  test('everything arrives, and the site goes on from there', async () => {
    const from = await freshSqlite()
    await (await startBusy(from)).stop()
    const to = { ...from, databaseUrl: (await freshPostgres()).databaseUrl }
    expect(await moveToPostgres([], configFor(to)), said).toBe(0)
    expect(await fingerprintOf(to)).toEqual(await fingerprintOf(from))

    const api = await startApi(to)
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })

  test('a target that holds something is refused', async () => {
    const from = await freshSqlite()
    await (await startBusy(from)).stop()
    const to = { ...from, databaseUrl: (await freshPostgres()).databaseUrl }
    await (await startBusy(to)).stop()
    const before = await fingerprintOf(to)
    expect(await moveToPostgres([], configFor(to))).toBe(1)
    expect(await fingerprintOf(to)).toEqual(before)
  })
})
