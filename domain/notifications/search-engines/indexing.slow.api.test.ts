import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ContentVersionWatch, watchContentVersion } from '#domain/content/content-version.ts'
import { loadContent } from '#domain/content/load-content.ts'
import {
  findEntity,
  type PublishedRecord,
  publishedRecords,
  putPublished,
  removePublished,
} from '#domain/content/published.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { readConfig } from '#settings/settings.ts'
import type { Language } from '#texts/languages.ts'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { type IndexingServer, startIndexingServer } from '../../../tests/support/indexing-server.ts'
import { changePublished, removePublishedJobs } from '../../../tests/support/published-content.ts'
import { updateRows } from '../../../tests/support/rows.ts'
import { type KindWorker, startIndexingWorker } from '../../../tests/support/workers.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { INDEXING_RETRY_MINUTES } from './search-engine-job.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(DATABASES)('Google is told of jobs, on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let clock: { now: Date }
  let database: Database
  let google: IndexingServer
  let watch: ContentVersionWatch
  let workers: KindWorker[]
  let failures: object[]

  beforeEach(async () => {
    clock = { now: new Date('2026-03-02T09:00:00Z') }
    workers = []
    failures = []
    database = await openDatabase(await fresh())
    await load()
    await removePublishedJobs(database.queries, (id) => id > 2)
    watch = await watchContentVersion(database, () => clock.now)
    google = await startIndexingServer(() => clock.now)
  })
  afterEach(async () => {
    expect(google.faults).toEqual([])
    await Promise.all(workers.map((worker) => worker.stop()))
    watch.stop()
    await google.stop()
    await database.close()
  })

  const load = () => loadContent(database, readConfig({}).contentDirectory, clock.now)
  const change = async (work: Parameters<Database['write']>[0]) => {
    await database.write(async (queries) => {
      await work(queries)
      await updateRows(queries, 'content_version', {}, { version: `edited at ${Math.random()}` })
    })
    await watch.refresh()
  }
  const retitle = (id: number, title: string) =>
    change((queries) => changePublished(queries, 'jobs', id, { en: { title } }))
  const urlOf = (path: string, language: Language) =>
    `https://www.nuqta.example${language === 'ar' ? '/ar' : ''}${path}`
  const startWorker = () => {
    const worker = startIndexingWorker({
      database,
      account: google.account,
      publishUrl: google.publishUrl,
      contentVersion: watch.current,
      urlOf,
      log: { error: (details) => failures.push(details) },
      clock: () => clock.now,
    })
    workers.push(worker)
    return worker
  }
  const startTelling = async () => {
    const worker = startWorker()
    await worker.runDue()
    return worker
  }
  const pass = async (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
    await watch.refresh()
  }
  const addressesOf = (id: number) => [urlOf(`/careerApply/${id}`, 'ar'), urlOf(`/careerApply/${id}`, 'en')]
  const both = (id: number, type: string) => addressesOf(id).map((url) => ({ url, type }))
  const takeTold = () => google.told.splice(0).sort((a, b) => a.url.localeCompare(b.url))

  test('every open job is announced once in each language, with one token', async () => {
    const worker = await startTelling()
    expect(takeTold()).toEqual(
      [...both(1, 'URL_UPDATED'), ...both(2, 'URL_UPDATED')].sort((a, b) => a.url.localeCompare(b.url)),
    )
    expect(google.asked.filter((what) => what === 'token')).toHaveLength(1)
    await worker.runDue()
    expect(takeTold()).toEqual([])
  })

  test('the same content again is no news, also after a restart; a changed job is', async () => {
    const first = await startTelling()
    await first.stop()
    takeTold()
    await retitle(1, (await titleOf(1)) ?? '')
    await change((queries) => changePublished(queries, 'jobs', 2, { position: 77 }))
    const second = await startTelling()
    expect(takeTold()).toEqual([])
    await retitle(2, 'Another title')
    await second.runDue()
    expect(takeTold()).toEqual(both(2, 'URL_UPDATED'))
  })

  const titleOf = async (id: number) => (await findEntity(database.queries, 'jobs', id, 'en'))?.title

  test('a removed or expired job is withdrawn, and announced when it reopens', async () => {
    const worker = await startTelling()
    takeTold()
    const [job] = (await publishedRecords(database.queries, 'jobs', { id: 1 })) as [PublishedRecord]
    await change((queries) => removePublished(queries, 'jobs', 1))
    await worker.runDue()
    expect(takeTold()).toEqual(both(1, 'URL_DELETED'))
    Object.assign(job.parts.shared, { closes_on: '2026-03-05' })
    await change((queries) => putPublished(queries, 'jobs', [job]))
    await worker.runDue()
    expect(takeTold()).toEqual(both(1, 'URL_UPDATED'))
    await pass(4 * DAY)
    await worker.runDue()
    expect(takeTold()).toEqual(both(1, 'URL_DELETED'))
    expect(await database.queries.selectFrom('indexing_notices').select('id').orderBy('id').execute()).toEqual([
      { id: '2.ar' },
      { id: '2.en' },
    ])
  })

  test('a refused notice is retried later by any running process', async () => {
    google.answer(503)
    const first = await startTelling()
    expect(takeTold()).toEqual([])
    expect(failures).toHaveLength(4)
    expect(failures[0]).toMatchObject({ reason: 'PUBLISH_HTTP_503', tries: 1 })
    await first.runDue()
    expect(failures).toHaveLength(4)
    await first.stop()
    google.answer(200)
    await pass(MINUTE)
    await startTelling()
    expect(takeTold()).toHaveLength(4)
  })

  test('a notice that is always refused is given up until the job changes', async () => {
    google.answer('hang up')
    const worker = await startTelling()
    for (const minutes of INDEXING_RETRY_MINUTES) {
      await pass(minutes * MINUTE)
      await worker.runDue()
    }
    const tries = INDEXING_RETRY_MINUTES.length + 1
    expect(failures).toHaveLength(4 * tries)
    expect(failures.at(-1)).toMatchObject({ tries })
    google.answer(200)
    await pass(30 * DAY)
    await worker.runDue()
    expect(takeTold()).toEqual([])
    await retitle(1, 'Another title')
    await worker.runDue()
    expect(takeTold()).toEqual(both(1, 'URL_UPDATED'))
  })

  test('a job that changes during its notice is announced again', async () => {
    const address = urlOf('/careerApply/1', 'en')
    let isChanged = false
    google.meanwhile(async ({ url }) => {
      if (isChanged || url !== address) return
      isChanged = true
      await retitle(1, 'Changed meanwhile')
      await startTelling()
    })
    await startTelling()
    expect(takeTold().filter(({ url }) => url === address)).toHaveLength(2)
  })

  test('two processes announce each address once', async () => {
    const [one, other] = [startWorker(), startWorker()]
    await Promise.all([one.runDue(), other.runDue()])
    expect(takeTold()).toHaveLength(4)
  })

  test('a notice claimed by a dead process is sent by another after the lease', async () => {
    const worker = await startTelling()
    takeTold()
    await enqueue(database.queries, 'search-engine', {
      id: 'search-engine.1.en',
      payload: { noticeId: '1.en' },
      now: clock.now,
    })
    const leased_until = new Date(clock.now.getTime() + MINUTE).toISOString()
    await database.queries.updateTable('queued_jobs').set({ leased_until }).execute()
    await worker.runDue()
    expect(takeTold()).toEqual([])
    await pass(MINUTE)
    await worker.runDue()
    expect(takeTold()).toHaveLength(1)
  })

  test('a token is used until it expires, and another is asked for when Google takes it back', async () => {
    const worker = await startTelling()
    await pass(50 * MINUTE)
    await retitle(1, 'Second')
    await worker.runDue()
    expect(google.asked.filter((what) => what === 'token')).toHaveLength(1)
    await pass(15 * MINUTE)
    await retitle(1, 'Third')
    await worker.runDue()
    expect(google.asked.filter((what) => what === 'token')).toHaveLength(2)
    google.forgetTokens()
    takeTold()
    await retitle(1, 'Fourth')
    await worker.runDue()
    expect(failures.at(-1)).toMatchObject({ reason: 'PUBLISH_HTTP_401' })
    await pass(MINUTE)
    await worker.runDue()
    expect(takeTold()).toEqual(both(1, 'URL_UPDATED'))
    expect(google.asked.filter((what) => what === 'token')).toHaveLength(3)
  })

  test('without a token nothing is announced, and the reason is a code', async () => {
    google.answerTokens(400)
    const worker = await startTelling()
    expect(google.asked).not.toContain('notice')
    expect(failures.at(-1)).toMatchObject({ reason: 'TOKEN_HTTP_400', id: expect.stringContaining('search-engine.') })
    google.answerTokens(200)
    await pass(MINUTE)
    await worker.runDue()
    expect(takeTold()).toHaveLength(4)
  })
})
