import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { duringTests } from '../../support/during-tests.ts'
import { partsOf, startMailServer } from '../../support/mail-server.ts'
import { type MailWorker, startMailWorker } from '../../support/workers.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>
type Made = ResultOf<'POST /people/invitations'>

const DESK_URL = 'https://desk.nuqta.example'

describe.each(DATABASES)('an invitation on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {}, deskUrl: DESK_URL } })
  const server = duringTests(startMailServer)
  let worker: MailWorker
  beforeAll(() => {
    worker = startMailWorker({
      database: desk.database,
      settings: {
        ...{ smtpUrl: server.url, mailTo: ['team@nuqta.example'], mailFrom: 'site@nuqta.example' },
        deskUrl: DESK_URL,
      },
      log: { error() {} },
      clock: () => desk.clock.now,
    })
  })
  afterAll(() => worker.stop())

  const invite = async (call: Caller, email: string, changes: object = {}) => {
    const body = { name: 'Nour', email, roles: ['reader'], language: 'en', ...changes }
    return (await (await call('POST /people/invitations', { body })).json()) as Made
  }
  const renew = (call: Caller, id: string, by: 'mail' | 'link') =>
    call('POST /people/invitations/:id/renew', { params: { id }, body: { by } })
  const mailsTo = async (email: string) => {
    await worker.runDue()
    return server.received.filter(({ to }) => to.includes(email))
  }
  const secretIn = (text = '') => /\/join#([\w-]+)/.exec(text)?.[1] ?? ''
  const secretsMailedTo = async (email: string) =>
    (await mailsTo(email)).map((mail) => secretIn(partsOf(mail)['text/plain']))
  const open = (secret: string) => desk.callWith()('POST /invitation', { body: { secret } })

  test.each([
    ['en', 'your invitation', 'dir="ltr"'],
    ['ar', 'دعوتك', 'dir="rtl"'],
  ])('is mailed in its language (%s) and shown to nobody else', async (language, subject, direction) => {
    const { call, person } = await desk.as('owner')
    const email = `nour-${language}@new.example`
    const made = await invite(call, email, { language })
    expect(made.link).toBeNull()
    const [mail] = await mailsTo(email)
    expect(mail?.header('subject')).toContain(subject)
    const { 'text/plain': text = '', 'text/html': html = '' } = partsOf(mail as NonNullable<typeof mail>)
    expect(html).toContain(direction)
    expect(text).toContain(person.name)
    expect(text).toContain(`${DESK_URL}/join#`)
    expect(await (await open(secretIn(text))).json()).toMatchObject({ email, language, expiresAt: made.expiresAt })
  })

  test('is sent again with another link, for another day', async () => {
    const { call } = await desk.as('owner')
    const email = 'again@new.example'
    const { id, expiresAt } = await invite(call, email)
    const [first = ''] = await secretsMailedTo(email)
    desk.clock.pass(60_000)
    const renewed = (await (await renew(call, id, 'mail')).json()) as Made
    expect(renewed.link).toBeNull()
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.parse(expiresAt))
    const [, second = ''] = await secretsMailedTo(email)
    expect((await open(first)).status).not.toBe(200)
    expect((await open(second)).status).toBe(200)
  })

  test('has a link to hand over where the mail does not arrive', async () => {
    const { call } = await desk.as('owner')
    const { id } = await invite(call, 'by-hand@new.example')
    const { link } = (await (await renew(call, id, 'link')).json()) as Made
    await worker.runDue()
    expect((await open(secretIn(link ?? ''))).status).toBe(200)
  })

  test('that was withdrawn, or whose time is over, is not sent again', async () => {
    const { call } = await desk.as('owner')
    const [withdrawn, old] = [await invite(call, 'withdrawn@new.example'), await invite(call, 'old@new.example')]
    await worker.runDue()
    const mailed = server.received.length
    await call('DELETE /people/invitations/:id', { params: { id: withdrawn.id } })
    desk.clock.pass(25 * 60 * 60_000)
    const later = await desk.as('owner')
    for (const { id } of [withdrawn, old]) expect((await renew(later.call, id, 'mail')).status).toBe(404)
    await worker.runDue()
    expect(server.received).toHaveLength(mailed)
  })

  test('to renew keys is handed over, never mailed', async () => {
    const { call } = await desk.as('owner')
    const { person } = await desk.as('reader')
    const { link } = (await (await call('POST /people/:id/reset', { params: { id: person.id } })).json()) as Made
    expect((await open(secretIn(link ?? ''))).status).toBe(200)
    expect(await mailsTo(person.email)).toEqual([])
  })
})

describe.each([
  ['no mail is sent', undefined],
  ['DESK_URL is not set', { mailDomain: 'nuqta.example', wake() {} }],
])('where %s', (_why, outbox) => {
  const desk = deskOn('SQLite', { outbox })

  test('the link of an invitation is shown, and nothing can be sent', async () => {
    const { call } = await desk.as('owner')
    const body = { name: 'Nour', email: 'nour@new.example', roles: ['reader'], language: 'en' }
    const { id, link } = (await (await call('POST /people/invitations', { body })).json()) as Made
    expect(link).toContain('/join#')
    expect(await (await call('GET /people')).json()).toMatchObject({ areMailed: false })
    const again = await call('POST /people/invitations/:id/renew', { params: { id }, body: { by: 'mail' } })
    expect(again.status).toBe(409)
  })
})
