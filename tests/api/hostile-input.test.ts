import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { GUEST_API } from '#contract/endpoints.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication } from '../support/builders.ts'
import { freshDatabaseOf } from '../support/databases.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSiteOn } from '../support/start-site.ts'

const fresh = freshDatabaseOf('SQLite')

const site = duringTests(async () => startSiteOn(await fresh(), { LOG_LEVEL: 'info' }))

/** Sends raw bytes and returns the whole response. */
function sendRaw(request: string) {
  return new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.setTimeout(5_000, () => socket.destroy())
    socket.write(Buffer.from(request, 'latin1'))
  })
}

const get = (path: string, ...headers: string[]) =>
  sendRaw([`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'))

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

describe('lines and headers', () => {
  test.each([
    [
      'two lengths',
      'POST /api/guest-api/contact-us HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    ],
    [
      'a length and chunks',
      'POST /api/guest-api/contact-us HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'chunks spelled oddly',
      'POST /api/guest-api/contact-us HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'POST /api/guest-api/contact-us HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n'],
    ['a header on two lines', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['no host', 'GET /services HTTP/1.1\r\n\r\n'],
    ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: b\rX-B: c\r\n\r\n'],
    ['a zero byte in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n'],
    ['another protocol', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['headers of 100 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'b'.repeat(100_000)}\r\n\r\n`],
  ])('%s are refused', async (_what, request) => {
    expect([400, 431]).toContain(statusOf(await sendRaw(request)))
  })

  test.each([
    '/ar/%0d%0aSet-Cookie:%20evil=1',
    '/?lang=%0d%0aSet-Cookie:%20evil=1',
    '/services?language=ar%0d%0aSet-Cookie:%20evil=1',
    '/?language=ar&x=%0d%0aSet-Cookie:%20evil=1',
    '//evil.example/?language=ar',
    '//',
    '//:x/?language=ar',
    'http://evil.example/?language=ar',
    'http://',
    '/%2f%2fevil.example/?language=ar',
    '/\\evil.example/?language=ar',
    '/api/guest-api/projects/%0d%0aSet-Cookie:%20evil=1',
  ])('%s puts no header into the answer and leads to no other site', async (path) => {
    const answer = await get(path)
    expect(statusOf(answer)).toBeLessThan(500)
    const [head] = answer.split('\r\n\r\n')
    expect(head).not.toMatch(/^set-cookie: evil/im)
    expect(head).not.toMatch(/^location: *(\/\/|\/?\\|https?:)/im)
  })

  test('a forged host leads nowhere', async () => {
    const answer = await sendRaw(
      'GET /services/?language=ar HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    )
    expect(answer).not.toMatch(/^location:.*evil/im)
    const page = await get('/services', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: gopher')
    expect(page).not.toContain('evil.example')
  })

  test.each(['TRACE', 'CONNECT', 'PUT', 'DELETE', 'PROPFIND'])('%s does nothing', async (method) => {
    const answer = await sendRaw(
      `${method} /services HTTP/1.1\r\nHost: x\r\nX-Secret: echo\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toContain('echo')
    expect(statusOf(answer) || 400).toBeGreaterThanOrEqual(400)
    expect(statusOf(answer) || 400).toBeLessThan(500)
  })
})

describe('paths', () => {
  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/media/../nuqta.sqlite',
    '/media/..%2f..%2fdata%2fnuqta.sqlite',
    '/media/%00.svg',
    '/..%5c..%5cpackage.json',
    '/.git/config',
    '/.env',
    '/package.json',
    '/build/server/index.js',
    '/nuqta.sqlite',
    '/%c0%ae%c0%ae/package.json',
    '/%',
    '/%00',
    `/${'a'.repeat(10_000)}`,
    `/${'a/'.repeat(2_000)}`,
  ])('%s gives nothing away', async (path) => {
    const answer = await get(path)
    expect([400, 404, 414, 431]).toContain(statusOf(answer))
    expect(answer).not.toMatch(/"dependencies"|root:x:|SQLite format|\[core\]/)
  })
})

const ATTACKS = [
  `"><script>alert('x-attack')</script>`,
  `'><img src=x onerror=alert('x-attack')>`,
  `</textarea><svg onload=alert('x-attack')>`,
  `</script><script>alert('x-attack')</script>`,
  `<!--<script>alert('x-attack')`,
  `javascript:alert('x-attack')`,
  `{{constructor.constructor('alert("x-attack")')()}}`,
]
/** A tag or an attribute opened by the attack itself. */
const BROKEN_OUT = /<(?:script|img|svg)[^>]*(?:x-attack|onerror|onload)|<script>alert|href="javascript:/i

describe('strange words on a page', () => {
  const forms: [string, Record<string, string>][] = [
    ['/contact', aContactMessage()],
    ['/ar/contact', aContactMessage()],
    ['/internship', anInternshipApplication()],
    ['/ar/internship', anInternshipApplication()],
  ]

  test.each(forms)('%s shows them as they were typed, and no browser runs them', async (path, valid) => {
    for (const attack of ATTACKS) {
      const answers = Object.fromEntries(Object.keys(valid).map((field) => [field, attack]))
      const page = await fetch(site.url + path, { method: 'POST', body: new URLSearchParams(answers) })
      expect(page.status).toBe(422)
      const html = await page.text()
      expect(html).toContain('x-attack')
      expect(html).not.toMatch(BROKEN_OUT)
      expect(page.headers.get('content-security-policy')).toMatch(/script-src(?![^;]*unsafe-inline)/)
    }
  })

  test('an application shows them as they were typed', async () => {
    for (const attack of ATTACKS) {
      const names = ['name', 'email', 'phone', 'address', 'college', 'major', 'notice_period', 'date_of_birth']
      const form = aCareerApplication({ fields: Object.fromEntries(names.map((name) => [name, attack])) })
      const page = await fetch(`${site.url}/careerApply/1`, { method: 'POST', body: form })
      const html = await page.text()
      expect(page.status).toBe(422)
      expect(html).toContain('x-attack')
      expect(html).not.toMatch(BROKEN_OUT)
    }
  })

  test.each(['/', '/contact', '/ar/services', '/projects', '/nothing-here', '/sign-in', '/search'])(
    '%s does not repeat what its address holds',
    async (path) => {
      for (const attack of ATTACKS) {
        const word = encodeURIComponent(attack)
        for (const query of [
          `?reference=${word}`,
          `?page=${word}`,
          `?q=${word}&search=${word}&sent=${word}`,
          `/${word}`,
        ]) {
          const html = await (await fetch(`${site.url}${path}${query}`)).text()
          expect(html).not.toMatch(BROKEN_OUT)
        }
      }
    },
  )

  test('an answer of the API is never a page', async () => {
    for (const attack of ATTACKS) {
      const answer = await fetch(`${site.url}${GUEST_API}projects/${encodeURIComponent(attack)}`)
      expect(answer.headers.get('content-type')).toContain('json')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

describe('the log', () => {
  const CANARY = 'canary7391'
  const ALLOWED = [
    'level',
    'time',
    'requestId',
    'reqId',
    'method',
    'route',
    'page',
    'instance',
    'worker',
    'version',
    'status',
    'milliseconds',
    'err',
    'msg',
  ]

  test('holds nothing that people send, and cannot be forged by a request', async () => {
    const said = `${CANARY}\n{"level":30,"forged":true}`
    const headers = {
      'user-agent': CANARY,
      referer: `http://${CANARY}.example/`,
      'x-forwarded-for': CANARY,
      cookie: `a=${CANARY}`,
    }
    const json = { ...headers, 'content-type': 'application/json' }
    for (const [path, form] of [
      ['contact-us', aContactMessage()],
      ['Internship', anInternshipApplication()],
    ] as const) {
      const valid = Object.fromEntries(Object.keys(form).map((field) => [field, CANARY]))
      const stored = { ...form, name: CANARY, email: `${CANARY}@mail.example` }
      for (const body of [valid, stored, { ...form, [CANARY]: said }, { ...form, name: said }])
        await fetch(site.url + GUEST_API + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
      await fetch(site.url + GUEST_API + path, { method: 'POST', headers: json, body: `{"${CANARY}` })
    }
    const fields = { name: CANARY, email: `${CANARY}@mail.example`, address: CANARY }
    await fetch(`${site.url}${GUEST_API}Form`, {
      method: 'POST',
      headers,
      body: aCareerApplication({ fields, cv: { name: `${CANARY}.pdf` } }),
    })
    await fetch(`${site.url}/contact`, { method: 'POST', headers, body: new URLSearchParams({ name: CANARY }) })
    for (const path of [
      `/${CANARY}`,
      `/services?x=${CANARY}`,
      `${GUEST_API}projects/${CANARY}`,
      `/media/${CANARY}`,
      `/contact?reference=${CANARY}`,
    ])
      await fetch(site.url + path, { headers })
    await get(
      `/api/${CANARY}%0a%0d{"forged":true}`,
      `X-Request-Id: ${CANARY}!{"forged":true}`,
      `Idempotency-Key: ${CANARY}`,
    )
    await sendRaw(`${CANARY}\r\n\r\n`)

    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(lines.length).toBeGreaterThan(20)
    expect(site.output().toLowerCase()).not.toContain(CANARY)
    expect(site.output()).not.toContain('forged')
    for (const line of lines) expect(ALLOWED).toEqual(expect.arrayContaining(Object.keys(JSON.parse(line))))
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
