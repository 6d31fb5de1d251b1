import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { databaseThatLeaves } from '../../../tests/support/absent-database.ts'
import { type RunningApi, startApi } from '../../../tests/support/api.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication } from '../../../tests/support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { atTheDesk } from '../../../tests/support/desk.ts'
import {
  headersOf,
  type MailServer,
  partsOf,
  type ReceivedMail,
  startMailServer,
} from '../../../tests/support/mail-server.ts'
import { type MailWorker, queuedMails, startMailWorker } from '../../../tests/support/workers.ts'
import { saveDraft } from '../../content/drafts.ts'
import { publishDrafts } from '../../content/publishing.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import type { Database } from '../../platform/database/database.ts'
import { listStuckJobs, retryJobs } from '../../platform/jobs/stuck-jobs.ts'
import type { Outbox } from '../../submissions/events.ts'
import type { MailSettings } from './transport.ts'

const MINUTE = 60_000
const log = { error: () => {} }

describe.each(DATABASES)('mail on %s', (name) => {
  const freshDatabase = freshDatabaseOf(name)
  let closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.reverse()) await close()
    closing = []
  })

  const outbox = { mailDomain: 'nuqta.example', wake: () => {} }
  let now = new Date()
  const clock = () => now
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }

  async function startEverything(
    options: Parameters<typeof startMailServer>[0] = {},
    limits: Partial<Outbox> = {},
    staffLanguage?: Language,
  ) {
    now = new Date('2026-03-01T10:00:00Z')
    const settings = await freshDatabase()
    const api = await startApi({ ...settings, clock, outbox: { ...outbox, ...limits } })
    const mailServer = await startMailServer(options)
    closing.push(() => api.stop())
    closing.push(() => mailServer.stop())
    const worker = workerFor(api.database, mailServer, staffLanguage)
    // The worker's first look is over before there is a mail to find.
    await worker.sendDue()
    return { api, mailServer, settings, worker }
  }

  function workerFor(database: Database, { url }: Pick<MailServer, 'url'>, staffLanguage?: Language): MailWorker {
    const settings: MailSettings = {
      smtpUrl: url,
      mailTo: ['staff@nuqta.example', 'second@nuqta.example'],
      mailFrom: 'site@nuqta.example',
      ...(staffLanguage && { staffLanguage }),
    }
    const worker = startMailWorker({ database, settings, log, clock })
    closing.push(() => worker.stop())
    return worker
  }

  const sendMessage = async (api: RunningApi, changes = {}, headers = {}) => {
    const answer = await api.post('contact-us', aContactMessage(changes), headers)
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { reference: string }).reference
  }

  /** Minutes until the next try, after each of three tries of the only pending mail. */
  const waitsOf = async ({ database }: RunningApi, worker: MailWorker) => {
    const waits: number[] = []
    for (let tries = 0; tries < 3; tries++) {
      await worker.sendDue()
      const [mail] = await queuedMails(database.queries)
      const wait = Date.parse(mail!.due_at) - now.getTime()
      waits.push(wait / MINUTE)
      pass(wait)
    }
    return waits
  }

  test('the staff hear of a message and its sender gets a confirmation, each once', async () => {
    const { api, mailServer, worker } = await startEverything()
    const reference = await sendMessage(api)
    await worker.sendDue()
    await worker.sendDue()
    const [staff, confirmation] = inOrder(mailServer)
    expect(mailServer.received).toHaveLength(2)
    expect(staff?.to).toEqual(['staff@nuqta.example', 'second@nuqta.example'])
    expect(staff?.header('Subject')).toContain(reference)
    expect(staff?.header('Reply-To')).toContain('mona@mail.example')
    expect(partsOf(staff!)['text/plain']).toContain('We sell bread.')
    expect(confirmation?.to).toEqual(['mona@mail.example'])
    expect(partsOf(confirmation!)['text/plain']).toContain(reference)
    expect(confirmation?.header('Auto-Submitted')).toBe('auto-replied')
    expect(await queuedMails(api.database.queries)).toEqual([])
  })

  test("mails use the company's current name", async () => {
    const { api, mailServer, worker } = await startEverything()
    const hostile = 'Harf & <b>"Sons"</b>\r\nBcc: all@nuqta.example\u202e'
    await api.database.write(async (queries) => {
      const editing = { author: 'somebody', now }
      const fields = { name: hostile }
      await saveDraft(queries, 'company', 1, [{ part: 'en', version: 1, fields }], editing)
      const published = await publishDrafts(queries, 'company', 1, [{ part: 'en', version: 2 }], editing)
      expect(published.kind).toBe('published')
    })
    await sendMessage(api)
    await worker.sendDue()
    for (const mail of inOrder(mailServer)) {
      expect(mail.header('From')).toContain('Harf & <b>')
      expect(mail.header('Bcc')).toBeFalsy()
      expect(mail.to).not.toContain('all@nuqta.example')
      const { 'text/html': html = '', 'text/plain': text = '' } = partsOf(mail)
      expect(html).toContain('Harf &#38; &#60;b&#62;')
      expect(html).not.toContain('<b>')
      expect(`${html}${text}`).not.toContain('\u202e')
    }
    expect(partsOf(inOrder(mailServer)[1]!)['text/plain']).toContain('Harf & <b>"Sons"</b> Bcc: all@nuqta.example')
  })

  test('an Arabic sender is answered in Arabic, from right to left; the staff read English', async () => {
    const { api, mailServer, worker } = await startEverything()
    await sendMessage(api, { name: 'منى سعيد' }, { 'accept-language': 'ar' })
    await worker.sendDue()
    const [staff, confirmation] = inOrder(mailServer)
    expect(confirmation?.header('Subject')).toMatch(/[\u0600-\u06ff]/)
    expect(partsOf(confirmation!)['text/html']).toContain('dir="rtl"')
    expect(partsOf(staff!)['text/html']).toContain('dir="ltr"')
    expect(partsOf(staff!)['text/plain']).toContain('منى سعيد')
  })

  test("an Arabic team gets Arabic mail; visitors' text keeps its direction", async () => {
    const { api, mailServer, worker } = await startEverything({}, {}, 'ar')
    await sendMessage(api, { name: 'Mona Said', message: 'One line.\nAnd another.' })
    await worker.sendDue()
    const [staff, confirmation] = inOrder(mailServer)
    const html = partsOf(staff!)['text/html']
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<bdi dir="auto">Mona Said</bdi>')
    expect(html).toMatch(/<p dir="auto"[^>]*>One line\.<br>And another\.<\/p>/)
    expect(partsOf(confirmation!)['text/html']).toContain('<html lang="en" dir="ltr">')
  })

  test('a CV is named by the reference of its application and never attached', async () => {
    const { api, mailServer, worker } = await startEverything()
    const answer = await api.postForm('Form', aCareerApplication({ fields: { job_id: '1' } }))
    const { reference } = (await answer.json()) as { reference: string }
    await api.cvInspections.inspectDue()
    await worker.sendDue()
    expect(mailServer.received).toHaveLength(2)
    for (const mail of mailServer.received) {
      expect(mail.header('Subject')).toContain(reference)
      expect(Object.keys(partsOf(mail))).toEqual(['text/plain', 'text/html'])
      expect(mail.source).not.toContain('%PDF')
    }
  })

  test('text typed into the form never reaches the address that it claims to come from', async () => {
    const { api, mailServer, worker } = await startEverything()
    await api.post('Internship', anInternshipApplication({ name: 'BUY-THIS', why_hire_you: 'BUY-THIS now' }))
    await worker.sendDue()
    const [staff, confirmation] = inOrder(mailServer)
    expect(staff?.source).toContain('BUY-THIS')
    expect(confirmation?.source).not.toContain('BUY-THIS')
  })

  test('a flagged submission gets no confirmation, and the staff see the flag', async () => {
    const { api, mailServer, worker } = await startEverything()
    await sendMessage(api, { website: 'http://spam.example' })
    await worker.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([['staff@nuqta.example', 'second@nuqta.example']])
    expect(mailServer.received[0]?.header('Subject')).toContain('[flagged]')
  })

  test('a form that was filled in quickly gets its confirmation, and the staff see the flag', async () => {
    const { api, mailServer, worker } = await startEverything()
    await sendMessage(api, { fill_time: 400 })
    await worker.sendDue()
    const [staff, confirmation] = inOrder(mailServer)
    expect(staff?.header('Subject')).toContain('[flagged]')
    expect(confirmation?.to).toEqual(['mona@mail.example'])
  })

  test.each(['en', 'ar'] as const)('the staff read in words why a submission is marked (%s)', async (language) => {
    const { api, mailServer, worker } = await startEverything({}, {}, language)
    await sendMessage(api, { website: 'http://spam.example' })
    await worker.sendDue()
    const [mail] = mailServer.received as [ReceivedMail]
    const text = partsOf(mail)['text/plain']
    expect(text).toContain(textsIn(language).mail.senderMarks.honeypot)
    expect(text).not.toContain('honeypot')
  })

  test('a mailbox gets only a few confirmations a day; the staff hear of every submission', async () => {
    const { api, mailServer, worker } = await startEverything()
    const to = (address: string) => mailServer.received.filter((mail) => mail.to.includes(address)).length
    for (let number = 0; number < 7; number++) await sendMessage(api, { email: 'Victim@mail.example' })
    for (let number = 0; number < 2; number++)
      await api.post('Internship', anInternshipApplication({ email: 'victim@mail.example' }))
    await api.postForm('Form', aCareerApplication({ fields: { email: 'victim@mail.example' } }))
    await sendMessage(api, { email: 'somebody.else@mail.example' })
    await api.cvInspections.inspectDue()
    await worker.sendDue()
    expect(to('Victim@mail.example') + to('victim@mail.example')).toBe(5)
    expect(to('somebody.else@mail.example')).toBe(1)
    expect(to('staff@nuqta.example')).toBe(11)

    pass(25 * 60 * MINUTE)
    await sendMessage(api, { email: 'victim@mail.example' })
    await worker.sendDue()
    expect(to('victim@mail.example')).toBe(1)
  })

  test('spellings of one mailbox are one; the staff see and release withheld mails', async () => {
    const { api, mailServer, settings, worker } = await startEverything()
    const spellings = [
      'mona@gmail.com',
      'Mona+1@gmail.com',
      'm.o.n.a@gmail.com',
      'mo.na+x@googlemail.com',
      'MONA@gmail.com',
    ]
    for (const email of spellings) await sendMessage(api, { email })
    const reference = await sendMessage(api, { email: 'mon.a+sixth@gmail.com' })
    await sendMessage(api, { email: 'mo.na@mail.example' })
    await sendMessage(api, { email: 'mona@mail.example' })
    await worker.sendDue()
    const confirmed = () => mailServer.received.map(({ to }) => to[0]).filter((to) => to !== 'staff@nuqta.example')
    expect(confirmed().sort()).toEqual([...spellings, 'mo.na@mail.example', 'mona@mail.example'].sort())
    expect(await queuedMails(api.database.queries)).toEqual([])

    const desk = (...args: string[]) => atTheDesk(settings, ['queue', ...args], { now })
    expect((await desk()).output).toContain(reference)
    expect(JSON.parse((await desk('--json')).output)).toMatchObject({
      jobs: [{ subject: reference, because: 'WITHHELD_MAILBOX', isHeld: true }],
    })
    await desk('retry')
    await worker.sendDue()
    expect(confirmed()).not.toContain('mon.a+sixth@gmail.com')
    await desk('retry', reference)
    await worker.sendDue()
    expect(confirmed()).toContain('mon.a+sixth@gmail.com')
  })

  test('confirmations stop at the daily limit; mail to the staff does not', async () => {
    const { api, mailServer, settings, worker } = await startEverything({}, { confirmationsPerDay: 3 })
    for (const number of [1, 2, 3, 4, 5]) await sendMessage(api, { email: `sender${number}@mail.example` })
    await worker.sendDue()
    const to = (pattern: RegExp) => mailServer.received.filter((mail) => pattern.test(String(mail.to[0]))).length
    expect([to(/^sender/), to(/^staff/)]).toEqual([3, 5])
    expect(JSON.parse((await atTheDesk(settings, ['queue', '--json'])).output)).toMatchObject({
      jobs: [{ because: 'WITHHELD_DAY' }, { because: 'WITHHELD_DAY' }],
    })
    pass(25 * 60 * MINUTE)
    await sendMessage(api, { email: 'sender6@mail.example' })
    await worker.sendDue()
    expect([to(/^sender/), to(/^staff/)]).toEqual([4, 6])
  })

  test('a mail server that is down for a day delays mail and loses none', async () => {
    const { api, mailServer, worker } = await startEverything()
    const port = Number(new URL(mailServer.url).port)
    await mailServer.stop()
    for (const number of [1, 2, 3, 4, 5])
      await sendMessage(api, { subject: `Number ${number}`, email: `person${number}@mail.example` })
    for (let hours = 0; hours < 24; hours++) {
      await worker.sendDue()
      pass(60 * MINUTE)
    }
    const waiting = await queuedMails(api.database.queries)
    expect(waiting).toHaveLength(10)
    expect(Math.max(...waiting.map(({ tries }) => tries))).toBe(0)
    expect(waiting.map(({ last_error }) => last_error).join()).not.toContain('@')

    const again = await startMailServer({ port })
    closing.push(() => again.stop())
    pass(2 * MINUTE)
    await worker.sendDue()
    expect(again.received).toHaveLength(10)
    expect(new Set(again.received.map((mail) => mail.header('Message-ID'))).size).toBe(10)
  })

  const refusing = (ending: string, responseCode: number) => (address: string) => {
    if (address.endsWith(ending)) throw Object.assign(new Error(`No such person: ${address}`), { responseCode })
  }

  test('a refused mail backs off, is stuck after ten tries, and blocks no other', async () => {
    const refuse = refusing('mona@mail.example', 451)
    const { api, mailServer, worker } = await startEverything({ onRecipient: refuse })
    await sendMessage(api)
    await worker.sendDue()
    const waits: number[] = []
    for (let tries = 1; tries < 10; tries++) {
      const [mail] = await queuedMails(api.database.queries)
      waits.push((Date.parse(mail!.due_at) - now.getTime()) / MINUTE)
      pass(Date.parse(mail!.due_at) - now.getTime())
      await worker.sendDue()
    }
    expect(waits).toEqual([1, 2, 5, 10, 30, 60, 60, 60, 60])
    const [stuck] = await queuedMails(api.database.queries)
    expect(stuck).toMatchObject({ tries: 10, kind: 'confirmation', last_error: 'EENVELOPE 451 RCPT TO' })

    await sendMessage(api, { email: 'other@mail.example' })
    await worker.sendDue()
    expect(mailServer.received.some(({ to }) => to.includes('other@mail.example'))).toBe(true)
  })

  test('a mail that the server takes and never acknowledges counts as tried, and waits longer each time', async () => {
    const { api } = await startEverything()
    const silent = await startMailServer({ onReceived: () => new Promise(() => {}) })
    closing.push(() => silent.stop())
    const worker = workerFor(api.database, { url: `${silent.url}?socketTimeout=200` })
    await worker.sendDue()
    await sendMessage(api, { website: 'x' })
    expect(await waitsOf(api, worker)).toEqual([1, 2, 5])
    expect(await queuedMails(api.database.queries)).toMatchObject([{ tries: 3, last_error: 'ETIMEDOUT CONN' }])
  })

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'a mail taken before a hang-up (%s) is retried',
    async (hangUp) => {
      const { api } = await startEverything()
      const clients = new Set<Socket>()
      const mailServer = await startMailServer({
        async onReceived() {
          for (const client of clients) client[hangUp]()
        },
      })
      const door = createServer((client) => {
        clients.add(client.on('error', () => {}))
        const server = connect(Number(new URL(mailServer.url).port), '127.0.0.1').on('error', () => {})
        client.pipe(server).pipe(client)
      }).listen(0, '127.0.0.1')
      await once(door, 'listening')
      closing.push(() => mailServer.stop())
      closing.push(() => new Promise((resolve) => door.close(() => resolve())))
      const worker = workerFor(api.database, { url: `smtp://127.0.0.1:${(door.address() as AddressInfo).port}` })
      await worker.sendDue()
      await sendMessage(api, { website: 'x' })
      expect(await waitsOf(api, worker)).toEqual([1, 2, 5])
      expect(await queuedMails(api.database.queries)).toMatchObject([{ tries: 3 }])
      expect(new Set(mailServer.received.map((mail) => mail.header('Message-ID'))).size).toBe(1)
    },
  )

  test('a mailbox that does not exist is tried once, and shown to the staff, who may try again', async () => {
    const { api, worker } = await startEverything({ onRecipient: refusing('mona@mail.example', 550) })
    await sendMessage(api)
    await worker.sendDue()
    const [stuck] = (await listStuckJobs(api.database.queries)).jobs
    expect(stuck).toMatchObject({
      payload: { mail: 'confirmation' },
      because: 'EENVELOPE 550 RCPT TO',
      tries: 1,
      dueAt: null,
    })
    pass(8 * 24 * 60 * MINUTE)
    await worker.sendDue()
    expect((await listStuckJobs(api.database.queries)).jobs).toEqual([stuck])
    await retryJobs(api.database.queries, now, { id: stuck!.id })
    expect((await queuedMails(api.database.queries))[0]).toMatchObject({ id: stuck!.id, tries: 0 })
  })

  test('mails to the team are tried for a week, whatever the server says of their mailbox', async () => {
    const { api, worker } = await startEverything({ onRecipient: refusing('@nuqta.example', 550) })
    await sendMessage(api)
    await worker.sendDue()
    const owed = await queuedMails(api.database.queries)
    expect(owed).toMatchObject([{ kind: 'staff', tries: 1 }])
    expect(Date.parse(owed[0]!.due_at) - now.getTime()).toBe(MINUTE)
  })

  test('a crash between acceptance and the mark repeats the mail under the same Message-ID', async () => {
    const { api, settings } = await startEverything()
    await sendMessage(api, { website: 'x' })
    const doomed = await openDatabase(settings)
    const mailServer = await startMailServer({ onReceived: () => doomed.close() })
    closing.push(() => mailServer.stop())
    await workerFor(doomed, mailServer).sendDue()
    expect(mailServer.received).toHaveLength(1)

    const healthy = await startMailServer()
    closing.push(() => healthy.stop())
    const next = workerFor(api.database, healthy)
    await next.sendDue()
    expect(healthy.received).toHaveLength(0)
    // The longest that RFC 5321 gives a server to acknowledge a mail.
    pass(10 * MINUTE)
    await next.sendDue()
    expect(healthy.received).toHaveLength(0)
    pass(6 * MINUTE)
    await next.sendDue()
    expect(healthy.received).toHaveLength(1)
    expect(healthy.received[0]?.header('Message-ID')).toBe(mailServer.received[0]?.header('Message-ID'))
  })

  test('a mail that is sent while the database is away is noted when it is back, and not sent again', async () => {
    const { api } = await startEverything()
    await sendMessage(api, { website: 'x' })
    const { database, leave, comeBack } = databaseThatLeaves(api.database)
    const mailServer = await startMailServer({ onReceived: async () => leave() })
    closing.push(() => mailServer.stop())
    const worker = workerFor(database, mailServer)
    await worker.sendDue()
    expect(await queuedMails(api.database.queries)).toHaveLength(1)
    const sentAt = now
    comeBack()
    pass(MINUTE)
    await worker.sendDue()
    expect(await queuedMails(api.database.queries)).toEqual([])
    const sent = api.database.queries.selectFrom('mails').select('sent_at')
    expect(await sent.execute()).toEqual([{ sent_at: sentAt.toISOString() }])
    expect(mailServer.received).toHaveLength(1)
  })

  test('several processes send each mail once', async () => {
    const { api, mailServer, settings, worker } = await startEverything()
    const others = await Promise.all([1, 2].map(() => openDatabase(settings)))
    closing.push(async () => void (await Promise.all(others.map((other) => other.close()))))
    for (let number = 0; number < 15; number++) await sendMessage(api, { email: `person${number}@mail.example` })
    await Promise.all([worker, ...others.map((other) => workerFor(other, mailServer))].map((each) => each.sendDue()))
    expect(mailServer.received).toHaveLength(30)
    expect(new Set(mailServer.received.map((mail) => mail.header('Message-ID'))).size).toBe(30)
  })

  test('line breaks and addresses in what was submitted make no header and no recipient', async () => {
    const { api, mailServer, worker } = await startEverything()
    const reference = await sendMessage(api)
    // Bypasses the form's rules, as if one had a hole.
    await api.database.queries
      .updateTable('submissions')
      .set({
        about: 'Hello\r\nBcc: victim@mail.example\r\n\r\nBody',
        name: 'Mona" <x@y.example>\r\nX-Evil: yes',
      })
      .where('reference', '=', reference)
      .execute()
    await api.database.queries.updateTable('submission_answers').set({ answer: '<script>alert(1)</script>' }).execute()
    await worker.sendDue()
    const [staff] = inOrder(mailServer)
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain('victim@mail.example')
    for (const { source } of mailServer.received) {
      expect(headersOf(source)).not.toMatch(/^(Bcc|X-Evil):/im)
      expect(headersOf(source).match(/^Subject:/gim)).toHaveLength(1)
    }
    expect(partsOf(staff!)['text/html']).not.toContain('<script>')
  })

  test('a mail about an erased submission is not sent', async () => {
    const { api, mailServer, worker } = await startEverything()
    await sendMessage(api)
    await api.database.queries.deleteFrom('submissions').execute()
    await worker.sendDue()
    expect(mailServer.received).toEqual([])
    expect(await queuedMails(api.database.queries)).toEqual([])
  })
})

function inOrder({ received }: MailServer) {
  return [...received].sort((one, other) => other.to.length - one.to.length)
}
