import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noticeJobs } from '#domain/content/published-jobs.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { WEBHOOK_EVENTS, type WebhookFormat } from '#domain/platform/database/tables.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { changeStage } from '#domain/submissions/handling.ts'
import type { Language } from '#texts/languages.ts'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { storeApplication, storeMessage } from '../../../tests/support/desk-submissions.ts'
import { duringTests } from '../../../tests/support/during-tests.ts'
import { changePublished, removePublishedJobs } from '../../../tests/support/published-content.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../../../tests/support/webhook-receiver.ts'
import { type KindWorker, startWebhookWorker } from '../../../tests/support/workers.ts'
import { announceTest, forgetOldEvents, listDeliveries, repeatDelivery } from './ledger.ts'
import { RETRY_MINUTES } from './webhook-job.ts'
import { addWebhook, listWebhooks, removeWebhook } from './webhooks.ts'

const MINUTE = 60_000

describe.each(DATABASES)('webhooks on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let receiver: WebhookReceiver
  let workers: KindWorker[]
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const pass = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const database = duringTests(async () => openDatabase(await fresh()))
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    workers = []
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    for (const { id } of await listWebhooks(database.queries))
      await database.write((queries) => removeWebhook(queries, id))
    await receiver.stop()
  })

  const startWorker = (allowsLoopback = true) => {
    const log = { error: () => {} }
    const worker = startWebhookWorker({ database, rules: { allowsLoopback }, log, clock: () => clock.now })
    workers.push(worker)
    return worker
  }
  const add = async (changes: { url?: string; format?: WebhookFormat; language?: Language } = {}) => {
    const webhook = {
      url: receiver.url,
      events: [...WEBHOOK_EVENTS],
      format: 'standard' as const,
      language: 'en' as const,
      createdBy: null,
      ...changes,
    }
    const added = await database.write((queries) => addWebhook(queries, webhook, clock.now))
    return added as NonNullable<typeof added>
  }
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))
  const typesTold = () => bodies().map(({ type }) => type)
  const move = (reference: string, to: 'in-review' | 'withdrawn') =>
    database.write((queries) => changeStage(queries, reference, { to }, { actorId: null, now: clock.now }))

  test("a submission's events are delivered, signed, without personal data", async () => {
    const { secret } = await add()
    const worker = startWorker()
    const email = 'told@mail.example'
    const fields = { email, name: 'Hala Rashad' }
    const reference = await storeApplication({ database, clock }, { fields })
    await worker.runDue()
    await move(reference, 'in-review')
    await worker.runDue()
    await move(reference, 'withdrawn')
    await worker.runDue()
    await erasePerson(database, email, { actor: 'test', now: clock.now })
    await worker.runDue()
    await storeMessage({ database, clock }, { fields })
    await worker.runDue()
    const about = { reference, kind: 'career-application' }
    expect(bodies().slice(0, 4)).toEqual([
      { type: 'application.submitted', timestamp: clock.now.toISOString(), data: { ...about, stage: 'new' } },
      { type: 'application.stage_changed', timestamp: clock.now.toISOString(), data: { ...about, stage: 'in-review' } },
      { type: 'application.withdrawn', timestamp: clock.now.toISOString(), data: { ...about, stage: 'withdrawn' } },
      { type: 'application.erased', timestamp: clock.now.toISOString(), data: about },
    ])
    expect(typesTold()[4]).toBe('message.received')
    expect(JSON.stringify(receiver.received)).not.toMatch(/Hala|mail\.example/)
    expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true)
    expect(receiver.received.some((each) => isSigned({ ...each, body: `${each.body} ` }, secret))).toBe(false)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5)
  })

  test('erasing reaches the deliveries; only the erasure event stays', async () => {
    await add()
    const email = 'gone@mail.example'
    const reference = await storeApplication({ database, clock }, { fields: { email } })
    const worker = startWorker()
    await worker.runDue()
    await erasePerson(database, email, { actor: 'test', now: clock.now })
    const rows = async () => JSON.stringify(await database.queries.selectFrom('webhook_events').selectAll().execute())
    expect((await listDeliveries(database.queries)).map(({ type }) => type)).toEqual(['application.erased'])
    await worker.runDue()
    expect(typesTold()).toEqual(['application.submitted', 'application.erased'])
    expect(await rows()).not.toContain(reference)
    const [told] = await listDeliveries(database.queries)
    expect(told).toMatchObject({ canRepeat: false, reference: null })
    expect(await database.write((queries) => repeatDelivery(queries, told?.id ?? '', clock.now))).toBe(false)
  })

  test('a rolled-back change sends no webhook', async () => {
    await add()
    const reference = await storeApplication({ database, clock })
    await database.queries.deleteFrom('webhook_events').execute()
    await expect(
      database.write(async (queries) => {
        await changeStage(queries, reference, { to: 'in-review' }, { actorId: null, now: clock.now })
        expect(await listDeliveries(queries)).toHaveLength(1)
        throw new Error('The disk is full')
      }),
    ).rejects.toThrow('The disk is full')
    expect(await listDeliveries(database.queries)).toEqual([])
  })

  test('a refused delivery is retried after 1, 15, 60, 120, 240 and 480 minutes under the same id, then given up', async () => {
    await add()
    receiver.answer(500)
    const worker = startWorker()
    await storeMessage({ database, clock })
    await worker.runDue()
    for (const [index, minutes] of RETRY_MINUTES.entries()) {
      pass(minutes * MINUTE - 1000)
      await worker.runDue()
      expect(receiver.received).toHaveLength(index + 1)
      pass(1000)
      await worker.runDue()
      expect(receiver.received).toHaveLength(index + 2)
    }
    pass(30 * 24 * 60 * MINUTE)
    await worker.runDue()
    expect(receiver.received).toHaveLength(7)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    const [given] = await listDeliveries(database.queries)
    expect(given).toMatchObject({ tries: 7, nextTryAt: null, sentAt: null, because: 'HTTP_500' })

    receiver.answer(200)
    expect(await database.write((queries) => repeatDelivery(queries, given?.id ?? '', clock.now))).toBe(true)
    await worker.runDue()
    expect(receiver.received).toHaveLength(8)
    expect((await listDeliveries(database.queries))[0]).toMatchObject({ because: '', nextTryAt: null })
    await database.write((queries) => forgetOldEvents(queries, new Date(clock.now.getTime() + 31 * 24 * 60 * MINUTE)))
    expect(await listDeliveries(database.queries)).toEqual([])
  })

  test('a receiver that is gone (410) gets nothing until it takes a test message', async () => {
    const other = await startWebhookReceiver()
    const { id } = await add()
    await add({ url: other.url })
    receiver.answer(410)
    const worker = startWorker()
    await storeMessage({ database, clock })
    await worker.runDue()
    const stateOf = async () => (await listWebhooks(database.queries)).find((webhook) => webhook.id === id)?.offSince
    expect(await stateOf()).toBe(clock.now.toISOString())
    const [gone] = (await listDeliveries(database.queries)).filter(({ webhookId }) => webhookId === id)
    expect(gone).toMatchObject({ tries: 1, nextTryAt: null, because: 'HTTP_410' })
    await storeMessage({ database, clock })
    pass(24 * 60 * MINUTE)
    await worker.runDue()
    expect(receiver.received).toHaveLength(1)
    expect(other.received).toHaveLength(2)

    const test = () => database.write((queries) => announceTest(queries, id, clock.now))
    await test()
    await worker.runDue()
    expect(await stateOf()).not.toBeNull()
    receiver.answer(204)
    await test()
    await worker.runDue()
    expect(await stateOf()).toBeNull()
    await storeMessage({ database, clock })
    await worker.runDue()
    expect(typesTold()).toEqual(['message.received', 'webhook.test', 'webhook.test', 'message.received'])
    await other.stop()
  })

  test('nothing erased is kept for a receiver that is gone', async () => {
    await add()
    const email = 'gone-with-it@mail.example'
    const reference = await storeApplication({ database, clock }, { fields: { email } })
    receiver.answer(500)
    const worker = startWorker()
    await worker.runDue()
    await erasePerson(database, email, { actor: 'test', now: clock.now })
    await worker.runDue()
    receiver.answer(410)
    await storeMessage({ database, clock })
    await worker.runDue()
    const events = await database.queries.selectFrom('webhook_events').selectAll().execute()
    expect(JSON.stringify(events)).not.toContain(reference)
  })

  test('a test message goes to one webhook only, whatever its events', async () => {
    const other = await startWebhookReceiver()
    const { id, secret } = await add()
    await add({ url: other.url })
    expect(await database.write((queries) => announceTest(queries, 'nobody', clock.now))).toBe(false)
    expect(await database.write((queries) => announceTest(queries, id, clock.now))).toBe(true)
    await startWorker().runDue()
    expect(bodies()).toEqual([{ type: 'webhook.test', timestamp: clock.now.toISOString(), data: { webhook_id: id } }])
    expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true)
    expect(other.received).toEqual([])
    await other.stop()
  })

  test('a redirect is refused, and its target gets no request', async () => {
    const elsewhere = await startWebhookReceiver()
    await add()
    receiver.answer({ redirectTo: elsewhere.url })
    const worker = startWorker()
    await storeMessage({ database, clock })
    await worker.runDue()
    expect(elsewhere.received).toEqual([])
    expect((await listDeliveries(database.queries))[0]?.because).toBe('HTTP_307')
    await elsewhere.stop()
  })

  test('a receiver that hangs up is retried while others get theirs', async () => {
    const other = await startWebhookReceiver()
    await add()
    await add({ url: other.url })
    receiver.answer('hang up')
    const worker = startWorker()
    await storeMessage({ database, clock })
    await worker.runDue()
    expect(other.received).toHaveLength(1)
    const states = (await listDeliveries(database.queries)).map(({ because }) => because).toSorted()
    expect(states).toEqual(['', 'ECONNRESET'])
    await other.stop()
  })

  test('a receiver that wants another protocol has refused, and the next event is sent', async () => {
    await add()
    receiver.answer('switch protocols')
    const worker = startWorker()
    await storeMessage({ database, clock })
    await worker.runDue()
    expect((await listDeliveries(database.queries))[0]).toMatchObject({ because: 'HTTP_101', sentAt: null })
    receiver.answer(204)
    await storeMessage({ database, clock })
    await worker.runDue()
    expect(receiver.received).toHaveLength(2)
  })

  test('a receiver that does not answer keeps no other one waiting', async () => {
    const other = await startWebhookReceiver()
    await add()
    await add({ url: other.url })
    receiver.answer('nothing')
    const worker = startWorker()
    for (let sent = 0; sent < 20; sent++) await storeMessage({ database, clock })
    const sending = worker.runDue()
    await expect.poll(() => other.received.length).toBe(20)
    await storeMessage({ database, clock })
    worker.wake()
    await expect.poll(() => other.received.length).toBe(21)
    expect(receiver.received).toHaveLength(1)
    await receiver.stop()
    await sending
    await other.stop()
  })

  test.each(['http://127.0.0.1:1/', 'https://localhost/', 'https://169.254.169.254/'])(
    'not sent to %s',
    async (url) => {
      await add({ url })
      const worker = startWorker(false)
      await storeMessage({ database, clock })
      await worker.runDue()
      expect((await listDeliveries(database.queries))[0]).toMatchObject({ because: 'EPRIVATE', sentAt: null })
    },
  )

  test('two processes send each event once', async () => {
    await add()
    const references: string[] = []
    for (let sent = 0; sent < 30; sent++) references.push(await storeMessage({ database, clock }))
    const [one, other] = [startWorker(), startWorker()]
    await Promise.all([one.runDue(), other.runDue()])
    expect(
      bodies()
        .map(({ data }) => data.reference)
        .toSorted(),
    ).toEqual(references.toSorted())
  })

  test('a delivery claimed by a dead process is sent by another after the lease', async () => {
    await add()
    await storeMessage({ database, clock })
    const leased_until = new Date(clock.now.getTime() + MINUTE).toISOString()
    await database.queries.updateTable('queued_jobs').set({ leased_until }).execute()
    const worker = startWorker()
    await worker.runDue()
    expect(receiver.received).toEqual([])
    pass(MINUTE)
    await worker.runDue()
    expect(receiver.received).toHaveLength(1)
  })

  test("a job's opening and its last day are delivered", async () => {
    await add()
    const worker = startWorker()
    await worker.runDue()
    receiver.received.length = 0
    const { queries } = database
    const today = clock.now.toISOString().slice(0, 10)
    const opened = { id: 900, en: { title: 'A <new> job' }, shared: { closes_on: today } }
    await database.write(async (transaction) => {
      await changePublished(transaction, 'jobs', 1, opened)
      await noticeJobs(transaction, today, clock.now)
      await noticeJobs(transaction, today, clock.now)
    })
    await worker.runDue()
    expect(bodies()).toMatchObject([{ type: 'job.published', data: { job_id: 900, title: { en: 'A <new> job' } } }])
    pass(2 * 24 * 60 * MINUTE)
    await worker.runDue()
    expect(bodies().slice(1)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ type: 'job.closed', data: { job_id: 900 } })]),
    )
    await removePublishedJobs(queries, (id) => id === 900)
  })

  test('sample data sends no webhook', async () => {
    await add()
    const reference = await storeApplication({ database, clock })
    await database.queries.deleteFrom('webhook_events').execute()
    await database.queries.updateTable('submissions').set({ is_sample: 1 }).where('reference', '=', reference).execute()
    await move(reference, 'in-review')
    expect(await listDeliveries(database.queries)).toEqual([])
  })

  describe('as docs/webhooks.md says', () => {
    // Strict like the services, which answer 400 to an unknown shape.
    const slack = (body: string) => {
      const { text, ...rest } = JSON.parse(body)
      return typeof text === 'string' && text !== '' && !/<(?!\w)/.test(text) && Object.keys(rest).length === 0
    }
    const teams = (body: string) => {
      const { type, attachments } = JSON.parse(body)
      const [card] = attachments ?? []
      return (
        type === 'message' &&
        card?.contentType === 'application/vnd.microsoft.card.adaptive' &&
        card.content?.type === 'AdaptiveCard' &&
        card.content.body?.every((block: { type: string; text: string }) => block.type === 'TextBlock' && block.text)
      )
    }

    test.each([
      ['Slack', 'slack', 'en', slack],
      ['Slack', 'slack', 'ar', slack],
      ['Teams Workflows', 'teams', 'en', teams],
      ['Teams Workflows', 'teams', 'ar', teams],
    ] as const)('%s takes what is sent to it: %s in %s', async (_who, format, language, accepts) => {
      const chat = await startWebhookReceiver(accepts)
      await add({ url: chat.url, format, language })
      const worker = startWorker()
      const reference = await storeApplication(
        { database, clock },
        { fields: { email: `${language}-${format}@m.example` } },
      )
      await move(reference, 'in-review')
      await worker.runDue()
      expect(chat.received).toHaveLength(2)
      expect(chat.received.every(({ body }) => body.includes(reference))).toBe(true)
      expect((await listDeliveries(database.queries)).every(({ sentAt }) => sentAt !== null)).toBe(true)
      await chat.stop()
    })
  })
})
