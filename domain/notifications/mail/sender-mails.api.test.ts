import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { type RunningApi, startApi } from '../../../tests/support/api.ts'
import { aCareerApplication, aContactMessage } from '../../../tests/support/builders.ts'
import { databasesByTurn, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { type MailServer, partsOf, startMailServer } from '../../../tests/support/mail-server.ts'
import { startMailWorker } from '../../../tests/support/workers.ts'
import { ask } from '../../candidates/questions.ts'
import type { Stage } from '../../platform/database/tables.ts'
import { MAX_MAILS_PER_MAILBOX } from '../../platform/strangers-mails.ts'
import { eraseSubmission } from '../../submissions/erase.ts'
import { changeStage } from '../../submissions/handling.ts'
import { enqueueLetter } from '../../submissions/letters.ts'
import { forgetErasureMails } from './erasure-mails.ts'
import type { MailSettings } from './transport.ts'

const MINUTE = 60_000
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  '&lt;b&gt;',
  '</p></body>',
]

describe.each(databasesByTurn(1))('on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.reverse()) await close()
    closing = []
  })
  let now = new Date()
  const clock = () => now
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }

  async function start(more: object = {}) {
    now = new Date('2026-03-02T10:00:00Z')
    const outbox = { mailDomain: 'nuqta.example', wake() {} }
    const api = await startApi({ ...(await fresh()), clock, outbox })
    const mailServer = await startMailServer()
    const settings: MailSettings = {
      smtpUrl: mailServer.url,
      mailTo: ['staff@nuqta.example'],
      mailFrom: 'site@nuqta.example',
      urlOf: (path: string, language: Language) => `https://nuqta.example${language === 'ar' ? '/ar' : ''}${path}`,
      ...more,
    }
    const worker = startMailWorker({ database: api.database, settings, log: { error() {} }, clock })
    closing.push(
      () => api.stop(),
      () => mailServer.stop(),
      () => worker.stop(),
    )
    return { api, mailServer, worker }
  }

  const apply = async (api: RunningApi, fields = {}, headers = {}) => {
    const response = await api.postForm('Form', aCareerApplication({ fields: { job_id: '1', ...fields } }), headers)
    return ((await response.json()) as { reference: string }).reference
  }
  const toSender = ({ received }: MailServer) => received.filter(({ to }) => to.includes('salma@mail.example'))
  const move = (api: RunningApi, reference: string, to: Stage) =>
    api.database.write((queries) => changeStage(queries, reference, { to }, { actorId: null, now }))

  test('a mail has a text and an HTML part with nothing from outside, and an answer to it reaches a person', async () => {
    const { api, mailServer, worker } = await start()
    await apply(api, {}, { 'accept-language': 'ar' })
    await worker.sendDue()
    const [mail] = toSender(mailServer)
    const { 'text/plain': text = '', 'text/html': html = '' } = partsOf(mail!)
    const [link = ''] = /https:\/\/nuqta\.example\/ar\/application\/[\w-]{32}/.exec(text) ?? []
    expect(link).not.toBe('')
    expect(html).toContain(`href="${link}"`)
    expect(html).toContain('dir="rtl"')
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).not.toMatch(/<img|<link|url\(|src=|@import/)
    expect(mail?.header('Reply-To')).toContain('staff@nuqta.example')
    expect(mail?.header('Auto-Submitted')).toBe('auto-replied')
    expect(mail?.header('Message-ID')).toMatch(/^<.+@nuqta\.example>$/)
  })

  test.each([
    ['john&jane@mail.example', 'john&jane@mail.example'],
    ['a/b=c?d!{e}|~`^%#$*@mail.example', 'a/b=c?d!{e}|~`^%#$*@mail.example'],
    ['user@مثال.مصر', 'user@xn--mgbh0fb.xn--wgbh1c'],
  ])('%s is addressed as %s, and so is no other mailbox', async (email, mailbox) => {
    const { api, mailServer, worker } = await start()
    expect((await api.post('contact-us', aContactMessage({ email }))).status).toBe(201)
    await worker.sendDue()
    // The test's mail server decodes domains.
    const recipients = mailServer.received.flatMap(({ to }) => to)
    expect(recipients.toSorted()).toEqual([email, 'staff@nuqta.example'].toSorted())
    expect(mailServer.received.find(({ to }) => to.includes(email))?.header('To')).toBe(mailbox)
    const staff = mailServer.received.find(({ to }) => to.includes('staff@nuqta.example'))
    expect(staff?.header('Reply-To')).toContain(`<${mailbox}>`)
  })

  test('text typed by visitors is text in every mail, never markup', async () => {
    const { api, mailServer, worker } = await start()
    for (const hostile of HOSTILE)
      await api.post('contact-us', aContactMessage({ name: hostile, subject: hostile, message: hostile }))
    await worker.sendDue()
    const pages = mailServer.received.map((mail) => partsOf(mail)['text/html'] ?? '')
    expect(pages.length).toBeGreaterThan(HOSTILE.length)
    for (const html of pages) {
      expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>|onmouseover='/)
      expect(html.match(/<\/body>/g)).toHaveLength(1)
    }
  })

  test('news leaves once the undo window of a stage has ended, once, in the conversation that the confirmation began', async () => {
    const { api, mailServer, worker } = await start()
    const reference = await apply(api)
    await worker.sendDue()
    pass(MINUTE)
    await move(api, reference, 'in-review')
    await worker.sendDue()
    pass(29 * MINUTE)
    await worker.sendDue()
    expect(toSender(mailServer)).toHaveLength(1)
    pass(2 * MINUTE)
    await worker.sendDue()
    await worker.sendDue()
    pass(MINUTE)
    await worker.sendDue()
    const [confirmation, news, ...more] = toSender(mailServer)
    expect(more).toEqual([])
    expect(news?.header('In-Reply-To')).toBe(confirmation?.header('Message-ID'))
    expect(news?.header('References')).toBe(confirmation?.header('Message-ID'))
    expect(news?.header('Auto-Submitted')).toBe('auto-generated')
    expect(news?.header('Subject')).toContain(reference)
  })

  test('a stage moved there and back sends no mail, and neither does a decision', async () => {
    const { api, mailServer, worker } = await start()
    const reference = await apply(api)
    await worker.sendDue()
    const during = async (minutes: number) => {
      pass(minutes * MINUTE)
      await worker.sendDue()
    }
    await move(api, reference, 'in-review')
    await during(5)
    await move(api, reference, 'new')
    await during(35)
    expect(toSender(mailServer)).toHaveLength(1)
    await move(api, reference, 'in-review')
    await during(31)
    expect(toSender(mailServer)).toHaveLength(2)
    await move(api, reference, 'interview')
    await during(5)
    await move(api, reference, 'in-review')
    await during(35)
    await move(api, reference, 'declined')
    await during(60)
    expect(toSender(mailServer)).toHaveLength(2)
  })

  test('a sender who got a letter or a question is not mailed about the stage as well', async () => {
    const { api, mailServer, worker } = await start()
    const [invited, asked] = [await apply(api), await apply(api)]
    await worker.sendDue()
    pass(MINUTE)
    const handling = { actorId: null, now }
    const text = { subject: 'Sunday at ten?', body: 'In our office.' }
    const letter = { kind: 'answer', language: 'en', ...text, replyTo: 'team', sendAt: now } as const
    await move(api, invited, 'interview')
    await move(api, asked, 'in-review')
    await api.database.write(async (queries) => {
      const summaryOf = (reference: string) =>
        queries.selectFrom('submissions').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
      await enqueueLetter(queries, await summaryOf(invited), letter, { mailDomain: 'nuqta.example' }, handling)
      await ask(
        queries,
        await summaryOf(asked),
        { question: 'When could you begin?' },
        { mailDomain: 'nuqta.example' },
        handling,
      )
    })
    await worker.sendDue()
    pass(31 * MINUTE)
    await worker.sendDue()
    await worker.sendDue()
    const told = toSender(mailServer).filter((mail) => mail.header('Auto-Submitted') === 'auto-generated')
    expect(told.map((mail) => partsOf(mail)['text/plain'])).toEqual([expect.stringContaining('When could you begin?')])
  })

  test('a sender invited before the stage moved is not mailed about the interview as well', async () => {
    const { api, mailServer, worker } = await start()
    const [invited, answered] = [await apply(api), await apply(api)]
    await worker.sendDue()
    const write = (reference: string) =>
      api.database.write(async (queries) => {
        const of = queries.selectFrom('submissions').selectAll().where('reference', '=', reference)
        const text = { subject: 'Sunday at ten?', body: 'In our office.' }
        const letter = { kind: 'answer', language: 'en', ...text, replyTo: 'team', sendAt: now } as const
        const outbox = { mailDomain: 'nuqta.example' }
        await enqueueLetter(queries, await of.executeTakeFirstOrThrow(), letter, outbox, { actorId: null, now })
      })
    await write(answered)
    pass(4 * 24 * 60 * MINUTE)
    await write(invited)
    pass(60 * MINUTE)
    await move(api, invited, 'interview')
    await move(api, answered, 'interview')
    pass(31 * MINUTE)
    await worker.sendDue()
    await worker.sendDue()
    const told = toSender(mailServer).filter((mail) => mail.header('Auto-Submitted') === 'auto-generated')
    expect(told.map((mail) => mail.header('Subject'))).toEqual([expect.stringContaining(answered)])
  })

  test('a withdrawal gets one receipt, and a mailbox not more than its share', async () => {
    const { api, mailServer, worker } = await start()
    const reference = await apply(api)
    await worker.sendDue()
    await move(api, reference, 'withdrawn')
    for (const minutes of [29, 2, 2]) {
      pass(minutes * MINUTE)
      await worker.sendDue()
    }
    const [, receipt, ...more] = toSender(mailServer)
    expect(receipt?.header('Subject')).toContain(reference)
    expect(more).toEqual([])
    await api.database.queries.deleteFrom('mails').where('kind', '=', 'news').execute()
    for (let count = 2; count < MAX_MAILS_PER_MAILBOX; count++) await apply(api)
    const last = await apply(api)
    await worker.sendDue()
    expect(toSender(mailServer).some((mail) => mail.header('Subject').includes(last))).toBe(false)
  })

  const erasureMails = (api: RunningApi) =>
    api.database.queries.selectFrom('queued_jobs').selectAll().where('kind', '=', 'erasure-mail').execute()

  test('an erasure is confirmed to a sender who knew of the submission, and the address is kept no longer', async () => {
    const { api, mailServer, worker } = await start()
    const erasure = { actor: 'candidate', now, outbox: {} }
    const reference = await apply(api, {}, { 'accept-language': 'ar' })
    await api.cvInspections.inspectDue()
    await worker.sendDue()
    await eraseSubmission(api.database, reference, erasure)
    expect(await api.database.queries.selectFrom('submissions').selectAll().execute()).toEqual([])
    await worker.sendDue()
    const confirmation = toSender(mailServer).at(-1)
    expect(confirmation?.header('Subject')).toContain(reference)
    expect(partsOf(confirmation!)['text/plain']).toContain(textsIn('ar').mail.erased.last)
    expect(await erasureMails(api)).toEqual([])

    // The worker also sends by itself, on a slow machine before the erasure.
    await worker.stop()
    const unconfirmed = await apply(api)
    await api.cvInspections.inspectDue()
    await eraseSubmission(api.database, unconfirmed, erasure)
    expect(await erasureMails(api)).toEqual([])
  })

  test('an address outlives its erasure by a day at most, even where no mail can be sent', async () => {
    const { api, mailServer, worker } = await start()
    const [tried, waiting] = [await apply(api), await apply(api, { email: 'mona@mail.example' })]
    await api.cvInspections.inspectDue()
    await worker.sendDue()
    await mailServer.stop()
    await eraseSubmission(api.database, tried, { actor: 'candidate', now, outbox: {} })
    for (let hours = 0; hours < 24; hours++) {
      await worker.sendDue()
      pass(60 * MINUTE)
    }
    expect(await erasureMails(api)).toEqual([])
    await eraseSubmission(api.database, waiting, { actor: 'candidate', now, outbox: {} })
    expect(await erasureMails(api)).toHaveLength(1)
    pass(25 * 60 * MINUTE)
    await forgetErasureMails(api.database.queries, now)
    expect(await erasureMails(api)).toEqual([])
  })

  test('every mail to a visitor ends with the company, its street, telephone and site', async () => {
    const { api, mailServer, worker } = await start()
    for (const language of LANGUAGES) await apply(api, {}, { 'accept-language': language })
    await worker.sendDue()
    const contact = JSON.parse(readFileSync('content/contact-info.json', 'utf8'))
    const ends = toSender(mailServer).map((mail) => partsOf(mail)['text/plain']?.trim().split(/\r?\n/).slice(-4))
    expect(ends).toContainEqual(['Nuqta', contact.address.en, contact.phone, 'https://nuqta.example'])
    expect(ends.flat().join()).toContain(contact.address.ar)
  })

  test('with a key every mail is signed for the domain it comes from', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const dkim = { domainName: 'nuqta.example', keySelector: 'site', privateKey: pem }
    const { api, mailServer, worker } = await start({ dkim })
    await apply(api)
    await worker.sendDue()
    const signature = toSender(mailServer)[0]?.header('DKIM-Signature') ?? ''
    expect(signature).toMatch(/d=nuqta\.example/)
    expect(signature).toMatch(/s=site/)
  })
})
