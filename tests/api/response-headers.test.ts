import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aContactMessage } from '../support/builders.ts'
import { duringTests } from '../support/during-tests.ts'
import { type RawResponse, requestLines, sendPipelined, sendRaw } from '../support/raw-http.ts'
import { startSite } from '../support/start-site.ts'

let endless: Promise<RawResponse>
const site = duringTests(() => startSite({ PUBLIC_URL: 'https://nuqta.example', LOG_LEVEL: 'info' }))
beforeAll(async () => {
  // Begun first: its response comes at its timeout.
  endless = sendRaw(site.url, 'GET /services HTTP/1.1\r\nHost: x\r\nX-Slow: ')
})

const REQUIRED: Record<string, RegExp> = {
  'content-security-policy': /frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'x-frame-options': /^DENY$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains/,
  'x-request-id': /^[\w-]{16}$/,
}

const get = (target: string, ...headers: string[]) => requestLines('GET', target, ['Host: x', ...headers])
const post = (target: string, type: string, body: string) =>
  [
    `POST ${target} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const formOf = (answers: Record<string, string>) => new URLSearchParams(answers).toString()
const API = '/api/guest-api'

const CLASSES: [string, number, string][] = [
  ['a page', 200, get('/services')],
  ['a page from memory', 200, get('/services')],
  ['a page in Arabic', 200, get('/ar/services')],
  ['a receipt of another visitor', 302, get('/contact?sent=x')],
  ['a plain page for a visitor who chose Arabic', 302, get('/services', 'Cookie: language=ar')],
  ['the head of a page', 200, requestLines('HEAD', '/about', ['Host: x'])],
  ['an unchanged page', 304, get('/services', 'If-None-Match: *')],
  ['a chosen language', 303, get('/services?language=ar')],
  ['a search that found a page', 302, get('/ai-startup?q=jobs')],
  ['an unknown page', 404, get('/no-such-page')],
  ['an unknown id', 404, get('/services-details/999')],
  ['a post to an unknown page', 404, post('/no-such-page', FORM_TYPE, 'a=b')],
  ['a post to a page without a form', 405, post('/services', FORM_TYPE, 'a=b')],
  ['an unknown method', 405, requestLines('PROPFIND', '/services', ['Host: x'])],
  ['a form with faults', 422, post('/contact', FORM_TYPE, 'name=')],
  ['a form that is stored', 303, post('/contact', FORM_TYPE, formOf(aContactMessage()))],
  [
    'a form from another site',
    403,
    `${post('/contact', FORM_TYPE, 'a=b').replace('Host: x', 'Host: x\r\nOrigin: https://evil.example')}`,
  ],
  ['a form that is too large', 413, post('/contact', FORM_TYPE, `name=${'x'.repeat(400_000)}`)],
  ['an address that cannot be decoded', 404, get('/%zz')],
  ['a call that cannot be decoded', 400, get('/api/%zz')],
  ['an address of another host', 404, get('//evil.example/')],
  ['an address of another host in dots', 404, get('/.//evil.example/')],
  ['a whole address', 200, get('http://evil.example/')],
  ['a reminder of no job', 404, get('/jobs/999.ics')],
  ['a post to a file', 405, post('/sitemap.xml', FORM_TYPE, '')],
  ['no address', 400, requestLines('OPTIONS', '*', ['Host: x'])],
  ['an address that is too long', 414, get(`/${'x'.repeat(5_000)}`)],
  ['a script', 200, get('SCRIPT')],
  ['an unchanged script', 304, get('SCRIPT', 'If-Modified-Since: Fri, 31 Dec 2049 23:59:59 GMT')],
  ['a part of a script', 206, get('SCRIPT', 'Range: bytes=0-9')],
  ['a part that is not there', 416, get('SCRIPT', 'Range: bytes=99999999-')],
  ['the head of a script', 200, requestLines('HEAD', 'SCRIPT', ['Host: x'])],
  ['a picture', 200, get('PICTURE')],
  ['an unknown script', 404, get('/assets/none.js')],
  ['texts', 200, get('/assets/i18n/en.json')],
  ['the sitemap', 200, get('/sitemap.xml')],
  ['robots.txt', 200, get('/robots.txt')],
  ['the manifest', 200, get('/manifest.webmanifest')],
  ['the contact for security', 200, get('/.well-known/security.txt')],
  ['the readiness', 200, get('/readyz')],
  ['an icon', 200, get('/favicon.svg')],
  ['an unknown share picture', 404, get('/share/en/nothing.png')],
  ['the health', 200, get('/healthz')],
  ['an API response', 200, get(`${API}/Services`)],
  ['an unchanged API response', 304, get(`${API}/Services`, 'If-None-Match: *')],
  ['the description of the API', 200, get('/api/openapi.json')],
  ['the manual of the API', 200, get('/api/docs')],
  ['an unknown picture', 404, get('/media/none.svg')],
  ['an unknown API address', 404, get('/api/nothing')],
  ['a wrong API method', 405, requestLines('DELETE', `${API}/Services`, ['Host: x'])],
  ['a preflight', 204, requestLines('OPTIONS', `${API}/contact-us`, ['Host: x'])],
  ['an API form that is stored', 201, post(`${API}/contact-us`, JSON_TYPE, JSON.stringify(aContactMessage()))],
  ['an API form with faults', 422, post(`${API}/contact-us`, JSON_TYPE, '{}')],
  ['malformed JSON', 400, post(`${API}/contact-us`, JSON_TYPE, '{')],
  ['JSON that is too large', 413, post(`${API}/contact-us`, JSON_TYPE, `"${'x'.repeat(100_000)}"`)],
  ['a wrong type', 415, post(`${API}/contact-us`, 'text/plain', 'x')],
  [
    'a wrong token',
    403,
    post(`${API}/contact-us`, JSON_TYPE, '{}').replace('Host: x', 'Host: x\r\nCookie: XSRF-TOKEN=abc'),
  ],
  ['an expectation', 417, get('/services', 'Expect: the-unexpected')],
  ['no host', 400, requestLines('GET', '/services', [])],
  ['two hosts', 400, get('/services', 'host: y')],
  ['headers that are too large', 431, get('/services', `X-A: ${'b'.repeat(100_000)}`)],
  ['what is not HTTP', 400, 'HELLO\r\n\r\n'],
  ['two lengths', 400, get('/services', 'Content-Length: 5', 'Content-Length: 6')],
  ['a malformed header', 400, get('/services', 'X-A: \0')],
]

function expectRequired(response: RawResponse) {
  const missing = Object.entries(REQUIRED)
    .filter(([name, pattern]) => !pattern.test(response.headers[name] ?? ''))
    .map(([name]) => `${name}: ${response.headers[name]}`)
  expect(missing).toEqual([])
  expect(response.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-/)
  expect(response.headers['x-powered-by']).toBeUndefined()
  expect(response.headers.server).toBeUndefined()
}

const expectLogged = ({ headers, status }: RawResponse, own = expect) =>
  own
    .poll(() => {
      const lines = site.output().split('\n')
      const ofRequest = lines.filter((line) => line.includes(`"requestId":"${headers['x-request-id']}"`))
      return ofRequest.map((line) => JSON.parse(line).status)
    })
    .toContain(status)

// Concurrent, because a log line is written a moment after its response.
describe.concurrent.each(CLASSES)('%s (%i)', (_what, status, request) => {
  test('carries every required header and is logged', async ({ expect: own }) => {
    const page = (await sendRaw(site.url, get('/services'))).body
    const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(page)?.[0] as string
    const picture = /\/media\/[\w./-]+/.exec(page)?.[0] as string
    const response = await sendRaw(site.url, request.replace('SCRIPT', script).replace('PICTURE', picture))
    expect(response.status).toBe(status)
    expectRequired(response)
    await expectLogged(response, own)
  })
})

describe('a crowd that there is no room to render', () => {
  const flood = Array.from({ length: 60 }, (_, count) => `/projectsOverView/all?page=${1000 + count}`)
  const pictures = ['services', 'about', 'jobs', 'contact', 'internship'].map((page) => `/share/en/${page}.png`)
  let answers: RawResponse[]
  beforeAll(async () => {
    const crowded = await startSite({ PUBLIC_URL: 'https://nuqta.example' })
    answers = await sendPipelined(crowded.url, [...flood, ...pictures])
    await crowded.stop()
  })
  const refusedOf = (some: RawResponse[]) => some.filter(({ status }) => status === 503)

  test('is told so (503) with every required header', () => {
    const [refused] = refusedOf(answers.slice(0, flood.length))
    expectRequired(refused as RawResponse)
  })

  test('is to ask for the picture of a page later (503)', () => {
    const ofPictures = answers.slice(flood.length)
    const refused = refusedOf(ofPictures)
    expect(refused).not.toEqual([])
    expect(refused.length + ofPictures.filter(({ status }) => status === 200).length).toBe(pictures.length)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})

test('the last response is in the log after the server has ended', { tags: 'slow' }, async () => {
  const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'log-')), 'site.log')
  const ending = await startSite({ LOG_LEVEL: 'info' }, logFile)
  const { headers } = await fetch(`${ending.url}/services`)
  await ending.end('SIGTERM')
  expect(readFileSync(logFile, 'utf8')).toContain(headers.get('x-request-id'))
  await ending.stop()
  rmSync(path.dirname(logFile), { recursive: true })
})

test('a request that never ends (408) carries them too', async () => {
  const response = await endless
  expect(response.status).toBe(408)
  expectRequired(response)
  await expectLogged(response)
})
