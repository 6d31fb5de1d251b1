import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseSettings, openDatabase } from '#domain/database/connection.ts'
import { type Fingerprint, takeFingerprint } from '#domain/database/every-table.ts'
import { startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage, aPdf } from '../../tests/support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk, calling } from '../../tests/support/desk.ts'
import { startInstalledPostgres } from '../../tests/support/installed-postgres.ts'
import type { Command } from '../command.ts'
import { moveToPostgres } from '../move-to-postgres.ts'
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

/** A server that stays up, with a few submissions in it. */
async function startBusy(settings: DatabaseSettings) {
  const api = await startApi({ ...settings, outbox: { mailDomain: 'nuqta.example', wake: () => {} } })
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
    expect(await backUp(['--to', folder], settings)).toBe(0)
    await Promise.all(arriving)
    await api.stop()
    for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)

    const other = await freshDatabase()
    expect(await bringBack([backupIn(folder)], other), said).toBe(0)
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
    await backUp(['--to', folder], settings)
    const saved = await fingerprintOf(settings)
    const later = await startApi(settings)
    await later.post('contact-us', aContactMessage())
    await later.stop()

    expect(await bringBack([backupIn(folder)], settings)).toBe(1)
    expect(said).toContain('--replace')
    expect(await fingerprintOf(settings)).not.toEqual(saved)
    expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
    expect(await fingerprintOf(settings)).toEqual(saved)
  })

  test('a damaged backup is refused and changes nothing', async () => {
    const settings = await freshDatabase()
    await (await startBusy(settings)).stop()
    const folder = freshFolder()
    await backUp(['--to', folder], settings)
    const bytes = readFileSync(backupIn(folder))
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1
    writeFileSync(backupIn(folder), bytes)
    const before = await fingerprintOf(settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
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
    await backUp(['--to', folder], settings)
    expect(await bringBack([backupIn(folder), '--replace'], settings)).toBe(1)
    expect(said).toContain('Stop the server')
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
  })

  test('backups beyond the days to keep are deleted, other files are not', async () => {
    const settings = await freshDatabase()
    await (await startBusy(settings)).stop()
    const folder = freshFolder()
    await backUp(['--to', folder], settings, new Date('2026-01-01T03:00:00Z'))
    writeFileSync(path.join(folder, 'notes.txt'), '')
    await backUp(['--to', folder, '--keep-days', '35'], settings, new Date('2026-03-01T03:00:00Z'))
    expect(readdirSync(folder).sort()).toEqual([
      'notes.txt',
      'nuqta-2026-03-01T03-00-00Z.sqlite',
      'nuqta-2026-03-01T03-00-00Z.sqlite.manifest.json',
    ])
  })

  test('without a database there is nothing to save, and it says so', async () => {
    expect(await backUp(['--to', freshFolder()], { dataDirectory: freshFolder() })).toBe(1)
    expect(said).toContain('DATA_DIR')
  })
})

describe('pg_dump', () => {
  const freshDatabase = freshDatabaseOf('PostgreSQL')
  afterEach(() => void vi.unstubAllEnvs())

  /** A program of this name and nothing else is found. */
  function standIn(lines: string[]) {
    const folder = freshFolder()
    if (lines.length > 0)
      writeFileSync(path.join(folder, 'pg_dump'), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
    vi.stubEnv('PATH', folder)
  }

  async function backUpBusy() {
    const settings = await freshDatabase()
    await (await startBusy(settings)).stop()
    const folder = freshFolder()
    const code = await backUp(['--to', folder], settings)
    return { code, folder, format: JSON.parse(readFileSync(`${backupIn(folder)}.manifest.json`, 'utf8')).format }
  }

  test.each([
    ['that is missing', [], 'pg_dump is not installed'],
    ['that is older than the server', ['echo "pg_dump (PostgreSQL) 9.6.1"'], 'pg_dump 9 is older than the server'],
    [
      'that fails',
      ['[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1" && exit', 'echo "out of luck" >&2', 'exit 1'],
      'out of luck',
    ],
  ])('one %s is named, and the backup is a SQLite file', async (_what, lines, complaint) => {
    standIn(lines)
    const { code, folder, format } = await backUpBusy()
    expect(code, said).toBe(0)
    expect(said).toContain(complaint)
    expect(format).toBe('sqlite')
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('one that fits the server makes the backup, and never hears the password as an argument', async () => {
    standIn([
      '[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1" && exit',
      'call="$* $PGPASSWORD"',
      'IFS="="',
      'for each in "$@"; do case "$each" in --file=*) set -- $each; echo "$call" > "$2";; esac; done',
    ])
    const { code, folder, format } = await backUpBusy()
    expect(code, said).toBe(0)
    expect(format).toBe('pg_dump')
    const call = readFileSync(backupIn(folder), 'utf8').trim().split(' ')
    expect(call.pop()).toBe('postgres')
    expect(call.join(' ')).toContain('--snapshot=')
    expect(call.join(' ')).not.toContain(':postgres@')
  })

  test('the real one saves and pg_restore brings back what the server held', async ({ skip }) => {
    const server = await startInstalledPostgres()
    if (!server) return skip('This test needs a PostgreSQL server of the system beside its pg_dump')
    try {
      vi.stubEnv('PATH', `${server.programs}:${process.env.PATH}`)
      const settings = { dataDirectory: freshFolder(), databaseUrl: `${server.url}/postgres` }
      await (await startBusy(settings)).stop()
      const saved = await fingerprintOf(settings)
      const folder = freshFolder()
      expect(await backUp(['--to', folder], settings), said).toBe(0)
      expect(backupIn(folder)).toMatch(/\.dump$/)

      const api = await startApi(settings)
      await api.post('contact-us', aContactMessage())
      await api.stop()
      expect(await bringBack([backupIn(folder), '--replace'], settings), said).toBe(0)
      expect(await fingerprintOf(settings)).toEqual(saved)
      expect((await atTheDesk(settings, ['list', '--search', 'رَقم'])).output).toContain('contact')
    } finally {
      await server.remove()
    }
  }, 60_000)
})

describe('moving to PostgreSQL', () => {
  const freshSqlite = freshDatabaseOf('SQLite')
  const freshPostgres = freshDatabaseOf('PostgreSQL')

  test('everything arrives, and the site goes on from there', async () => {
    const from = await freshSqlite()
    await (await startBusy(from)).stop()
    const to = { ...from, databaseUrl: (await freshPostgres()).databaseUrl }
    expect(await move([], to), said).toBe(0)
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
    expect(await move([], to)).toBe(1)
    expect(await fingerprintOf(to)).toEqual(before)
  })
})
