import { describe, expect, test } from 'vitest'
import { ROUTES } from '#site/route-table.ts'
import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { aContactMessage } from '../support/builders.ts'
import { duringTests } from '../support/during-tests.ts'
import { startJsonReceiver } from '../support/json-receiver.ts'
import { startNaiveCache } from '../support/naive-cache.ts'
import { startSite } from '../support/start-site.ts'

const site = duringTests(() => startSite({ SUBMISSIONS_PER_MINUTE: '1000' }))
const cache = duringTests(() => startNaiveCache(site.url))

const COOKIES = ['', 'language=en', 'language=ar', 'XSRF-TOKEN=abc', 'receipts=1.contact-message:NQ-AAAA-BBBB.x', 'a=b']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']
const OWN = ROUTES.filter((route) => 'isPrivate' in route && route.isPrivate).map(({ path }) =>
  path.replace(':id', 'A'.repeat(43)),
)
const FILES = ['/sitemap.xml', '/robots.txt', '/jobs.rss', '/blog.rss', '/assets/i18n/en.json', '/favicon.svg']
const CALLS = ['/api/guest-api/Services', '/api/guest-api/job/1', '/api/openapi.json', '/healthz', '/readyz']
const ODD = [
  '/nothing-here',
  '/services-details/9999',
  '/contact?sent=NQ-AAAA-BBBB',
  '/services?language=ar',
  '/?preview=x',
]

const ask = (address: string, { cookie = '', method = 'GET' } = {}) =>
  fetch(site.url + address, { method, redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'same-origin' } })

const isShared = (response: Response) => /\b(public|s-maxage)\b/.test(response.headers.get('cache-control') ?? '')

describe.each([...ADDRESSES, ...ADDRESSES.map((each) => addressIn('ar', each)), ...OWN, ...FILES, ...CALLS, ...ODD])(
  '%s',
  (address) => {
    test('is the same for everybody, or private', async () => {
      const bodies = new Set<string>()
      for (const method of METHODS)
        for (const cookie of COOKIES) {
          const response = await ask(address, { method, cookie })
          const said = `${method} with “${cookie}”: ${response.headers.get('cache-control')}`
          const body = await response.text()
          if (!isShared(response)) continue
          expect(method, said).toMatch(/GET|HEAD/)
          // The API's client expects the token from every read; such a response is never kept without asking.
          expect(response.headers.get('set-cookie'), said).toBeNull()
          // deploy/nginx.conf keeps a copy for each encoding, and ignores any other header.
          expect(response.headers.get('vary') ?? 'Accept-Encoding', said).toBe('Accept-Encoding')
          if (method === 'GET') bodies.add(`${response.status} ${body}`)
        }
      expect(bodies.size).toBeLessThanOrEqual(1)
    })
  },
)

test.each([...ADDRESSES, '/nothing-here'])('%s may be kept by a cache in front, in both languages', async (address) => {
  for (const language of ['en', 'ar'] as const) {
    const { headers } = await ask(addressIn(language, address))
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+/)
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(headers.get('set-cookie')).toBeNull()
  }
})

describe('with a CDN that is told of changes', () => {
  const cdn = duringTests(() => startJsonReceiver<object>())
  const purged = duringTests(() =>
    startSite({ PURGE_URL: `${cdn.url}/purge`, PURGE_HEADER: 'Authorization: Bearer a key', LOG_LEVEL: 'error' }),
  )

  test('pages carry an hour and their key for it, and a second for others', async () => {
    const hour = expect.stringMatching(/^max-age=3600,/)
    for (const address of ['/', '/ar/services']) {
      const { headers } = await fetch(purged.url + address)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': expect.stringMatching(/s-maxage=1,/),
        'cdn-cache-control': hour,
        'surrogate-control': hour,
        'cache-tag': 'pages',
        'surrogate-key': 'pages',
      })
      expect((await ask(address)).headers.has('cdn-cache-control')).toBe(false)
    }
    for (const address of [...OWN, '/healthz', '/api/guest-api/Services'])
      expect((await fetch(purged.url + address)).headers.has('cdn-cache-control'), address).toBe(false)
  })

  test('a release that starts is told to it', async () => {
    await expect
      .poll(() => cdn.received)
      .toMatchObject([{ path: '/purge', headers: { authorization: 'Bearer a key' }, body: { keys: ['pages'] } }])
  })
})

describe('behind a cache that obeys nothing but Cache-Control', () => {
  const through = (address: string, cookie = '', init: RequestInit = {}) =>
    fetch(cache.url + address, { ...init, redirect: 'manual', headers: { cookie } })

  test('each visitor gets the language of the address, whoever came first', async () => {
    await through('/about', 'language=ar')
    expect(await (await through('/about')).text()).toContain('<html lang="en"')
    await through('/ar/about', 'language=en')
    expect(await (await through('/ar/about')).text()).toContain('<html lang="ar"')
    expect((await through('/ar/about')).headers.get('x-kept')).toBe('yes')
  })

  test('a receipt is shown to its sender alone', async () => {
    const body = new URLSearchParams(aContactMessage())
    const sent = await through('/contact', '', { method: 'POST', body })
    const receipt = sent.headers.get('location') as string
    const [, reference = ''] = /sent=(NQ-[\w-]+)/.exec(receipt) ?? []
    const own = sent.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    for (const [cookie, isSeen] of [
      ['', false],
      [own, true],
      ['', false],
      [own, true],
    ] as const) {
      const page = await through(receipt, cookie)
      expect((await page.text()).includes(reference)).toBe(isSeen)
      expect(page.headers.get('x-kept')).toBe('no')
    }
  })

  test('a form with faults comes back to its sender alone', async () => {
    const name = 'Nadia Unrepeated'
    const body = new URLSearchParams(aContactMessage({ name, email: 'no address' }))
    expect(await (await through('/contact', '', { method: 'POST', body })).text()).toContain(name)
    expect(await (await through('/contact')).text()).not.toContain(name)
  })

  test('no token is handed to two visitors', async () => {
    const tokens = await Promise.all(
      ['/api/guest-api/Services', '/api/guest-api/Services'].map(async (address) =>
        (await through(address)).headers.get('set-cookie'),
      ),
    )
    expect(new Set(tokens).size).toBe(2)
  })
})
