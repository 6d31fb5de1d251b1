import { describe, expect, test } from 'vitest'
import { GUEST_API } from '#contract/endpoints.ts'
import { startApi } from '../support/api.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication } from '../support/builders.ts'
import { freshDatabaseOf } from '../support/databases.ts'
import { duringTests } from '../support/during-tests.ts'
import { updateRows } from '../support/rows.ts'
import { startSite } from '../support/start-site.ts'

/** Claims of docs/security.md about the whole site. */

const PASSWORD = 'canary-password-5120'
const site = duringTests(() =>
  startSite({
    PUBLIC_URL: 'https://nuqta.example',
    LOG_LEVEL: 'info',
    // No listener: every mail fails, which is when a careless log tells most.
    SMTP_URL: `smtp://site:${PASSWORD}@127.0.0.1:1`,
    MAIL_TO: 'staff@nuqta.example',
  }),
)

const own = { redirect: 'manual', headers: { 'accept-encoding': 'identity' } } as const
const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
const form = (body: URLSearchParams | FormData) => ({ method: 'POST', body, redirect: 'manual' }) as const
const fields = (answers: Record<string, string>) => new URLSearchParams(answers)

const READS: [string, RequestInit][] = ['/', '/contact', '/ar/services', '/services?language=ar', '/no-such-page']
  .concat(`${GUEST_API}Services`, `${GUEST_API}job/99`, '/api/openapi.json', '/healthz', '/robots.txt')
  .map((address) => [address, own])

const POSTS: [string, RequestInit, number][] = [
  [`${GUEST_API}contact-us`, json(JSON.stringify(aContactMessage())), 201],
  [`${GUEST_API}contact-us`, json('{}'), 422],
  [`${GUEST_API}contact-us`, json('{'), 400],
  [`${GUEST_API}Internship`, json(JSON.stringify(anInternshipApplication())), 201],
  [`${GUEST_API}Form`, form(aCareerApplication()), 201],
  [`${GUEST_API}Form`, form(aCareerApplication({ fields: { name: '' } })), 422],
  ['/contact', form(fields(aContactMessage())), 303],
  ['/contact', form(fields({ name: 'Mona' })), 422],
  ['/ar/internship', form(fields({ name: 'Mona' })), 422],
  ['/careerApply/1', form(aCareerApplication({ fields: { name: '' } })), 422],
  ['/no-such-page', form(fields({ name: 'Mona' })), 404],
]

test('three cookies are set and no other, for this site only and over https only', async () => {
  const cookies: string[] = []
  for (const [address, request] of [...READS, ...POSTS])
    cookies.push(...(await fetch(site.url + address, request)).headers.getSetCookie())
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]))
  expect([...names].sort()).toEqual(['XSRF-TOKEN', 'language', 'receipts'])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
    expect(cookie).toMatch(/; Secure(;|$)/)
    expect(cookie).not.toMatch(/; Domain=/i)
    // The page's scripts read the other two.
    expect(/; HttpOnly(;|$)/.test(cookie)).toBe(cookie.startsWith('receipts='))
  }
})

test('a token is new for every visitor, and too long to guess', async () => {
  const tokens = new Set<string | undefined>()
  for (let visitor = 0; visitor < 20; visitor++) {
    const [cookie = ''] = (await fetch(`${site.url}${GUEST_API}Services`, own)).headers.getSetCookie()
    tokens.add(/^XSRF-TOKEN=([\w-]{22});/.exec(cookie)?.[1])
  }
  expect(tokens).not.toContain(undefined)
  expect(tokens.size).toBe(20)
})

test.each(POSTS)('the response to a post to %s is not cached (%#)', async (address, request, status) => {
  const response = await fetch(site.url + address, request)
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
})

describe('a name that is given twice', () => {
  const message = fields(aContactMessage())
  message.append('email', 'another@mail.example')

  test('refuses a form', async () => {
    const response = await fetch(`${site.url}/contact`, form(message))
    expect(response.status).toBe(400)
    const body = aCareerApplication()
    body.append('email', 'another@mail.example')
    expect((await fetch(`${site.url}${GUEST_API}Form`, form(body))).status).toBe(400)
  })

  test('in an address counts as none or as one, and never fails', async () => {
    for (const address of ['/projects', `${GUEST_API}all-projects`, `${GUEST_API}category-projects/1`]) {
      const response = await fetch(`${site.url}${address}?page=1&page=2&page=__proto__`, own)
      expect(response.status).toBeLessThan(500)
    }
  })
})

test('the operator is told once that forms come from another origin, and which', { tags: 'slow' }, async () => {
  const misled = await startSite({ LOG_LEVEL: 'info' })
  const headers = { 'content-type': 'application/json', origin: 'https://nuqta.example' }
  for (let time = 0; time < 3; time++) {
    const init = { method: 'POST', headers, body: JSON.stringify(aContactMessage()) }
    expect((await fetch(`${misled.url}${GUEST_API}contact-us`, init)).status).toBe(403)
  }
  // A site that is killed may not have written its last lines.
  await misled.end('SIGTERM')
  const warnings = misled
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":40'))
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ origin: 'https://nuqta.example', expected: misled.url }),
  ])
  await misled.stop()
})

test('passwords of the settings are in no page and in no line of the log, also when a mail fails', async () => {
  await fetch(`${site.url}${GUEST_API}contact-us`, json(JSON.stringify(aContactMessage())))
  await expect.poll(() => site.output(), { timeout: 60_000 }).toContain('A job failed')
  expect(site.output()).not.toContain(PASSWORD)
  for (const [address, request] of READS)
    expect(await (await fetch(site.url + address, request)).text()).not.toContain(PASSWORD)
})

describe('a failure inside', () => {
  const fresh = freshDatabaseOf('SQLite')
  const api = duringTests(async () => startApi(await fresh()))

  test('is answered with a number to name it by, and with nothing of what failed', async () => {
    await updateRows(api.database.queries, 'published_content', { type: 'services' }, { en: 'canary, no JSON' })
    await updateRows(
      api.database.queries,
      'content_version',
      {},
      { version: 'changed', loaded_at: new Date().toISOString() },
    )
    const response = await expect
      .poll(async () => (await api.get('Services')).clone(), { timeout: 60_000 })
      .toMatchObject({ status: 500 })
      .then(() => api.get('Services'))
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ status: 500, requestId: expect.any(String) })
    expect(text).not.toMatch(/canary|JSON|SyntaxError|\.ts|\.js|node_modules| at /)
  })
})
