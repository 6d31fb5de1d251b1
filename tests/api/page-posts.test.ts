import { describe, expect, test } from 'vitest'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import Database from '#domain/platform/database/sqlite-driver.ts'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import {
  aCareerApplication,
  aContactMessage,
  aFile,
  anInternshipApplication,
  aPdf,
  careerAnswers,
} from '../support/builders.ts'
import { databasesByTurn, freshDatabaseOf } from '../support/databases.ts'
import { duringTests, untilTestEnds } from '../support/during-tests.ts'
import { startSite, startSiteOn } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

const site = duringTests(() => startSite({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'team@nuqta.example' }))

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { method: 'POST', body, headers, redirect: 'manual' })

function multipart(fields: Record<string, string>, more: string) {
  const parts = Object.entries(fields).map(([name, value]) => part(name, value))
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return { headers, body: `${parts.join('')}${more}--x--\r\n` }
}

const part = (name: string, value = '') => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe.each(LANGUAGES)('in %s', (language) => {
  const prefix = language === 'ar' ? '/ar' : ''
  const problems = starterTexts(language).forms.problems

  test.each([
    [
      'a multipart of 80,000 empty parts',
      (typed: Record<string, string>) => multipart(typed, part('a').repeat(80_000)),
    ],
    [
      'a part that is not closed',
      (typed: Record<string, string>) => multipart(typed, '--x\r\nContent-Disposition: for'),
    ],
    ['a field that was sent twice', (typed: Record<string, string>) => multipart(typed, part('name', 'Another'))],
    [
      'one huge field',
      (typed: Record<string, string>) => ({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${new URLSearchParams(typed)}&extra=${'x'.repeat(5_000_000)}`,
      }),
    ],
    [
      'a form of 100,000 fields',
      (typed: Record<string, string>) => ({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${new URLSearchParams(typed)}${'&a=b'.repeat(100_000)}`,
      }),
    ],
  ])('%s is refused with the page and what was typed', async (_name, pack) => {
    const typed = aContactMessage()
    const { headers, body } = pack(typed)
    const response = await post(`${prefix}/contact`, body, headers)
    expect([400, 413]).toContain(response.status)
    const html = await response.text()
    expect(html).toContain(`dir="${directionOf(language)}"`)
    expect(html).toContain(response.status === 413 ? problems.tooLarge : problems.notUnderstood)
    for (const answer of Object.values(typed)) expect(html).toContain(answer)
  })
})

test('who has tried too often is told so in their language, before anything is read', { tags: 'slow' }, async () => {
  const limited = await untilTestEnds(startSite({ SUBMISSIONS_PER_MINUTE: '1' }))
  const send = (path: string) => fetch(limited.url + path, { method: 'POST', body: new URLSearchParams({ name: '' }) })
  for (let attempt = 0; attempt < 60; attempt++) expect((await send('/sign-in')).status).toBe(200)
  for (const language of LANGUAGES) {
    const response = await send(language === 'ar' ? '/ar/contact' : '/contact')
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const html = await response.text()
    expect(html).toContain(`dir="${directionOf(language)}"`)
    expect(html).toContain(starterTexts(language).api.problems.tooManyRequests.title)
  }
})

test('only the fields of the form come back', async () => {
  const stray = 'a stray answer'
  const response = await post('/contact', new URLSearchParams({ name: 'Mona', stray }))
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain('Mona')
  expect(html).not.toContain(stray)
})

test('a long text comes back whole', async () => {
  const message = 'ب'.repeat(12_000)
  const response = await post('/contact', new URLSearchParams({ ...aContactMessage(), message }))
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(message)
})

test('a body that is no form gets the page', async () => {
  const response = await post('/contact', '{"name":"Mona"}', { 'content-type': 'application/json' })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(starterTexts('en').forms.problems.notUnderstood)
})

test('an application with its CV is stored, and one with two CVs is told to bring one', async () => {
  const form = aCareerApplication()
  const stored = await post('/careerApply/1', form)
  expect(stored.status).toBe(303)
  expect(stored.headers.get('cache-control')).toBe('no-store')
  form.append('cv', aFile(aPdf()), 'another.pdf')
  const refused = await post('/careerApply/1', form)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(starterTexts('en')['form-errors'].cvOnlyOne)
})

test.each(['/sign-in', '/sign-up', '/coming-soon', '/faq'])('%s takes no flood either', async (path) => {
  const { headers, body } = multipart({}, part('a').repeat(80_000))
  expect((await post(path, body, headers)).status).toBe(413)
  expect((await post(path, new URLSearchParams({ email: 'mona@example.com' }))).status).toBe(200)
})

describe.each(LANGUAGES)('the title in %s says first what became of', (language) => {
  const prefix = language === 'ar' ? '/ar' : ''
  const { states } = starterTexts(language)
  const titleIn = (html: string) => /<title>([^<]*)/.exec(html)?.[1] ?? ''
  const titleOf = async (response: Response) => titleIn(await response.text())
  const own = async (path: string) => titleOf(await fetch(site.url + prefix + path))
  const sentOn = async (path: string, sent: Response) => {
    const cookie = sent.headers.getSetCookie()[0]?.split(';')[0] as string
    return titleOf(await fetch(site.url + (sent.headers.get('location') ?? path), { headers: { cookie } }))
  }

  test('a message, an internship and an application', async () => {
    for (const [path, whole] of [
      ['/contact', new URLSearchParams(aContactMessage())],
      ['/internship', new URLSearchParams(anInternshipApplication())],
      ['/careerApply/1', aCareerApplication()],
    ] as const) {
      const title = await own(path)
      expect(await titleOf(await post(prefix + path, 'x', { 'content-type': 'text/plain' }))).toBe(
        `${states.results.notSent} – ${title}`,
      )
      expect(await sentOn(path, await post(prefix + path, whole))).toBe(`${states.results.sent} – ${title}`)
    }
    const wrong = { ...aContactMessage(), phone: '1', subject: '' }
    const refused = await post(`${prefix}/contact`, new URLSearchParams(wrong))
    expect(await titleOf(refused)).toBe(`${states.results.notSent} – ${await own('/contact')}`)
  })

  test.each(['/sign-in', '/sign-up', '/coming-soon', '/faq'])('the unused method %s', async (path) => {
    const response = await post(prefix + path, new URLSearchParams({ email: 'mona@example.com' }))
    expect(await titleOf(response)).toBe(`${states.results.notSent} – ${await own(path)}`)
  })

  test.each(['/application', '/job-alerts'])('%s', async (path) => {
    const reference = 'NQ-7K3M-9XQ2'
    for (const [email, result] of [
      ['mona@mail.example', states.results.sent],
      ['', states.results.notSent],
    ] as const) {
      const response = await post(prefix + path, new URLSearchParams({ email, ...(email && { reference }) }))
      expect(await titleOf(response)).toBe(`${result} – ${await own(path)}`)
    }
  })
})

describe('a job that closes while somebody writes', () => {
  const close = () => {
    const database = new Database(sqliteFileIn(site.dataFolder))
    database.prepare("update published_content set closes_on = '2020-01-01' where type = 'jobs' and id = 6").run()
    database.prepare("update content_version set version = 'after'").run()
    database.close()
  }

  test('gives back what was written, with what can be done instead', async () => {
    close()
    await expect.poll(async () => (await fetch(`${site.url}/careerApply/6`)).status).toBe(410)
    for (const language of LANGUAGES) {
      const prefix = language === 'ar' ? '/ar' : ''
      const { states, forms, 'career-apply': texts } = starterTexts(language)
      const { name, email, ...rest } = careerAnswers({ name: '<b>Salma</b>', date_of_birth: '1998-05-', job_id: '6' })
      const response = await post(`${prefix}/careerApply/6`, aCareerApplication({ fields: { name, email, ...rest } }))
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      const html = await response.text()
      expect(html).toContain(`<title>${states.results.notSent} – `)
      const [main = ''] = /<main.*<\/main>/s.exec(html) ?? []
      expect(main).toContain(forms.problems.jobClosed)
      expect(main).toContain(texts.closed.written)
      expect(main).toContain('&lt;b&gt;Salma')
      for (const answer of [email, rest.phone, rest.address, rest.date_of_birth, rest.college, rest.notice_period])
        expect(main).toContain(answer)
      for (const path of ['/jobs', '/job-alerts']) expect(main).toContain(`href="${prefix}${path}"`)
      expect(main).not.toContain('honeypot')
    }
  })
})

describe.each(databasesByTurn(1))('a receipt on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const open = (url: string, address: string, cookie = '') => fetch(url + address, { headers: { cookie } })

  test('is shown to the browser that sent the form, by any process, and to no other', async () => {
    const settings = await fresh()
    const first = await startSiteOn(settings, { PUBLIC_URL: 'https://nuqta.example' })
    const sent = await fetch(`${first.url}/contact`, {
      method: 'POST',
      body: new URLSearchParams(aContactMessage()),
      redirect: 'manual',
    })
    await first.end('SIGTERM')
    const second = await untilTestEnds(startSiteOn(settings))
    const address = sent.headers.get('location') as string
    const [, reference = ''] = address.split('?sent=')
    const [cookie = '', ...more] = sent.headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/)
    const own = cookie.split(';')[0]
    for (let time = 0; time < 2; time++) {
      const receipt = await open(second.url, address, own)
      expect(receipt.headers.get('cache-control')).toBe('no-store')
      expect(await receipt.text()).toContain(reference)
    }
    const foreign = await open(second.url, address)
    expect(foreign.status).toBe(200)
    expect(await foreign.text()).toBe(await (await open(second.url, '/contact')).text())
    expect(await (await open(second.url, address.replace('/contact', '/internship'), own)).text()).not.toContain(
      reference,
    )
  })
})
