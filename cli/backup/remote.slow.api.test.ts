import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBackups } from '#domain/operations/backups.ts'
import { openRemoteBackups } from '#domain/operations/remote-backups.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { readConfig } from '#settings/settings.ts'
import { startApi } from '../../tests/support/api.ts'
import { aContactMessage } from '../../tests/support/builders.ts'
import { DATABASES, emptyDatabaseOf, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk, calling } from '../../tests/support/desk.ts'
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { Command } from '../command.ts'
import { runCommand } from '../run-command.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const DAY = 24 * 60 * 60 * 1000
const folder = temporaryFolder()

describe.each(DATABASES)('backups in an object storage on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const empty = emptyDatabaseOf(name)
  const key = path.join(folder, `${name}-key.txt`)
  let store: S3Server
  let settings: DatabaseSettings
  let recipient: string

  const run = (what: string, command: Command, args: string[], given: object, now?: Date) =>
    calling((situation) => runCommand(what, command, args, situation), given as DatabaseSettings, { now })
  const withBackups = (given: DatabaseSettings) => ({
    ...given,
    backups: readConfig({ BACKUP_DIR: store.url, BACKUP_KEY: recipient, DATA_DIR: given.dataDirectory }).backups,
  })

  beforeAll(async () => {
    store = await startS3Server()
    settings = await fresh()
    const api = await startApi(settings)
    expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    await api.stop()
    const made = await run('backup', backup, ['--make-key', key], settings)
    recipient = made.output.trim().replace('BACKUP_KEY=', '')
  })
  afterAll(() => store.stop())

  test('need a key, and complaints do not repeat the secret', () => {
    expect(() => readConfig({ BACKUP_DIR: store.url })).toThrow(/^BACKUP_KEY: must be set/)
    expect(() => readConfig({ BACKUP_DIR: 's3://key:secret@host', BACKUP_KEY: recipient })).toThrow(
      /^BACKUP_DIR: (?!.*secret@)/,
    )
  })

  test('are stored, encrypted, drilled, restored on a new machine, and none stays here', async () => {
    const made = await run('backup', backup, ['--nightly'], withBackups(settings))
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('is stored in the object storage') })
    expect(readdirSync(path.join(settings.dataDirectory, 'backups'))).toEqual([])
    expect(store.keys().some((each) => /\.sqlite\.age\.00000$/.test(each))).toBe(true)

    const drilled = await run('restore', restore, ['--drill', '--identity', key], withBackups(settings))
    expect(drilled).toMatchObject({ code: 0, output: expect.stringContaining('It can be restored') })
    const [stored] = await listBackups(await openRemoteBackups(store.storage))
    const other = await empty()
    if (!existsSync(other.dataDirectory)) mkdirSync(other.dataDirectory)
    const restored = await run('restore', restore, [stored?.name as string, '--identity', key], withBackups(other))
    expect(restored.code, restored.remarks).toBe(0)
    const database = await openDatabase(other)
    expect(await database.queries.selectFrom('submissions').selectAll().execute()).toHaveLength(1)
    await database.close()
  })

  test('are pruned by the same rule, and one that cannot be stored is told', async () => {
    const remote = await openRemoteBackups(store.storage)
    const first = Date.now()
    for (const days of [1, 2, 50, 51])
      expect(
        (await run('backup', backup, ['--nightly'], withBackups(settings), new Date(first + days * DAY))).code,
      ).toBe(0)
    const left = await listBackups(remote)
    // After a pause of weeks the clock is not trusted at once, a night later it is.
    expect(left.every(({ madeAt }) => madeAt.getTime() > first + 49 * DAY)).toBe(true)
    expect(left.length).toBeGreaterThan(0)

    store.fault = 'refuse'
    const refused = await run('backup', backup, ['--nightly'], withBackups(settings), new Date(first + 52 * DAY))
    expect(refused).toMatchObject({ code: 1, remarks: expect.stringContaining('Nothing was saved') })
    expect(readdirSync(path.join(settings.dataDirectory, 'backups'))).toEqual([])
    const doctor = await atTheDesk(withBackups(settings), ['doctor'])
    expect(doctor.output).toMatch(/^WRONG {2}backups +BACKUP_DIR cannot be used: .*503/m)
    store.fault = undefined
  })

  test('arrive whole in pieces', async () => {
    const remote = await openRemoteBackups(store.storage, 1_000)
    const given = withBackups(settings)
    const to = path.join(folder, `${name}-pieces`)
    expect((await run('backup', backup, ['--to', to], given)).code).toBe(0)
    const file = readdirSync(to).find((each) => each.endsWith('.age')) as string
    await remote.put(path.join(to, file))
    expect(store.keys().filter((each) => each.includes(file)).length).toBeGreaterThan(10)
    const drilled = await run('restore', restore, [file, '--drill', '--identity', key], given)
    expect(drilled, drilled.remarks).toMatchObject({ code: 0 })
    await remote.delete(file)
    expect(store.keys().filter((each) => each.includes(file))).toEqual([])
  })
})
