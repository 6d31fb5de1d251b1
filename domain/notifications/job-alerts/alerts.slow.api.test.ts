import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noticeJobs } from '#domain/content/published-jobs.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { replayTombstones } from '#domain/submissions/tombstones.ts'
import type { Language } from '#texts/languages.ts'
import { databaseThatLeaves } from '../../../tests/support/absent-database.ts'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { storeMessage } from '../../../tests/support/desk-submissions.ts'
import { duringTests } from '../../../tests/support/during-tests.ts'
import { type MailServer, partsOf, startMailServer } from '../../../tests/support/mail-server.ts'
import { changePublished, removePublishedJobs } from '../../../tests/support/published-content.ts'
import { findRow } from '../../../tests/support/rows.ts'
import { type KindWorker, startAlertWorker } from '../../../tests/support/workers.ts'
import type { MailSettings } from '../mail/transport.ts'
import { CALM_MILLISECONDS } from './alert-jobs.ts'
import {
  alertSecretOf,
  askForAlert,
  changeAlert,
  confirmAlert,
  endAlert,
  findAlert,
  forgetUnconfirmed,
  type JobKind,
  tokenOfAlert,
} from './alerts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(DATABASES)('news of jobs on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let mails: MailServer
  let workers: KindWorker[]
  let refuses: string[]
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const pass = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const database = duringTests(async () => openDatabase(await fresh()))
  beforeEach(async () => {
    refuses = []
    mails = await startMailServer({
      onRecipient(address) {
        if (refuses.includes(address)) throw new Error('No such mailbox')
      },
    })
    workers = []
    // Jobs of other tests are no news.
    pass(2 * DAY)
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await database.queries.deleteFrom('job_alerts').execute()
    await removePublishedJobs(database.queries, (id) => id >= 900)
    await database.queries.deleteFrom('published_jobs').where('job_id', '>=', 900).execute()
    await mails.stop()
  })

  const startWorker = (smtpUrl = mails.url, of = database) => {
    const settings = {
      smtpUrl,
      mailTo: ['team@nuqta.example'],
      mailFrom: 'news@nuqta.example',
      urlOf: (path: string, language: Language) => `https://nuqta.example${language === 'ar' ? '/ar' : ''}${path}`,
    } satisfies MailSettings
    const worker = startAlertWorker({ database: of, settings, log: { error: () => {} }, clock: () => clock.now })
    workers.push(worker)
    return worker
  }
  const ask = (email: string, choices: { language?: Language; kinds?: JobKind[]; team?: string } = {}) =>
    askForAlert(database, { email, language: 'en', kinds: [], team: '', ...choices }, clock.now)
  const tokenFor = async (email: string) => {
    const row = await findRow(database.queries, 'job_alerts', { email })
    return tokenOfAlert(await alertSecretOf(database), row)
  }
  const subscribe = async (email: string, choices: Parameters<typeof ask>[1] = {}) => {
    await ask(email, choices)
    await database.queries.deleteFrom('queued_jobs').execute()
    const token = await tokenFor(email)
    await confirmAlert(database, token, clock.now)
    return token
  }
  /** A minute later, so that jobs published before are no news. */
  const publish = async (
    ...jobs: { id: number; title?: string; kind?: JobKind; openDays?: number; team?: string }[]
  ) => {
    pass(MINUTE)
    const today = clock.now.toISOString().slice(0, 10)
    await database.write(async (queries) => {
      for (const { id, title = `Job ${id}`, kind = 'FULL_TIME', openDays = 30, team = '' } of jobs) {
        const closes_on = new Date(clock.now.getTime() + openDays * DAY).toISOString().slice(0, 10)
        await changePublished(queries, 'jobs', 1, {
          id,
          shared: { employment_type: kind, closes_on },
          en: { title, team },
          ar: { title: `وظيفة ${id}`, team },
        })
      }
      await noticeJobs(queries, today, clock.now)
    })
  }
  const close = (id: number) => changePublished(database.queries, 'jobs', id, { shared: { closes_on: '2026-01-01' } })
  const to = (email: string) => mails.received.filter((mail) => mail.to.includes(email))
  const textOf = (mail: MailServer['received'][number] | undefined) => (mail && partsOf(mail)['text/plain']) ?? ''

  test('a mail brings the link, opening it changes nothing, and nothing is sent before its button', async () => {
    const worker = startWorker()
    await ask('one@mail.example', { language: 'ar' })
    await worker.runDue()
    const [mail] = to('one@mail.example')
    const token = await tokenFor('one@mail.example')
    expect(textOf(mail)).toContain(`https://nuqta.example/ar/job-alerts/${token}`)
    expect(mail?.header('list-unsubscribe')).toBe('')
    expect(await findAlert(database.queries, token)).toMatchObject({ isConfirmed: false, language: 'ar' })
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    expect(to('one@mail.example')).toHaveLength(1)
    const stored = JSON.stringify(await database.queries.selectFrom('job_alerts').selectAll().execute())
    expect(stored).not.toContain(token)
  })

  test('two jobs are one mail, in the language and of the kind that was chosen, with one click to end it', async () => {
    const worker = startWorker()
    const token = await subscribe('both@mail.example')
    await subscribe('arabic@mail.example', { language: 'ar' })
    await subscribe('interns@mail.example', { kinds: ['INTERN'] })
    await subscribe('bakery@mail.example', { team: 'bakery' })
    await publish({ id: 901, title: 'Baker <b>', team: 'bakery' }, { id: 902, title: 'Tailor' })
    await worker.runDue()
    // Not at once: more jobs may follow, or one may be a mistake.
    expect(mails.received).toEqual([])
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    const [mail, ...more] = to('both@mail.example')
    expect(more).toEqual([])
    expect(textOf(mail)).toMatch(/Baker <b>[\s\S]*Tailor/)
    expect(mail && partsOf(mail)['text/html']).not.toContain('<b>')
    expect(textOf(mail)).toContain('https://nuqta.example/careerApply/901')
    expect(mail?.header('list-unsubscribe')).toBe(`<https://nuqta.example/job-alerts/${token}>`)
    expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.header('list-id')).toContain('job-alerts.nuqta.example')
    expect(textOf(to('arabic@mail.example')[0])).toContain('وظيفة 901')
    expect(to('interns@mail.example')).toEqual([])
    expect(textOf(to('bakery@mail.example')[0])).not.toContain('Tailor')
    await worker.runDue()
    expect(mails.received).toHaveLength(3)
  })

  test('at most one mail a day; later jobs come with the next mail', async () => {
    const worker = startWorker()
    await subscribe('daily@mail.example')
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    pass(HOUR)
    await publish({ id: 902 })
    pass(HOUR)
    await publish({ id: 903 })
    pass(HOUR)
    await worker.runDue()
    expect(to('daily@mail.example')).toHaveLength(1)
    pass(DAY)
    await worker.runDue()
    expect(to('daily@mail.example')).toHaveLength(2)
    expect(textOf(to('daily@mail.example')[1])).toMatch(/Job 902[\s\S]*Job 903/)
    expect(textOf(to('daily@mail.example')[1])).not.toContain('Job 901')
  })

  test('no mail names a closed job, and none is sent for it alone', async () => {
    const worker = startWorker()
    await subscribe('closed@mail.example')
    await publish({ id: 901 }, { id: 902 })
    await close(901)
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    expect(textOf(to('closed@mail.example')[0])).not.toContain('Job 901')
    pass(DAY)
    await publish({ id: 903 })
    await close(903)
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    expect(to('closed@mail.example')).toHaveLength(1)
  })

  test('a new subscriber is not told of jobs that were open before', async () => {
    await publish({ id: 901 })
    pass(HOUR)
    await subscribe('later@mail.example')
    pass(HOUR)
    await startWorker().runDue()
    expect(mails.received).toEqual([])
  })

  test('a mailbox has one alert, in whatever spelling, is written to once an hour, and is changed by its link alone', async () => {
    const worker = startWorker()
    const token = await subscribe('Mona.Adel@gmail.com')
    await ask('monaadel+x@gmail.com', { kinds: ['INTERN'] })
    pass(HOUR)
    await ask('monaadel+x@gmail.com', { kinds: ['INTERN'] })
    await ask('monaadel+y@gmail.com')
    await worker.runDue()
    expect(mails.received.map((mail) => mail.to)).toEqual([['Mona.Adel@gmail.com']])
    expect(await findAlert(database.queries, token)).toMatchObject({ kinds: [], isConfirmed: true })
    await changeAlert(database, token, { language: 'ar', kinds: ['INTERN'], team: '' })
    expect(await findAlert(database.queries, token)).toMatchObject({ kinds: ['INTERN'], language: 'ar' })
  })

  test('confirming takes the last choice made within the hour', async () => {
    await ask('again@mail.example', { kinds: ['INTERN'] })
    await ask('again@mail.example', { language: 'ar', kinds: ['FULL_TIME'] })
    const worker = startWorker()
    await worker.runDue()
    expect(to('again@mail.example')).toHaveLength(1)
    const token = await tokenFor('again@mail.example')
    await confirmAlert(database, token, clock.now)
    await ask('again@mail.example', { kinds: ['INTERN'] })
    expect(await findAlert(database.queries, token)).toMatchObject({ language: 'ar', kinds: ['FULL_TIME'] })
  })

  test('an ended or erased subscription leaves nothing behind, also after a restore', async () => {
    const ended = await subscribe('ended@mail.example')
    await subscribe('erased@mail.example')
    const backup = await database.queries.selectFrom('job_alerts').selectAll().execute()
    expect(await endAlert(database, ended, clock.now)).toBe(true)
    expect(await endAlert(database, ended, clock.now)).toBe(false)
    await storeMessage({ database, clock }, { fields: { email: 'erased@mail.example' } })
    const counts = await erasePerson(database, 'Erased@mail.example', { actor: 'test', now: clock.now })
    expect(counts).toMatchObject({ 'job-alert': 1, 'contact-message': 1 })
    const rows = () => database.queries.selectFrom('job_alerts').selectAll().execute()
    expect(await rows()).toEqual([])
    await database.queries.insertInto('job_alerts').values(backup).execute()
    expect(await replayTombstones(database)).toMatchObject({ 'job-alert': 2 })
    expect(await rows()).toEqual([])

    await subscribe('alone@mail.example')
    expect(await erasePerson(database, 'alone@mail.example', { actor: 'test', now: clock.now })).toEqual({
      'job-alert': 1,
    })
    expect((await listAuditTrail(database.queries))[0]).toMatchObject({ action: 'erase', counts: { 'job-alert': 1 } })
  })

  test('an unconfirmed subscription is deleted after seven days, a confirmed one stays', async () => {
    await ask('never@mail.example')
    await subscribe('stays@mail.example')
    pass(7 * DAY + MINUTE)
    await database.write((queries) => forgetUnconfirmed(queries, clock.now))
    const rows = await database.queries.selectFrom('job_alerts').select('email').execute()
    expect(rows.map(({ email }) => email)).toEqual(['stays@mail.example'])
  })

  test('a refused mailbox is retried, and others do not wait for it', async () => {
    const worker = startWorker()
    refuses.push('full@mail.example')
    await subscribe('full@mail.example')
    await subscribe('fine@mail.example')
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    expect(to('fine@mail.example')).toHaveLength(1)
    refuses.length = 0
    pass(HOUR)
    await worker.runDue()
    expect(to('full@mail.example')).toHaveLength(1)
    expect(to('fine@mail.example')).toHaveLength(1)
  })

  test('a mail that the server takes and never acknowledges is not sent for ever', async () => {
    let copies = 0
    const silent = await startMailServer({
      onReceived() {
        copies++
        return new Promise(() => {})
      },
    })
    const worker = startWorker(`${silent.url}?socketTimeout=1000`)
    await subscribe('slow@mail.example')
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    for (let hours = 0; hours < 8; hours++) {
      await worker.runDue()
      pass(HOUR)
    }
    expect(copies).toBe(5)
    await silent.stop()
  })

  test('two processes mail hundreds once each, although one is replaced', async () => {
    const secret = await alertSecretOf(database)
    const moment = clock.now.toISOString()
    const { createHash, randomUUID } = await import('node:crypto')
    const addresses = Array.from({ length: 300 }, (_, index) => `many-${index}@mail.example`)
    const rows = addresses.map((email) => {
      const id = randomUUID()
      const hash = createHash('sha256').update(tokenOfAlert(secret, { id })).digest('hex')
      return {
        ...{ id, hash, email, mailbox: email, language: 'en' as const, kinds: '[]', team: '', created_at: moment },
        ...{ asked_at: moment, confirmed_at: moment, told_until: moment, next_mail_at: moment },
      }
    })
    await database.queries.insertInto('job_alerts').values(rows).execute()
    pass(MINUTE)
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    const [one, other] = [startWorker(), startWorker()]
    const working = Promise.all([one.runDue(), other.runDue()])
    await one.stop()
    const third = startWorker()
    await Promise.all([working, third.runDue()])
    expect(mails.received.flatMap((mail) => mail.to).toSorted()).toEqual(addresses.toSorted())
  })

  test('mails sent while the database is away are recorded later, and not repeated', async () => {
    await subscribe('told@mail.example')
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    const { database: leaving, leave, comeBack } = databaseThatLeaves(database)
    const receiving = await startMailServer({ onReceived: async () => leave() })
    const worker = startWorker(receiving.url, leaving)
    await worker.runDue()
    comeBack()
    pass(MINUTE)
    await worker.runDue()
    pass(DAY)
    await worker.runDue()
    await receiving.stop()
    expect(receiving.received).toHaveLength(1)
  })

  test('all alerts wait while the mail server is away, and go out once it is back', async () => {
    const { url } = mails
    await mails.stop()
    const worker = startWorker()
    await subscribe('patient@mail.example')
    await publish({ id: 901 })
    pass(CALM_MILLISECONDS)
    await worker.runDue()
    mails = await startMailServer({ port: Number(new URL(url).port) })
    pass(MINUTE)
    await worker.runDue()
    expect(to('patient@mail.example')).toHaveLength(1)
  })
})
