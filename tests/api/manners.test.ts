import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { endpoints, GUEST_API, pathOf } from '#contract/endpoints.ts'
import { responses } from '#contract/shapes.ts'
import { aContactMessage } from '../support/builders.ts'
import { apiOn } from '../support/databases.ts'

/** Rules of every call. */

const api = apiOn('SQLite', { allowedOrigins: ['https://shop.example'] })
const gets = Object.values(endpoints).filter(({ method }) => method === 'GET')
const posts = Object.values(endpoints).filter(({ method }) => method === 'POST')

async function problemOf(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const problem = await answer.json()
  expect(problem).toMatchObject({ status: answer.status, requestId: answer.headers.get('x-request-id') })
  expect(problem.title && problem.detail).toBeTruthy()
  return problem
}

describe('languages', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['ar', 'ar'],
    ['ar-EG', 'ar'],
    ['AR-eg;q=0.9, en;q=0.8', 'ar'],
    ['en;q=0.2, ar;q=0.9', 'ar'],
    ['ar;q=0.1, en;q=0.2', 'en'],
    ['ar;q=0', 'en'],
    ['fr, de', 'en'],
    ['fr, ar;q=0.5', 'ar'],
    ['*', 'en'],
    ['en;q=0,*', 'ar'],
    ['*, en;q=0', 'ar'],
    ['en;q=0, *;q=0.1', 'ar'],
    ['ar;q=0, *', 'en'],
    ['ar;q=0.5, *', 'en'],
    ['*;q=0.5, ar', 'ar'],
    ['ar, *', 'ar'],
    ['en;q=0, ar;q=0, *', 'en'],
    ['en;q=0', 'en'],
    ['*;q=0, ar', 'ar'],
    ['ar-EG;q=0, ar', 'ar'],
    ['ar;q=banana', 'en'],
    [`${'x,'.repeat(2000)}`, 'en'],
  ])('Accept-Language "%s" is answered in %s', async (header, language) => {
    const answer = await api.get('Services', header === undefined ? {} : { 'accept-language': header })
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('vary')).toBe('Accept-Language, Accept-Encoding, Origin')
  })

  test('each language has an ETag of its own', async () => {
    const [english, arabic] = await Promise.all(
      ['en', 'ar'].map((language) => api.get('Services', { 'accept-language': language })),
    )
    expect(english?.headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(english?.headers.get('etag')).not.toBe(arabic?.headers.get('etag'))
  })

  test('a refusal speaks the language that was asked for', async () => {
    expect((await problemOf(await api.get('job/99', { 'accept-language': 'ar' }))).title).toMatch(/[\u0600-\u06ff]/)
  })
})

describe('reading', () => {
  test.each(gets.map((endpoint) => [pathOf(endpoint, 1), endpoint] as const))(
    '%s has the shape of the contract',
    async (path, { name }) => {
      const response = await api.get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(responses[name].safeParse(await response.json()).error).toBeUndefined()
    },
  )

  test.each(gets.map((endpoint) => pathOf(endpoint, 1)))('%s is found without regard to case', async (path) => {
    expect((await api.get(path.toUpperCase())).status).toBe(200)
    expect((await api.get(path.toLowerCase())).status).toBe(200)
  })

  test.each(gets.map((endpoint) => pathOf(endpoint, 1)))('HEAD %s is GET without the body', async (path) => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(api.url + path, { method, headers: { 'accept-encoding': 'identity' } })),
    )
    expect(head?.status).toBe(200)
    expect(await head?.text()).toBe('')
    for (const name of ['etag', 'content-length', 'content-type', 'vary'])
      expect(head?.headers.get(name)).toBe(get?.headers.get(name))
  })

  test('an unchanged response is 304', async () => {
    const etag = (await api.get('all-projects')).headers.get('etag') as string
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await api.get('all-projects', { 'if-none-match': known })
      expect(answer.status).toBe(304)
      expect(answer.headers.get('etag')).toBe(etag)
      expect(await answer.text()).toBe('')
    }
    expect((await api.get('all-projects', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('an answer is compressed for those who can read it, under an ETag of its own', async () => {
    const plain = await fetch(`${api.url}${GUEST_API}Services`, { headers: { 'accept-encoding': 'identity' } })
    const gzip = await fetch(`${api.url}${GUEST_API}Services`, { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gzip.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(await gzip.text()).toBe(await plain.text())
  })
})

describe('addresses', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/guest-api/',
    '/API/Guest-API/nothing',
    '/api/guest-api/projects',
    '/api/guest-api/job/1/2',
  ])('%s is unknown, in JSON', async (path) => {
    expect((await problemOf(await api.get(path))).status).toBe(404)
  })

  test.each(gets.map((endpoint) => pathOf(endpoint, 1)))('%s names the methods it has', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const answer = await fetch(api.url + path, { method })
      expect((await problemOf(answer)).status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  test.each(posts.map(({ path }) => path))('%s takes posts only', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(api.url + path, { method })
      expect((await problemOf(answer)).status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    }
  })

  test.each(['/api/guest-api/projects/%ZZ', '/api/%'])('%s is malformed, in JSON', async (path) => {
    expect((await problemOf(await api.get(path))).status).toBe(400)
  })

  test('a request that is not HTTP is refused in JSON', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
      socket.write('HELLO\r\n\r\n')
    })
    expect(answer).toContain('HTTP/1.1 400 Bad Request')
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status: 400 })
  })
})

describe('bodies', () => {
  const send = (body: string | Uint8Array, type = 'application/json') =>
    fetch(`${api.url}${GUEST_API}contact-us`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: body as BodyInit,
    })

  test.each([
    ['malformed JSON', '{"name":', 400],
    ['empty JSON', '', 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['a text', '"name"', 400],
    ['a number', '7', 400],
    ['nesting without end', '['.repeat(20_000), 400],
    ['a name of 5 MB', JSON.stringify(aContactMessage({ name: 'x'.repeat(5_000_000) })), 413],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 400],
  ])('%s is refused', async (_what, body, status) => {
    expect((await problemOf(await send(body))).status).toBe(status)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('the type %s is refused', async (type) => {
    expect((await problemOf(await send(JSON.stringify(aContactMessage()), type))).status).toBe(415)
  })

  test('nothing of it was stored', async () => {
    expect(await api.database.queries.selectFrom('submissions').selectAll().execute()).toEqual([])
  })
})

describe('other sites', () => {
  const own = () => api.url
  const post = (headers: Record<string, string>) => api.post('contact-us', aContactMessage(), headers)

  test.each([
    ['a script', {}],
    ['a script that fetches', { 'sec-fetch-site': 'none' }],
    ['an allowed site', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }],
    [
      'the site behind a proxy that passes another host on',
      { origin: 'https://nuqta.example', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'a visitor with the token',
      { cookie: 'a=b; XSRF-TOKEN=abc', 'x-xsrf-token': 'abc', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'a visitor with another program’s token, as it stands in the cookie',
      { cookie: 'XSRF-TOKEN=eyJpdiI6Ik1%3D', 'x-xsrf-token': 'eyJpdiI6Ik1%3D' },
    ],
    ['the same, decoded', { cookie: 'XSRF-TOKEN=eyJpdiI6Ik1%3D', 'x-xsrf-token': 'eyJpdiI6Ik1=' }],
    ['one with several', { cookie: 'XSRF-TOKEN=; XSRF-TOKEN=a%; XSRF-TOKEN=b%3D', 'x-xsrf-token': 'b=' }],
    ['a script with a cookie of another name', { cookie: 'MY-XSRF-TOKEN=a; XSRF-TOKEN-2=b; x=XSRF-TOKEN=c' }],
  ])('%s may post', async (_who, headers) => {
    expect((await post(headers as never)).status).toBe(201)
  })

  test('the site itself may post', async () => {
    expect((await post({ origin: own() })).status).toBe(201)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['a cookie without the header', { cookie: 'XSRF-TOKEN=abc' }],
    ['a cookie with another header', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' }],
    ['an empty cookie', { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' }],
    ['a cookie that is decoded to nothing', { cookie: 'XSRF-TOKEN=%', 'x-xsrf-token': '' }],
    ['the token of a cookie of another name', { cookie: 'XSRF-TOKEN=abc; MY-XSRF-TOKEN=a', 'x-xsrf-token': 'a' }],
  ])('%s is refused', async (_who, headers) => {
    expect((await problemOf(await post(headers as never))).status).toBe(403)
  })

  test('a visitor without the cookie gets one that scripts can read, and one who has it gets none', async () => {
    const first = await api.get('Services')
    expect(first.headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[\w-]{22}; Path=\/; SameSite=Lax$/)
    expect(first.headers.get('cache-control')).toContain('private')
    const [own] = first.headers.get('set-cookie')?.split(';') ?? []
    for (const cookie of [own as string, `a=b; XSRF-TOKEN=eyJpdiI6Ik1%3D; ${own}`, `${own};XSRF-TOKEN=`]) {
      const second = await api.get('Services', { cookie })
      expect(second.headers.get('set-cookie')).toBeNull()
      expect(second.headers.get('cache-control')).toContain('public')
    }
  })

  test.each([
    'XSRF-TOKEN=',
    'XSRF-TOKEN=abc',
    'XSRF-TOKEN=eyJpdiI6Ik1%3D',
    `MY-XSRF-TOKEN=${'a'.repeat(22)}`,
    `x=XSRF-TOKEN=${'a'.repeat(22)}`,
    `XSRF-TOKEN=${'a'.repeat(23)}`,
  ])('a visitor with %s, which is not ours, gets ours', async (cookie) => {
    const response = await api.get('Services', { cookie })
    const [own = ''] = response.headers.get('set-cookie')?.split(';') ?? []
    expect(own).toMatch(/^XSRF-TOKEN=[\w-]{22}$/)
    const headers = { cookie: `${cookie}; ${own}`, 'x-xsrf-token': own.split('=')[1] as string }
    expect((await post(headers)).status).toBe(201)
  })

  test('an allowed site may read, another may not', async () => {
    expect(
      (await api.get('Services', { origin: 'https://shop.example' })).headers.get('access-control-allow-origin'),
    ).toBe('https://shop.example')
    const other = await api.get('Services', { origin: 'https://evil.example' })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('an allowed site is told beforehand what it may send', async () => {
    const ask = (origin: string) =>
      fetch(`${api.url}${GUEST_API}contact-us`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await ask('https://shop.example')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-methods')).toContain('POST')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await ask('https://evil.example')).headers.get('access-control-allow-methods')).toBeNull()
  })
})

describe('the description', () => {
  test('has a page to read and try it that needs no other site', async () => {
    const page = await api.get('/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).not.toMatch(/(src|href)="https?:/)
  })
})

describe('health', () => {
  test('the process lives and its database answers', async () => {
    expect((await api.get('/healthz')).status).toBe(200)
    expect((await api.get('/readyz')).status).toBe(200)
  })
})
