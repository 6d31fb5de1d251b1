import path from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../../tests/support/api.ts'
import { aCareerApplication, aPdf } from '../../../tests/support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { atTheDesk } from '../../../tests/support/desk.ts'
import { type RunningDesk, startDesk } from '../../../tests/support/desk-api.ts'
import { untilTestEnds } from '../../../tests/support/during-tests.ts'
import { ACCESS_KEY, type S3Server, SECRET_KEY, startS3Server } from '../../../tests/support/s3-server.ts'
import { queuedJobs, startStorageWorker } from '../../../tests/support/workers.ts'
import { copyAll, replaceCv } from '../../candidates/acts.ts'
import { findConditions } from '../../operations/conditions.ts'
import { keepRetention } from '../../operations/retention.ts'
import { currentToken, linkSecretOf } from '../../submissions/links.ts'
import { listSubmissions } from '../../submissions/list-submissions.ts'
import { openDatabase } from '../database/connection.ts'
import type { DatabaseSettings } from '../database/database.ts'
import { deleteQueuedFiles, sweepOrphans } from '../file-deletions.ts'
import { openS3 } from './s3.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const log = { info() {}, warn() {}, error: (details: object) => expect(details).toBeUndefined() }

describe.each(DATABASES)('files in an object store, on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let settings: DatabaseSettings
  let store: S3Server
  let api: RunningApi
  let desk: RunningDesk
  beforeAll(async () => {
    store = await startS3Server()
    settings = { ...(await fresh()), storage: { ...store.storage, callMilliseconds: 4000 } }
    api = await startApi(settings)
    desk = await startDesk(settings)
  })
  afterEach(async () => {
    store.fault = undefined
    store.onRequest = undefined
    for (const { email } of await listSubmissions(api.database.queries)) await erase(email)
    await deleteQueuedFiles(api.database, new Date(Date.now() + DAY))
    expect(store.keys()).toEqual([])
  })
  afterAll(async () => {
    await Promise.all([api.stop(), desk.stop()])
    await store.stop()
  })

  const send = (bytes = aPdf(), headers: Record<string, string> = {}, fields = {}) =>
    api.postForm('Form', aCareerApplication({ fields, cv: { bytes } }), headers)
  const sent = async (bytes?: Buffer) => {
    const response = await send(bytes)
    expect(response.status).toBe(201)
    return ((await response.json()) as { reference: string }).reference
  }
  const erase = async (email: string) => {
    const { call } = await desk.as('owner')
    return call('POST /erasure', { body: { email, typedEmail: email } })
  }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const owed = () => queuedJobs(api.database.queries, 'file-deletion')
  /** Without conditions of this machine's disk. */
  const whatIsWrong = async () => {
    const { database } = api
    const { dataDirectory } = settings
    const found = await findConditions({ database, dataDirectory, backupDirectory: undefined, now: new Date() })
    return found.filter((condition) => condition.name !== 'diskLow')
  }
  const original = async (id: string) => {
    const { call } = await desk.as('recruiter')
    return call('GET /submissions/:id/cv/original', { params: { id } })
  }

  test('a CV is kept there sealed, and nothing of it in the database', async () => {
    const bytes = aPdf({ padding: 'something to be found' })
    await sent(bytes)
    const [key = ''] = store.keys()
    expect(key).toMatch(/^site\/[0-9a-f]{16}\/cvs\/[0-9a-f-]{36}$/)
    expect(store.bytesOf(key)?.includes('something to be found')).toBe(false)
    expect(store.bytesOf(key)?.includes('%PDF')).toBe(false)
    const rows = await api.database.queries.selectFrom('cvs').selectAll().execute()
    expect(rows).toMatchObject([{ size: bytes.length, bytes: Buffer.alloc(0), object_key: key.slice('site/'.length) }])
  })

  test('it is inspected, drawn, saved, exported and copied as it was sent', async () => {
    const bytes = aPdf({ pages: 2 })
    const id = await sent(bytes)
    await api.cvInspections.inspectDue()
    const { call } = await desk.as('owner')
    const page = await call('GET /submissions/:id/cv/pages/:page', { params: { id, page: '2' } })
    expect(await sharp(await bytesOf(page)).metadata()).toMatchObject({ format: 'webp' })
    expect((await bytesOf(await original(id))).equals(bytes)).toBe(true)
    const zip = await call('POST /export', { body: { format: 'cvs', references: [id] } })
    const [[file, inZip] = []] = Object.entries(unzipSync(await bytesOf(zip)))
    expect(file).toMatch(new RegExp(`${id}\\.pdf$`))
    expect(Buffer.from(inZip ?? []).equals(bytes)).toBe(true)
    const copy = await copyAll(api.database, { token: await tokenOf(id), language: 'en', now: new Date() })
    expect(Buffer.from(unzipSync(copy)['cv.pdf'] ?? []).equals(bytes)).toBe(true)
    const inspected = await api.database.queries.selectFrom('cv_inspections').selectAll().execute()
    expect(inspected).toMatchObject([{ result: expect.stringContaining('"opens":"yes"') }])
  })

  const tokenOf = async (reference: string) =>
    (await currentToken(api.database.queries, await linkSecretOf(api.database), reference)) as string

  test('one that is replaced is deleted', async () => {
    const id = await sent()
    const former = store.keys()
    const bytes = aPdf({ padding: 'better' })
    const cv = { fileName: 'cv.pdf', bytes, sha256: 'another' }
    await replaceCv(api.database, { token: await tokenOf(id), now: new Date(), cv })
    await deleteQueuedFiles(api.database, new Date())
    expect(store.keys()).toHaveLength(1)
    expect(store.keys()).not.toEqual(former)
    expect((await bytesOf(await original(id))).equals(bytes)).toBe(true)
  })

  test('erasing deletes every version of it', async () => {
    await sent()
    const [key = ''] = store.keys()
    for (const version of ['an older', 'one more', 'and more', 'than a page']) store.put(key, Buffer.from(version))
    expect(store.versions()).toBe(5)
    expect((await erase('salma@mail.example')).status).toBe(200)
    expect(store.versions()).toBe(0)
    expect(await owed()).toEqual([])
  })

  test('where the store knows no versions, the object itself is deleted', async () => {
    await sent()
    store.fault = 'no-versions'
    await erase('salma@mail.example')
    expect(store.keys()).toEqual([])
  })

  test('a deletion stays owed while the store is away, also after a restart', async () => {
    await sent()
    store.fault = 'refuse'
    expect((await erase('salma@mail.example')).status).toBe(200)
    expect(await owed()).toMatchObject([{ tries: 1, last_error: expect.stringContaining('503') }])
    expect(await whatIsWrong()).toEqual([])
    for (const hours of [1, 2, 3, 4]) await deleteQueuedFiles(api.database, new Date(Date.now() + hours * HOUR))
    expect(await whatIsWrong()).toEqual([{ name: 'deletionsFail', values: { count: 1 } }])
    store.fault = undefined
    const another = await openDatabase(settings)
    const worker = startStorageWorker({ database: another, log, clock: () => new Date(Date.now() + DAY) })
    await worker.runDue()
    await worker.stop()
    await another.close()
    expect(store.versions()).toBe(0)
    expect(await owed()).toEqual([])
  })

  test('a file lost by the store is reported as lost', async () => {
    const id = await sent()
    const [key = ''] = store.keys()
    await (await openS3(store.storage)).delete(key.slice('site/'.length))
    const { call } = await desk.as('recruiter')
    for (const response of [await original(id), await call('GET /submissions/:id/cv', { params: { id } })]) {
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ type: 'urn:problem:fileLost' })
    }
    const { code, remarks } = await atTheDesk(settings, [
      'cv',
      id,
      '--to',
      path.join(settings.dataDirectory, 'lost.pdf'),
    ])
    expect(code).toBe(1)
    expect(remarks).toContain(`The CV of ${id} is missing`)
  })

  test('files older than the retention are deleted from the store, too', async () => {
    await sent()
    const now = new Date(Date.now() + 400 * DAY)
    const contentVersion = () => ({ timeZone: 'UTC' })
    const retention = keepRetention({
      database: api.database,
      contentVersion,
      months: 12,
      log,
      clock: () => new Date(now.setUTCHours(12)),
    })
    await retention.runIfDue()
    await retention.stop()
    expect(store.versions()).toBe(0)
  })

  test('the same sent twice is one object', async () => {
    const key = { 'idempotency-key': `once-${name}` }
    const first = await (await send(aPdf(), key)).json()
    expect(await (await send(aPdf(), key)).json()).toEqual(first)
    expect(store.keys()).toHaveLength(1)
    expect(store.versions()).toBe(1)
  })

  test('of the same sent ten times at once, one is stored, and the others are swept after two days', async () => {
    const key = { 'idempotency-key': `at-once-${name}` }
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(aPdf(), key)))
    const receipts = await Promise.all(responses.map((each) => each.text()))
    expect(new Set(receipts).size).toBe(1)
    await sweep(1)
    await sweep(2)
    const [row] = await api.database.queries.selectFrom('cvs').select('object_key').execute()
    expect(store.keys()).toEqual([`site/${row?.object_key}`])
  })

  async function sweep(daysLater: number, database = api.database) {
    await sweepOrphans(database, new Date(Date.now() + daysLater * DAY + 1000))
  }

  test('an object without a row is left alone until the sweep after the next, and one of another site for ever', async () => {
    const folder = `site/${await api.database.files.folder()}`
    store.put(`${folder}cvs/orphan`, Buffer.from('left by a process that was killed'))
    store.put('site/0123456789abcdef/cvs/theirs', Buffer.from('of another site'))
    const id = await sent()
    await sweep(0)
    await sweep(1)
    expect(store.keys()).toHaveLength(3)
    await sweep(2)
    expect(store.keys()).toHaveLength(2)
    expect((await original(id)).status).toBe(200)
    await openS3(store.storage).then((objects) => objects.delete('0123456789abcdef/cvs/theirs'))
  })

  test('a copied database that shares the folder deletes no file, and both report it', async () => {
    const { queries } = api.database
    const sharing = () => whatIsWrong().then((found) => found.some((condition) => condition.name === 'storageShared'))
    await sweep(0)
    const copy = await untilTestEnds(openDatabase({ ...(await fresh()), storage: store.storage }))
    const keys = await queries.selectFrom('server_keys').selectAll().execute()
    await copy.queries.deleteFrom('server_keys').execute()
    await copy.queries.insertInto('server_keys').values(keys).execute()
    const jobs = await queries.selectFrom('daily_jobs').selectAll().execute()
    await copy.queries.deleteFrom('daily_jobs').execute()
    await copy.queries.insertInto('daily_jobs').values(jobs).execute()
    const id = await sent()
    await sweep(2, copy)
    await expect(sweep(3)).rejects.toThrow('STORAGE_URL')
    expect(await sharing()).toBe(true)
    await expect(sweep(4, copy)).rejects.toThrow('STORAGE_URL')
    expect((await original(id)).status).toBe(200)
    await expect(sweep(5)).rejects.toThrow('STORAGE_URL')
    await sweep(6)
    expect(await sharing()).toBe(false)
  })

  test.each(['refuse', 'hang'] as const)('forms without CV and pages work when the store does "%s"', async (fault) => {
    store.fault = fault
    const refused = await send()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await api.database.queries.selectFrom('submissions').selectAll().execute()).toEqual([])
    expect((await api.get('job')).status).toBe(200)
    store.fault = undefined
    expect((await send()).status).toBe(201)
  })

  test('a CV that cannot be read now is said to be unavailable, and inspected later', async () => {
    store.onRequest = (method) => {
      store.fault = method === 'GET' ? 'refuse' : undefined
    }
    const id = await sent()
    const response = await original(id)
    expect(response.status).toBe(503)
    await api.cvInspections.inspectDue()
    expect(await queuedJobs(api.database.queries, 'cv-inspection')).toMatchObject([{ tries: 0, leased_until: null }])
  })

  test('a CV whose bytes were changed is never shown', async () => {
    const id = await sent()
    store.fault = 'damage'
    const response = await original(id)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('PDF')
  })

  test('pictures are kept there, shown and removed', async () => {
    const { call } = await desk.as('editor')
    const body = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const upload = () => call('POST /pictures', { query: { name: 'blue' }, body })
    const { id } = (await (await upload()).json()) as { id: string }
    const files = await api.database.queries.selectFrom('picture_files').selectAll().execute()
    expect(files.length).toBeGreaterThan(1)
    expect(store.keys()).toHaveLength(files.length)
    expect((await upload()).status).toBe(200)
    expect(store.keys()).toHaveLength(files.length)
    const shown = await call('GET /pictures/:id/file', { params: { id } })
    expect(await sharp(await bytesOf(shown)).metadata()).toMatchObject({ format: 'webp' })
    const removed = await call('DELETE /pictures/:id', { params: { id }, query: { version: '1' } })
    expect(removed.status).toBe(204)
    await deleteQueuedFiles(api.database, new Date())
    expect(store.versions()).toBe(0)
  })

  test('nothing that is logged or said repeats the key, the secret or what was signed', async () => {
    const objects = await openS3({ ...store.storage, secretKey: 'wrong' })
    const error = await objects.put('a', Buffer.from('b')).catch((failure) => failure)
    expect(error.message).toMatch(/403 SignatureDoesNotMatch/)
    const everything = JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: error.cause })
    for (const secret of [ACCESS_KEY, SECRET_KEY, 'wrong', 'Signature=']) expect(everything).not.toContain(secret)
  })
})
