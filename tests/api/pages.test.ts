import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, inBothLanguages } from '../support/addresses.ts'
import { aContactMessage } from '../support/builders.ts'
import { duringTests } from '../support/during-tests.ts'
import { requestLines, sendRaw } from '../support/raw-http.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

const site = duringTests(() => startSite({ LOG_LEVEL: 'info' }))

const ask = (method: string, address: string, headers: Record<string, string> = {}, at = site) =>
  fetch(at.url + address, { method, redirect: 'manual', headers: { 'accept-encoding': 'identity', ...headers } })

/** Headers without those that differ with every response. */
const lasting = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !CHANGING.includes(name)))
const CHANGING = ['date', 'x-request-id', 'connection', 'keep-alive']

const WITH_ACTION = [
  '/faq',
  '/sign-in',
  '/sign-up',
  '/coming-soon',
  '/contact',
  '/internship',
  '/careerApply/1',
  '/general-application',
  '/application',
  '/job-alerts',
]
const EVERY_PAGE = inBothLanguages(ADDRESSES)
const isWithAction = (address: string) => WITH_ACTION.includes(address.replace(/^\/ar(?=\/|$)/, '') || '/')

describe('methods', () => {
  // First from the renderer, then from the cache.
  test.each([
    ...EVERY_PAGE,
    '/no-such-page',
    '/services-details/999',
    '/services?page=1',
    '/contact?sent=NQ-AAAA-BBBB',
    '/ai-startup?q=nothing-of-this-name',
    '/ai-startup?q=jobs',
    '/services?language=ar',
    '/sitemap.xml',
    '/robots.txt',
    '/jobs.rss',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/assets/i18n/en.json',
    '/healthz',
    '/api/guest-api/Services',
    '/api/guest-api/nothing',
  ])('HEAD %s answers as GET does, without a body', async (address) => {
    const cookie = `XSRF-TOKEN=${'a'.repeat(22)}`
    const before = await ask('HEAD', address, { cookie })
    const get = await ask('GET', address, { cookie })
    const after = await ask('HEAD', address, { cookie })
    for (const head of [before, after]) {
      expect(head.status).toBe(get.status)
      expect(lasting(head.headers)).toEqual(lasting(get.headers))
      expect(await head.text()).toBe('')
    }
    expect(get.status).toBeLessThan(500)
  })

  test.each(EVERY_PAGE)('%s names the methods it has', async (address) => {
    const allow = isWithAction(address) ? 'GET, HEAD, POST' : 'GET, HEAD'
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const response = await ask(method, address)
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, allow])
    }
  })

  test.each(EVERY_PAGE)('%s takes a post where it has a form, and refuses it where it has none', async (address) => {
    const response = await fetch(site.url + address, { method: 'POST', body: new URLSearchParams({ name: '' }) })
    if (isWithAction(address)) {
      expect(response.status).not.toBe(405)
      expect(response.status).toBeLessThan(500)
      expect(response.headers.get('cache-control')).toBe('no-store')
    } else {
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test.each([
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
    '/jobs.rss',
    '/ar/blog.rss',
    '/jobs/1.ics',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/favicon.ico',
    '/FAVICON.ico/',
    '/assets/i18n/en.json',
    '/share/en/about.png',
    '/healthz',
  ])('%s, which is no page, names the methods it has, too', async (address) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const response = await ask(method, address)
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  })

  test("so do the build's scripts and pictures", async () => {
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await ask('GET', '/')).text()) ?? []
    const response = await ask('POST', script)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each(['POST', 'PUT', 'DELETE'])('%s to an unknown address is not found', async (method) => {
    expect((await ask(method, '/no-such-page')).status).toBe(404)
  })
})

describe('hosts', () => {
  const HOSTS = [
    '',
    ':',
    'a:b:c',
    '[',
    '[::1',
    'x y',
    '%',
    'evil.example/x?y#',
    'evil.example\\',
    '@',
    '//',
    '\x80',
    'a'.repeat(500),
  ]

  test.each(HOSTS)('the host "%s" changes no page', async (host) => {
    for (const target of ['/services', '/contact?sent=x', '/no-such-page']) {
      const usual = await sendRaw(site.url, requestLines('GET', target))
      const odd = await sendRaw(site.url, requestLines('GET', target, [`Host: ${host}`]))
      expect([target, odd.status]).toEqual([target, usual.status])
      expect(odd.body).toBe(usual.body)
      expect(odd.headers.location).toBe(usual.headers.location)
    }
    const post = await sendRaw(
      site.url,
      requestLines('POST', '/contact', [
        `Host: ${host}`,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 0',
      ]),
    )
    expect(post.status).toBe(422)
  })
})

describe('whole addresses', () => {
  const whole = (target: string, host = 'site.example') =>
    sendRaw(site.url, requestLines('GET', target, [`Host: ${host}`]))

  test.each(['/about', '/services?page=1', '/no-such-page', '/api/guest-api/Team', '/sitemap.xml', '/favicon.svg'])(
    '%s is found by its whole address, whatever host it names',
    async (address) => {
      const usual = await whole(address)
      for (const origin of ['http://site.example', 'HTTPS://evil.example:8080', 'http://user@evil.example']) {
        const asked = await whole(origin + address)
        expect([asked.status, asked.body]).toEqual([usual.status, usual.body])
        expect(asked.body).not.toContain('evil.example')
      }
      expect((await whole(address)).body).toBe(usual.body)
    },
  )

  test('the start page needs no slash', async () => {
    const usual = await whole('/')
    expect((await whole('http://site.example')).body).toBe(usual.body)
    expect((await whole('http://site.example?x=1')).status).toBe(200)
  })

  test('a language is chosen on this site', async () => {
    const { status, headers } = await whole('http://evil.example/about?language=ar')
    expect([status, headers.location]).toEqual([303, '/ar/about#language=ar'])
  })

  test.each(['http://', 'http:///about', 'ftp://site.example/about', 'about', '*'])('%s is none', async (target) => {
    expect((await whole(target)).status).toBe(400)
  })
})

describe('redirects', () => {
  const choosing = (path: string, language: string) =>
    sendRaw(site.url, requestLines('GET', `${path}?language=${language}`))

  /** The address that a browser would go to. */
  function destination(location: string) {
    expect(location).toMatch(/^\/(?![/\\])/)
    return new URL(location, 'https://site.example/somewhere').origin
  }

  test.each([
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/.\t//evil.example',
    '//evil.example',
    '/ar/..//evil.example',
    '/ar//evil.example',
    '/ar/\\evil.example',
  ])('%s with a chosen language leads to no other site', async (path) => {
    for (const language of LANGUAGES) {
      const response = await choosing(path, language)
      expect(response.status).toBeLessThan(500)
      if (response.headers.location) expect(destination(response.headers.location)).toBe('https://site.example')
    }
  })

  test('no spelling of an address leads to another site', async () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2E%2e',
      '%2f',
      '%5c',
      '\t',
      '%09',
      '%0a',
      'evil.example',
      '@',
      ':',
      'ar',
      'services',
      ';',
      '%00',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...LANGUAGES),
        async (pieces, language) => {
          const response = await choosing(`/${pieces.join('')}`, language)
          expect(response.status).toBeLessThan(500)
          if (response.status === 303)
            expect(destination(response.headers.location as string)).toBe('https://site.example')
        },
      ),
      { numRuns: 300 },
    )
  })

  test('choosing a language keeps the rest of the address', async () => {
    const response = await ask('GET', '/services?page=2&language=ar')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/ar/services?page=2#language=ar'])
  })

  test('choosing English leads from an Arabic address to the plain one', async () => {
    const response = await ask('GET', '/ar/services?page=2&language=en')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/services?page=2#language=en'])
    expect((await ask('GET', '/ar?language=en')).headers.get('location')).toBe('/#language=en')
  })
})

describe('languages', () => {
  const page = async (address: string, cookie: string) => (await ask('GET', address, { cookie })).text()

  test('the language is that of the address', async () => {
    expect(await page('/jobs', '')).toContain('<html lang="en" dir="ltr"')
    expect(await page('/jobs', 'language=xx')).toContain('<html lang="en" dir="ltr"')
    expect(await page('/ar/jobs', 'language=en')).toContain('<html lang="ar" dir="rtl"')
    expect(await page('/%61r/jobs', 'language=en')).toContain('<html lang="ar" dir="rtl"')
  })

  test.each([
    ['/', '/ar'],
    ['/jobs', '/ar/jobs'],
    ['/projectsOverView/1?page=2', '/ar/projectsOverView/1?page=2'],
    ['/job-alerts', '/ar/job-alerts'],
  ])('a visitor who chose Arabic is led from %s to %s', async (address, arabic) => {
    for (const cookie of ['language=ar', 'a=b; language=ar; c=d']) {
      const { status, headers } = await ask('GET', address, { cookie })
      expect([status, headers.get('location')]).toEqual([302, arabic])
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })
})

describe('cacheable responses', () => {
  test('a page that repeats what was sent is stored nowhere', async () => {
    const answers = aContactMessage({ email: 'no address' })
    const page = await fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(answers) })
    expect(page.status).toBe(422)
    expect(await page.text()).toContain(answers.name)
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('neither is the way to a receipt, nor the receipt', async () => {
    const body = new URLSearchParams(aContactMessage())
    const sent = await fetch(`${site.url}/contact`, { method: 'POST', body, redirect: 'manual' })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('cache-control')).toBe('no-store')
    const cookie = sent.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const receipt = await fetch(new URL(sent.headers.get('location') as string, site.url), { headers: { cookie } })
    expect(await receipt.text()).toMatch(/NQ-[0-9A-Z]{4}-[0-9A-Z]{4}/)
    expect(receipt.headers.get('cache-control')).toBe('no-store')
  })

  test('a page is sent again only when it has changed', async () => {
    const etag = (await ask('GET', '/services')).headers.get('etag') as string
    expect(etag).toMatch(/^"/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask('GET', '/services', { 'if-none-match': known })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    expect((await ask('GET', '/services', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each(['/no-such-page', '/services-details/999', '/ar/no-such-page', '/careerApply/999'])(
    '%s, which does not exist, is never taken for unchanged',
    async (address) => {
      const missing = await ask('GET', address)
      expect([missing.status, missing.headers.get('etag')]).toEqual([404, null])
      for (const known of ['*', '"x"']) expect((await ask('GET', address, { 'if-none-match': known })).status).toBe(404)
    },
  )

  test('each encoding has its own tag, and a refused encoding is not used', async () => {
    const asked = async (encoding: string) => (await ask('GET', '/about', { 'accept-encoding': encoding })).headers
    const [brotli, gzip, plain, any, refused] = await Promise.all(
      ['br, gzip', 'gzip', 'identity', '*', 'br;q=0, gzip;q=0'].map(asked),
    )
    expect(brotli?.get('content-encoding')).toBe('br')
    expect(gzip?.get('content-encoding')).toBe('gzip')
    expect(plain?.get('content-encoding')).toBeNull()
    expect(any?.get('content-encoding')).toBe('br')
    expect(refused?.get('content-encoding')).toBeNull()
    expect(new Set([brotli, gzip, plain].map((headers) => headers?.get('etag'))).size).toBe(3)
  })

  test('scripts are sent compressed, and their compressed files have no address', async () => {
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await ask('GET', '/')).text()) ?? []
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await ask('GET', script, { 'accept-encoding': encoding })
      expect(headers.get('content-encoding')).toBe(encoding)
    }
    for (const ending of ['.br', '.gz']) expect((await ask('GET', script + ending)).status).toBe(404)
  })

  test('text in an address is not shown to others', async () => {
    await ask('GET', '/contact?sent=NQ-AAAA-BBBB')
    expect(await (await ask('GET', '/contact')).text()).not.toContain('NQ-AAAA-BBBB')
  })
})

describe('odd addresses', () => {
  const UNREADABLE = ['//about', '//', '//[', '//evil.example/', '/%', '/%zz', '/%E0%A4%A', '/\\about', '/x/..//about']

  test.each(UNREADABLE)('%s has the page of what does not exist', async (target) => {
    const missing = (headers: string[] = []) =>
      sendRaw(site.url, requestLines('GET', '/no-such-page', ['Host: x', ...headers]))
    for (const headers of [[], ['Cookie: language=ar']]) {
      const expected = await missing(headers)
      expect(expected.body).toContain('<html')
      for (const asked of [target, `${target}?language=ar`, `${target}?x=1`]) {
        const response = await sendRaw(site.url, requestLines('GET', asked, ['Host: x', ...headers]))
        expect(response.status).toBe(404)
        expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
        expect(response.headers).not.toHaveProperty('location')
        expect(response.body).toBe(expected.body)
        const head = await sendRaw(site.url, requestLines('HEAD', asked, ['Host: x', ...headers]))
        expect([head.status, head.body]).toEqual([404, ''])
      }
    }
  })

  test.each(['/jobs/999.ics', '/ar/jobs/999.ics', '/share/en/nothing.png'])('%s has a page, too', async (address) => {
    for (const cookie of ['', 'language=ar']) {
      const response = await ask('GET', address, { cookie })
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(response.headers.get('content-disposition')).toBeNull()
      const isArabic = address.startsWith('/ar')
      expect(await response.text()).toContain(isArabic ? '<html lang="ar"' : '<html lang="en"')
      const head = await ask('HEAD', address, { cookie })
      expect([head.status, await head.text()]).toEqual([404, ''])
    }
  })

  test('the Arabic ones are Arabic', async () => {
    const { status, body } = await sendRaw(site.url, requestLines('GET', '/ar/%zz'))
    expect(status).toBe(404)
    expect(body).toContain('<html lang="ar" dir="rtl"')
  })

  test.each(['/api/%zz', '/api/guest-api/Service/%E0%A4%A', '/media/%zz'])('%s is refused as a call', async (path) => {
    const { status, headers } = await sendRaw(site.url, requestLines('GET', path))
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8'])
  })

  test.each([
    ['/%00', 404],
    ['/..%2f..%2fpackage.json', 404],
    ['/assets/none.js', 404],
    ['/services.data', 404],
    ['/_root.data', 404],
    ['/__manifest', 404],
    [`/${'x'.repeat(4000)}`, 404],
    [`/${'x'.repeat(5000)}`, 414],
  ])('%s is refused', async (target, status) => {
    expect((await sendRaw(site.url, requestLines('GET', target))).status).toBe(status)
  })
})

describe('behind https', () => {
  const secure = duringTests(() => startSite({ PUBLIC_URL: 'https://nuqta.example' }))

  test('the language cookie is sent over https only', async () => {
    const cookieFrom = async (of: typeof site) =>
      (await ask('GET', '/services?language=ar', {}, of)).headers.get('set-cookie')
    expect(await cookieFrom(secure)).toMatch(/^language=ar;.*; Secure$/)
    expect(await cookieFrom(site)).not.toContain('Secure')
  })

  test('pages are those of the public address', async () => {
    const html = await (await ask('GET', '/services', { host: 'evil.example' }, secure)).text()
    expect(html).toContain('https://nuqta.example/services')
    expect(html).not.toContain('evil.example')
  })
})

describe('request ids', () => {
  const GIVEN = 'given-from-outside'

  test('a request id from an untrusted client is ignored', async () => {
    for (const address of ['/services', '/no-such-page', '/api/guest-api/Team', '/contact?sent=x'])
      expect((await ask('GET', address, { 'x-request-id': GIVEN })).headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
  })

  describe('behind a proxy that is trusted', () => {
    const behindProxy = duringTests(() => startSite({ TRUST_PROXY: '127.0.0.0/8', LOG_LEVEL: 'info' }))

    test('its id is kept, and the request has one line in the log, whatever its page called', async () => {
      const response = await ask('GET', '/services-details/1', { 'x-request-id': GIVEN }, behindProxy)
      expect(response.headers.get('x-request-id')).toBe(GIVEN)
      const routes = () => logOf(behindProxy).filter(({ requestId }) => requestId === GIVEN)
      await expect.poll(() => routes().map(({ route, page }) => [route, page])).toEqual([['/*', expect.any(String)]])
    })

    test('an id that is not fit for a log is not kept', async () => {
      const response = await ask('GET', '/services', { 'x-request-id': 'forged"}' }, behindProxy)
      expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
    })
  })
})

interface LogLine {
  level: number
  requestId?: string
  route?: string
  page?: string
}

const logOf = (of: RunningSite) =>
  of
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)

describe('the log', () => {
  const CANARY = 'canary5827'

  test('holds nothing of what was typed into an address, a host or a form, and no error', async () => {
    const targets = [
      `/${CANARY}`,
      `/services?x=${CANARY}`,
      `/contact?sent=${CANARY}`,
      `/services-details/${CANARY}`,
      `/%zz${CANARY}`,
      `//${CANARY}`,
      `/${CANARY}.data`,
      `/contact.data?${CANARY}`,
    ]
    for (const target of targets)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
        const headers = [`Host: ${CANARY}:x?y#`, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0']
        const response = await sendRaw(site.url, requestLines(method, target, headers))
        expect([method, target, response.status < 500]).toEqual([method, target, true])
      }
    expect(site.output()).not.toContain(CANARY)
    expect(logOf(site).filter(({ level }) => level >= 40)).toEqual([])
    expect(
      site
        .output()
        .split('\n')
        .filter((line) => line && !line.startsWith('{')),
    ).toHaveLength(2)
  })
})
