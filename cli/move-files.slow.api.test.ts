import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { countObjects, openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { takeCv } from '#domain/submissions/submissions.ts'
import { type RunningApi, startApi } from '../tests/support/api.ts'
import { aCareerApplication, aPdf } from '../tests/support/builders.ts'
import { DATABASES, emptyDatabaseOf, freshDatabaseOf } from '../tests/support/databases.ts'
import { calling } from '../tests/support/desk.ts'
import { type S3Server, startS3Server } from '../tests/support/s3-server.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import type { Command } from './command.ts'
import { moveFiles } from './move-files.ts'
import { runCommand } from './run-command.ts'

const folder = temporaryFolder()
const CV_BYTES = 200_000

const run = (name: string, command: Command, args: string[], settings: DatabaseSettings) =>
  calling((situation) => runCommand(name, command, args, situation), settings)

describe.each(DATABASES)('files are moved on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const empty = emptyDatabaseOf(name)
  let store: S3Server
  let inDatabase: DatabaseSettings
  let withStorage: DatabaseSettings
  let api: RunningApi
  const sent = new Map<string, Buffer>()

  beforeAll(async () => {
    store = await startS3Server()
    inDatabase = await fresh()
    withStorage = { ...inDatabase, storage: { ...store.storage, newFiles: 'database' } }
    api = await startApi(withStorage)
    for (let number = 1; number <= 5; number++) await send(aPdf({ padding: `CV ${number}`.padEnd(CV_BYTES) }))
  })
  afterEach(() => {
    store.fault = undefined
    store.onRequest = undefined
  })
  afterAll(async () => {
    await api.stop()
    await store.stop()
  })

  async function send(bytes: Buffer) {
    const response = await api.postForm('Form', aCareerApplication({ cv: { bytes } }))
    const { reference } = (await response.json()) as { reference: string }
    sent.set(reference, bytes)
  }

  async function databaseBytes() {
    if (name !== 'SQLite') return 0
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(api.database.queries)
    return rows[0]?.bytes ?? 0
  }
  const move = (direction: string, settings = withStorage) => run('move-files', moveFiles, [direction], settings)
  const allAreWhole = async (settings = withStorage) => {
    const database = await openDatabase(settings)
    for (const [reference, bytes] of sent) {
      const found = await takeCv(database, reference, 'cv.read', { actor: 'a test', now: new Date() })
      expect(found?.bytes.equals(bytes), reference).toBe(true)
    }
    const count = await countObjects(database)
    await database.close()
    return count
  }

  test('needs the setting and a target', async () => {
    expect(await move('to-storage', inDatabase)).toMatchObject({
      code: 1,
      remarks: expect.stringMatching(/^STORAGE_URL: [^\n]+\n$/),
    })
    expect((await move('away')).code).toBe(2)
  })

  test('out of the database, and on from where it was stopped, while the server runs', async () => {
    let puts = 0
    store.onRequest = (method) => {
      if (method === 'PUT' && ++puts > 2) store.fault = 'refuse'
    }
    const stopped = await move('to-storage')
    expect(stopped.code).toBe(1)
    expect(stopped.remarks).toMatch(/object storage, put: the store replied 503 SlowDown\n$/)
    store.onRequest = undefined
    store.fault = undefined
    expect(await allAreWhole()).toBe(2)

    await send(aPdf({ padding: 'sent in between' }))
    const before = await databaseBytes()
    expect(await move('to-storage')).toMatchObject({ code: 0, output: expect.stringContaining('4 CVs moved') })
    if (name === 'SQLite') expect(await databaseBytes()).toBeLessThan(before - 3 * CV_BYTES)
    expect(await allAreWhole()).toBe(6)
    const left = await api.database.queries.selectFrom('cvs').select('bytes').execute()
    expect(left.map(({ bytes }) => bytes.length)).toEqual(Array(6).fill(0))
    expect(await move('to-storage')).toMatchObject({ code: 0, output: expect.stringContaining('0 CVs moved') })
  })

  test('into a backup, which comes back whole without the store', async () => {
    const to = path.join(folder, name)
    store.fault = 'refuse'
    expect(await run('backup', backup, ['--to', to], withStorage)).toMatchObject({ code: 1 })
    expect(readdirSync(to)).toEqual([])
    let calls = 0
    // As a store under load does.
    store.onRequest = () => {
      store.fault = ++calls % 3 === 0 ? 'refuse' : undefined
    }
    expect(await run('backup', backup, ['--to', to], withStorage)).toMatchObject({
      code: 0,
      output: expect.stringContaining('6 files were added from the object storage'),
    })
    store.onRequest = undefined
    store.fault = undefined
    const file = readdirSync(to).find((each) => each.endsWith('.sqlite')) as string
    const other = await empty()
    expect((await run('restore', restore, [path.join(to, file)], other)).code).toBe(0)
    expect(await allAreWhole(other)).toBe(0)
    const [mine, theirs] = await Promise.all([withStorage, { ...other, storage: store.storage }].map(folderOf))
    expect(theirs).not.toBe(mine)
  })

  async function folderOf(settings: DatabaseSettings) {
    const database = await openDatabase(settings)
    const found = await database.files.folder()
    await database.close()
    return found
  }

  test('back into the database, and nothing is left in the store', async () => {
    store.fault = 'damage'
    const damaged = await move('to-database')
    expect(damaged.code).toBe(1)
    expect(damaged.remarks).toContain('is damaged in the storage. Its row was left as it is.')
    store.fault = undefined
    expect(await allAreWhole()).toBe(6)

    expect(await move('to-database')).toMatchObject({ code: 0, output: expect.stringContaining('6 CVs moved') })
    expect(store.versions()).toBe(0)
    expect(await allAreWhole(inDatabase)).toBe(0)
  })
})
