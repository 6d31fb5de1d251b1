import { describe, expect, test } from 'vitest'
import { noticeJobs } from '#domain/content/published-jobs.ts'
import { addressOfAlert, alertSecretOf, askForAlert, tokenOfAlert } from '#domain/notifications/job-alerts/alerts.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { duringTests, untilTestEnds } from '../support/during-tests.ts'
import { mailTo, partsOf, startMailServer } from '../support/mail-server.ts'
import { formsOf, open, post } from '../support/own-page.ts'
import { changePublished } from '../support/published-content.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': /noindex/ }

describe('news of jobs', () => {
  const mails = duringTests(startMailServer)
  const site = duringTests(() =>
    startSite({
      SMTP_URL: mails.url,
      MAIL_TO: 'team@nuqta.example',
      PUBLIC_URL: 'https://nuqta.example',
      SUBMISSIONS_PER_MINUTE: '1000',
    }),
  )
  const database = duringTests(() => openDatabase({ dataDirectory: site.dataFolder }))

  const linkTo = async (address: string) => {
    const [link = ''] =
      /(\/ar)?\/job-alerts\/[\w-]{32}/.exec(partsOf(await mailTo(mails, address))['text/plain'] ?? '') ?? []
    return link
  }
  const alerts = () => database.queries.selectFrom('job_alerts').selectAll().execute()
  const rowOf = async (email: string) => (await alerts()).find((row) => row.email === email)

  test.each(LANGUAGES)('the jobs page has one field, which posts to a page of its own (%s)', async (language) => {
    const prefix = language === 'ar' ? '/ar' : ''
    const { html } = await open(site.url, `${prefix}/jobs`)
    expect(html).toMatch(new RegExp(`<form[^>]*action="${prefix}/job-alerts#result"`))
    const email = `field-${language}@mail.example`
    const response = await post(site.url, `${prefix}/job-alerts`, { email })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(starterTexts(language)['job-alerts'].asked)
    expect(await linkTo(email)).toMatch(new RegExp(`^${prefix}/job-alerts/`))
  })

  test('opening the link changes nothing, by any method and however often; the button confirms', async () => {
    const email = 'button@mail.example'
    await post(site.url, '/job-alerts', { email, kind_FULL_TIME: 'yes' })
    const page = await linkTo(email)
    for (const method of ['HEAD', 'GET', 'GET']) await fetch(site.url + page, { method })
    const { status, headers, html } = await open(site.url, page)
    expect(status).toBe(200)
    for (const [header, value] of Object.entries(PRIVATE)) expect(headers.get(header)).toMatch(value)
    expect(await rowOf(email)).toMatchObject({ confirmed_at: null, kinds: '["FULL_TIME"]' })
    expect(formsOf(html)).toEqual([{ act: 'confirm' }])
    expect((await open(site.url, `${page}.`)).headers.get('location')).toBe(page)
    const confirmed = await post(site.url, page, { act: 'confirm' })
    expect(confirmed.headers.get('location')).toBe(`${page}?done=confirmed`)
    expect((await rowOf(email))?.confirmed_at).not.toBeNull()
    expect((await post(site.url, page, { act: 'change', language: 'ar', kind_INTERN: 'yes' })).status).toBe(303)
    expect(await rowOf(email)).toMatchObject({ language: 'ar', kinds: '["INTERN"]' })
    expect((await post(site.url, page, { act: 'end' })).status).toBe(200)
    expect(await rowOf(email)).toBeUndefined()
    const gone = await open(site.url, page)
    expect(gone.status).toBe(410)
    expect(gone.html).toContain(starterTexts('en')['job-alerts'].endedText)
  })

  test('a mail program ends it with one click, as RFC 8058 has it, and a second click is no failure', async () => {
    const email = 'one-click@mail.example'
    await post(site.url, '/job-alerts', { email })
    const page = await linkTo(email)
    await post(site.url, page, { act: 'confirm' })
    for (let click = 1; click <= 2; click++) {
      const response = await fetch(site.url + page, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
        redirect: 'manual',
      })
      expect(response.status).toBe(200)
    }
    expect(await rowOf(email)).toBeUndefined()
  })

  test('the response is the same for every address, and no mail is sent twice', async () => {
    const email = 'known@mail.example'
    const ask = async (address: string) => {
      const response = await post(site.url, '/job-alerts', { email: address })
      return { status: response.status, html: (await response.text()).replace(/<script.*?<\/script>/gs, '') }
    }
    const first = await ask(email)
    await post(site.url, await linkTo(email), { act: 'confirm' })
    expect(await ask(email)).toEqual(first)
    expect(await ask('unknown@mail.example')).toEqual(first)
    // Stored before the response, so that "look into your mailbox" is true.
    expect(await rowOf('unknown@mail.example')).toMatchObject({ confirmed_at: null })
    expect((await alerts()).filter((row) => row.mailbox === email)).toHaveLength(1)
  })

  test.each(['', 'nobody', 'a@b', 'a@b.example\r\nBcc: c@d.example', `${'x'.repeat(260)}@mail.example`])(
    'the address %j is refused, and stands in the field again',
    async (email) => {
      const before = (await alerts()).length
      const response = await post(site.url, '/job-alerts', { email })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain('aria-invalid="true"')
      expect(await alerts()).toHaveLength(before)
    },
  )

  test('a post from another site is refused', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await post(site.url, '/job-alerts', { email: 'forged@mail.example' }, headers)).status).toBe(403)
    expect(await rowOf('forged@mail.example')).toBeUndefined()
  })

  test('neither page is in the sitemap, nor is the address of a link in the log', async () => {
    expect((await open(site.url, '/sitemap.xml')).html).not.toContain('job-alerts')
    const email = 'log@mail.example'
    await post(site.url, '/job-alerts', { email })
    const page = await linkTo(email)
    await open(site.url, page)
    expect(site.output()).not.toContain(page.split('/').at(-1))
    expect(site.output()).not.toContain(email)
  })

  test('a subscriber hears of a job that the staff publish', async () => {
    const email = 'hears@mail.example'
    await post(site.url, '/job-alerts', { email })
    await post(site.url, await linkTo(email), { act: 'confirm' })
    // Moves everything an hour into the past.
    const ago = new Date(Date.now() - 60 * 60_000)
    await database.queries.updateTable('job_alerts').set({ told_until: '2020-01-01T00:00:00.000Z' }).execute()
    await database.queries.updateTable('published_jobs').set({ published_at: '2019-01-01T00:00:00.000Z' }).execute()
    await database.write(async (queries) => {
      await changePublished(queries, 'jobs', 1, { id: 950, en: { title: 'Cartographer' } })
      await noticeJobs(queries, ago.toISOString().slice(0, 10), ago)
    })
    // The next request wakes the worker.
    await post(site.url, '/job-alerts', { email: 'waker@mail.example' })
    const heard = await mailTo(mails, email, ({ source }) => source.includes('Cartographer'))
    expect(heard.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })
})

test('too many from one address are sent away, but a mail provider may end the alerts of many', {
  tags: 'slow',
}, async () => {
  const mails = await untilTestEnds(startMailServer())
  const site = await untilTestEnds(
    startSite({ SMTP_URL: mails.url, MAIL_TO: 'team@nuqta.example', SUBMISSIONS_PER_MINUTE: '2' }),
  )
  const statuses: number[] = []
  for (let asked = 0; asked < 4; asked++)
    statuses.push((await post(site.url, '/job-alerts', { email: `flood-${asked}@mail.example` })).status)
  expect(statuses).toEqual([200, 200, 429, 429])
  const database = await openDatabase({ dataDirectory: site.dataFolder })
  const secret = await alertSecretOf(database)
  for (const email of ['a@mail.example', 'b@mail.example', 'c@mail.example', 'd@mail.example'])
    await askForAlert(database, { email, language: 'en', kinds: [], team: '' }, new Date())
  const rows = await database.queries.selectFrom('job_alerts').select('id').execute()
  const ended = rows.map((row) =>
    post(site.url, addressOfAlert(tokenOfAlert(secret, row)), { 'List-Unsubscribe': 'One-Click' }),
  )
  expect((await Promise.all(ended)).map(({ status }) => status)).toEqual(rows.map(() => 200))
  expect(await database.queries.selectFrom('job_alerts').select('id').execute()).toEqual([])
  await database.close()
})

test('without a mail server the page asks for no address', { tags: 'slow' }, async () => {
  const site = await untilTestEnds(startSite())
  expect(formsOf((await open(site.url, '/jobs')).html)).toEqual([])
  const { html } = await open(site.url, '/job-alerts')
  expect(html).toContain(starterTexts('en')['job-alerts'].noMail)
  expect(formsOf(html)).toEqual([])
})
