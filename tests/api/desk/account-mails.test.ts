import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '#domain/people/one-time-codes.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import type { Language } from '#texts/languages.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { makePerson, PASSWORD, type TestPerson } from '../../support/desk-people.ts'
import { duringTests } from '../../support/during-tests.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { starterTexts } from '../../support/starter-company.ts'
import { type MailWorker, startMailWorker } from '../../support/workers.ts'

const HOUR = 60 * 60 * 1000

type AccountNews = keyof ReturnType<typeof starterTexts>['mail']['account']['subject']

const subject = (news: AccountNews, language: Language = 'en') =>
  expect.stringContaining((starterTexts(language).mail.account.subject[news].split('{company}')[1] as string).slice(2))

describe.each(DATABASES)('mails about an account on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } })
  let worker: MailWorker
  const server = duringTests(startMailServer)
  beforeAll(() => {
    worker = startMailWorker({
      database: desk.database,
      settings: { smtpUrl: server.url, mailTo: ['team@nuqta.example'], mailFrom: 'site@nuqta.example' },
      log: { error() {} },
      clock: () => desk.clock.now,
    })
  })
  afterAll(() => worker.stop())

  const subjectsTo = async ({ email }: TestPerson) => {
    // The entry of a failure enqueues its mail.
    for (let turn = 0; turn < 2; turn++) await worker.runDue()
    return server.received.filter(({ to }) => to.includes(email)).map((mail) => mail.header('subject'))
  }
  const actionsOn = async ({ id }: TestPerson) =>
    (await listAuditTrail(desk.database.queries)).filter(({ subject }) => subject === id).map(({ action }) => action)
  const signIn = async (person: TestPerson, changes: object = {}, cookie = '') =>
    desk.callWith(cookie)('POST /sign-in', {
      body: {
        ...{ kind: 'password', email: person.email, password: PASSWORD },
        ...{ code: await codeAt(person.oneTimeSecret, desk.clock.now), ...changes },
      },
    })

  test('name a used recovery code, each changed factor and new codes', async () => {
    const { person, call } = await desk.as('reader')
    await signIn(person, { code: person.recoveryCodes[0] })
    expect(await subjectsTo(person)).toEqual([subject('recovered')])
    await call('POST /account/recovery-codes')
    expect(await subjectsTo(person)).toEqual([expect.anything(), subject('codes-renewed')])
    const { secret } = (await (await call('POST /account/one-time-secret')).json()) as { secret: string }
    const factor = {
      kind: 'password',
      password: 'one more sentence',
      secret,
      code: await codeAt(secret, desk.clock.now),
    }
    expect((await call('POST /account/factors', { body: { factor } })).status).toBe(204)
    expect((await subjectsTo(person)).at(-1)).toEqual(subject('factor-added'))
  })

  test('are written in the language of their person', async () => {
    const person = await makePerson(desk.database, 'reader', { language: 'ar', now: desk.clock.now })
    await signIn(person, { code: person.recoveryCodes[0] })
    expect(await subjectsTo(person)).toEqual([subject('recovered', 'ar')])
  })

  test('tell of failed sign-ins once a day, the activity log once in a quarter of an hour', async () => {
    const person = await makePerson(desk.database, 'recruiter', { now: desk.clock.now })
    const fail = async (cookie = '') => {
      desk.clock.pass(2 * 60_000)
      expect((await signIn(person, { password: 'not the sentence' }, cookie)).status).toBe(401)
      return subjectsTo(person)
    }
    expect(await fail()).toEqual([subject('sign-in-failed')])
    for (let turn = 0; turn < 3; turn++) expect(await fail()).toHaveLength(1)
    expect(await actionsOn(person)).toEqual(['session.fail'])
    desk.clock.pass(HOUR)
    expect(await fail()).toHaveLength(1)
    expect(await actionsOn(person)).toEqual(['session.fail', 'session.fail'])
    desk.clock.pass(24 * HOUR)
    expect(await fail()).toHaveLength(2)
  })

  test('do not tell of mistakes in a browser that has signed in before; the activity log does', async () => {
    const person = await makePerson(desk.database, 'recruiter', { now: desk.clock.now })
    const entered = await signIn(person)
    const device = /desk-device=[^;]+/.exec(entered.headers.get('set-cookie') ?? '')?.[0]
    expect((await signIn(person, { password: 'mistyped' }, device)).status).toBe(401)
    expect(await subjectsTo(person)).toEqual([])
    expect(await actionsOn(person)).toEqual(['session.fail', 'session.start'])
  })

  test('a failure for an unknown address leaves no entry, but the same work', async () => {
    const before = (await listAuditTrail(desk.database.queries)).length
    await signIn({ email: 'nobody@desk.example', oneTimeSecret: 'A'.repeat(32) } as TestPerson)
    const queued = () =>
      desk.database.queries.selectFrom('queued_jobs').select('id').where('kind', '=', 'sign-in-failure').execute()
    expect(await queued()).toHaveLength(1)
    await worker.runDue()
    expect(await queued()).toHaveLength(0)
    expect(await listAuditTrail(desk.database.queries)).toHaveLength(before)
  })
})
