import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { aContactMessage } from '../support/builders.ts'
import { databasesByTurn, freshDatabaseOf } from '../support/databases.ts'
import { type Query, startDesk } from '../support/desk-api.ts'
import { makePerson, makeSession } from '../support/desk-people.ts'
import { duringTests, untilTestEnds } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.ts'
import { startSite, startSiteOn } from '../support/start-site.ts'
import { starterPage } from '../support/starter-company.ts'

type Figures = Awaited<ReturnType<DeskCalls['GET /visitors']['handle']>>

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

type Beacon = Record<string, string>

/** As a browser sends it, from any address. */
const beacon = (url: string, body: Beacon | string, headers: Record<string, string> = {}) =>
  fetch(`${url}/seen`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'sec-fetch-site': 'same-origin',
      'user-agent': CHROME,
      'x-forwarded-for': '203.0.113.7',
      ...headers,
    },
    body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
  })

describe.each(databasesByTurn(1))('visitors on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  /** Figures at the desk after the site has ended, because its last minute is stored then. */
  async function countedBy(
    visit: (site: {
      url: string
      deskUrl: string
      database: Awaited<ReturnType<typeof startDesk>>['database']
    }) => Promise<void>,
    { query = {}, settings: given = {} }: { query?: Query; settings?: Record<string, string> } = {},
  ): Promise<Figures> {
    const settings = await fresh()
    const deskPort = String(await freePort())
    const site = await untilTestEnds(startSiteOn(settings, { TRUST_PROXY: '127.0.0.1', DESK_PORT: deskPort, ...given }))
    const desk = await untilTestEnds(startDesk(settings))
    await visit({ url: site.url, deskUrl: `http://localhost:${deskPort}`, database: desk.database })
    await site.end('SIGTERM')
    const { call } = await desk.as('editor')
    return (await call('GET /visitors', { query })).json()
  }

  test('a visit counts once a day and every page each time, with its source, language and device', async () => {
    const figures = await countedBy(async ({ url }) => {
      const cameBy = { source: 'LinkedIn', campaign: 'ramadan-2026', referring_site: 'www.linkedin.com' }
      for (let visitor = 0; visitor < 5; visitor++) {
        const headers = { 'x-forwarded-for': `198.51.${visitor}.9`, 'user-agent': PHONE }
        await beacon(url, { step: 'seen', address: `${url}/ar/careerApply/1`, ...cameBy }, headers)
        await beacon(url, { step: 'seen', address: `${url}/ar/jobs` }, headers)
        await beacon(url, { step: 'begun', address: `${url}/ar/careerApply/1` }, headers)
      }
      await beacon(url, { step: 'seen', address: `${url}/` })
      await beacon(url, { step: 'seen', address: `${url}/blog?page=2`, referring_site: 'news.example' })
      await beacon(url, { step: 'seen', address: `${url}/made-up` })
    })
    expect(figures).toMatchObject({
      visits: 6,
      views: 13,
      before: null,
      languages: [
        { language: 'en', count: 3 },
        { language: 'ar', count: 10 },
      ],
      devices: [
        { device: 'phone', count: 5 },
        { device: 'computer', count: 1 },
      ],
      sources: {
        rows: [
          { name: 'linkedin', count: 5 },
          { name: '', count: 1 },
        ],
        // One visit: the site could name a person.
        others: { names: 1, count: 1 },
      },
      campaigns: { rows: [{ name: 'ramadan-2026', count: 5, sent: 0 }], others: { names: 0 } },
      pageCount: 5,
      isCounted: false,
    })
    expect(figures.pages.map(({ page, count }) => [page, count])).toEqual([
      ['/careerApply/1', 5],
      ['/jobs', 5],
      [null, 1],
      ['/', 1],
      ['/blog', 1],
    ])
    expect(figures.pages[0]?.title).toEqual({
      en: expect.stringMatching(/\w/),
      ar: expect.stringMatching(/\p{Script=Arabic}/u),
    })
    expect(figures.forms[0]).toEqual({ form: 'career-application', seen: 5, begun: 5, sent: 0 })
    expect(figures.periods.at(-1)).toMatchObject({ visits: 6, views: 13 })
  })

  test('a stored form counts as sent without JavaScript too, a refused or repeated one does not', async () => {
    const figures = await countedBy(async ({ url }) => {
      const post = (changes: object, path = '/contact') =>
        fetch(url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
          body: new URLSearchParams(aContactMessage(changes)),
        })
      expect((await post({})).status).toBe(303)
      expect((await post({})).status).toBe(303)
      expect((await post({ message: 'Another' }, '/ar/contact')).status).toBe(303)
      expect((await post({ email: 'none' })).status).toBe(422)
    })
    expect(figures.forms.find(({ form }) => form === 'contact-message')).toMatchObject({ seen: 0, begun: 0, sent: 2 })
    expect(figures.views).toBe(0)
  })

  test('programs, browsers that object, and colleagues from their first use of the desk are left out', async () => {
    const figures = await countedBy(async ({ url, deskUrl, database }) => {
      const seen = (headers: Record<string, string>) => beacon(url, { step: 'seen', address: `${url}/` }, headers)
      const statuses = [
        await seen({ 'user-agent': GOOGLEBOT }),
        await seen({ 'user-agent': '' }),
        await seen({ dnt: '1' }),
        await seen({ 'sec-gpc': '1' }),
      ].map(({ status }) => status)
      expect(statuses).toEqual([204, 204, 204, 204])
      const session = await makeSession(database, await makePerson(database, 'reader'))
      const response = await fetch(`${deskUrl}/api/account`, {
        headers: { cookie: `desk-session=${session}`, 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.50' },
      })
      expect(response.status).toBe(200)
      await seen({ 'x-forwarded-for': '203.0.113.50' })
      await beacon(url, { step: 'begun', address: `${url}/contact` }, { 'x-forwarded-for': '203.0.113.50' })
      // Another browser in the same network is a visitor.
      await seen({ 'x-forwarded-for': '203.0.113.51' })
    })
    expect([figures.visits, figures.views]).toEqual([1, 1])
    expect(figures.forms.every(({ begun }) => begun === 0)).toBe(true)
  })

  test('hostile beacons store nothing but known pages and a limited number of words', async () => {
    const figures = await countedBy(async ({ url }) => {
      for (const address of [
        '',
        'x',
        '//evil.example/',
        '/%',
        '\0',
        `/${'a'.repeat(600)}`,
        '/constructor',
        '/ar/__proto__',
      ])
        expect((await beacon(url, { step: 'seen', address })).status).toBe(204)
      for (const step of ['', 'sent', '__proto__'])
        expect((await beacon(url, { step, address: `${url}/contact` })).status).toBe(204)
      for (let word = 0; word < 270; word++)
        await beacon(url, { step: 'seen', address: url, campaign: `made-up-${word}` })
      expect((await beacon(url, { step: 'seen', address: url, campaign: 'x'.repeat(1100) })).status).toBe(413)
    })
    expect(figures.pages.map(({ page }) => page)).toEqual(['/', null])
    // Of these 200 are told apart, the rest is one.
    expect(figures.campaigns).toEqual({ rows: [], others: { names: 201, count: 270 } })
    expect(figures.forms.every(({ seen, begun, sent }) => seen + begun + sent === 0)).toBe(true)
  })

  test('two processes add to the same sums', { tags: 'slow' }, async () => {
    const settings = await fresh()
    const sites = [0, 1].map(() => untilTestEnds(startSiteOn(settings, { TRUST_PROXY: '127.0.0.1' })))
    for (const { url } of await Promise.all(sites))
      for (let view = 0; view < 10; view++)
        await beacon(url, { step: 'seen', address: `${url}/` }, { 'x-forwarded-for': `198.51.${view}.9` })
    for (const site of sites) await (await site).end('SIGTERM')
    const desk = await untilTestEnds(startDesk(settings))
    const { call } = await desk.as('owner')
    expect(await (await call('GET /visitors')).json()).toMatchObject({ views: 20 })
  })
})

describe('the beacon', () => {
  const site = duringTests(() => startSite({ TRUST_PROXY: '127.0.0.1' }))
  const seen = { step: 'seen', address: '/' }

  test('is answered with nothing to keep and no cookie', async () => {
    const response = await beacon(site.url, seen)
    expect(response.status).toBe(204)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('is taken from pages of this site alone', async () => {
    const from = async (headers: Record<string, string>) =>
      (
        await fetch(`${site.url}/seen`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': CHROME, ...headers },
          body: 'step=seen&address=%2F',
        })
      ).status
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await from({ origin: 'https://other.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({})).toBe(403)
    // Browsers send `Sec-Fetch-Site` to safe addresses only.
    expect(await from({ origin: site.url })).toBe(204)
  })

  test('is a post of a form, and nothing else', async () => {
    expect((await beacon(site.url, '{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await beacon(site.url, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await fetch(`${site.url}/seen`)).status).toBe(404)
  })

  test('of one address is taken three hundred times a minute', async () => {
    const from = { 'x-forwarded-for': '192.0.2.99' }
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < 310; sent++) {
      const { status } = await beacon(site.url, seen, from)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(statuses.get(204)).toBe(300)
    expect(statuses.get(429)).toBe(10)
    expect((await beacon(site.url, seen, { 'x-forwarded-for': '192.0.2.98' })).status).toBe(204)
  })

  test('names its path on every page', async () => {
    for (const page of ['/', '/ar', '/contact', '/nothing-here'])
      expect(await (await fetch(site.url + page)).text()).toMatch(/<html[^>]* data-seen="\/seen"/)
  })
})

test('with VISITOR_FIGURES off pages send nothing, nothing is taken, and the policy says nothing of it', {
  tags: 'slow',
}, async () => {
  const site = await untilTestEnds(startSite({ VISITOR_FIGURES: 'off' }))
  const policy = await (await fetch(`${site.url}/privacy-policy`)).text()
  expect(policy).not.toContain('data-seen')
  expect(policy).not.toContain(`>${starterPage('privacy-policy', 'en').words.us.visits.name}<`)
  expect((await beacon(site.url, { step: 'seen', address: '/' })).status).toBe(404)
})
