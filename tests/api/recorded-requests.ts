import { createHash } from 'node:crypto'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import zlib from 'node:zlib'
import { endpoints, GUEST_API, pathOf } from '#contract/endpoints.ts'
import type { ApiChanges } from '../support/api.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication } from '../support/builders.ts'

/** The API's set-up for a group of requests. */
export const SETUPS = {
  alone: {},
  shared: { allowedOrigins: ['https://shop.example'], publicUrl: 'https://nuqta.example' },
  limited: { submissionsPerMinute: 1 },
} satisfies Record<string, ApiChanges>

export type Setup = keyof typeof SETUPS

/** The starter content's jobs are dated from the day it was loaded. */
export const RECORDING_DAY = new Date('2026-03-02T09:00:00Z')

interface RecordedRequest {
  setup: Setup
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

export interface RecordedResponse {
  status: number
  headers: Record<string, string | string[]>
  body: string
}

/** Every endpoint in both languages, and every kind of bad request, by name. */
export function recordedRequests(): Record<string, RecordedRequest> {
  const requests: Record<string, RecordedRequest> = {}
  const add = (name: string, request: Partial<RecordedRequest>) => {
    if (name in requests) throw new Error(`Two requests are called "${name}"`)
    requests[name] = { setup: 'alone', method: 'GET', path: '/', headers: {}, ...request }
  }

  for (const language of LANGUAGES) {
    const headers = { 'accept-language': language }
    for (const address of READ_ADDRESSES) {
      add(`GET ${address} in ${language}`, { path: address, headers })
      add(`GET ${address} in ${language} for another site`, {
        setup: 'shared',
        path: address,
        headers: { ...headers, origin: 'https://shop.example' },
      })
    }
    for (const address of UNKNOWN_ADDRESSES) add(`GET ${address} in ${language}`, { path: address, headers })
    for (const [name, request] of Object.entries(POSTS))
      add(`POST ${name} in ${language}`, { method: 'POST', ...request, headers: { ...headers, ...request.headers } })
  }

  for (const address of READ_ADDRESSES) {
    add(`HEAD ${address}`, { method: 'HEAD', path: address })
    add(`GET ${address} with the cookie`, { path: address, headers: { cookie: `XSRF-TOKEN=${'a'.repeat(22)}` } })
    add(`GET ${address}, packed`, { path: address, headers: { 'accept-encoding': 'gzip, deflate, br' } })
  }
  for (const language of ['ar-EG, en;q=0.5', 'en;q=0.2, ar;q=0.9', 'ar;q=0', 'fr, *', 'ar;q=banana', 'AR'])
    add(`GET Services in ${language}`, { path: `${GUEST_API}Services`, headers: { 'accept-language': language } })
  for (const encoding of [
    'gzip',
    'br',
    'br;q=0, gzip',
    'gzip;q=1, br;q=0.1',
    '*',
    '*;q=0',
    'identity',
    'deflate',
    'BR',
  ])
    add(`GET Services as ${encoding}`, { path: `${GUEST_API}Services`, headers: { 'accept-encoding': encoding } })
  for (const address of ALL_ADDRESSES) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS'])
      if (method !== 'GET' || !READ_ADDRESSES.includes(address)) add(`${method} ${address}`, { method, path: address })
    for (const origin of ['https://shop.example', 'https://evil.example'])
      add(`OPTIONS ${address} from ${origin}`, {
        setup: 'shared',
        method: 'OPTIONS',
        path: address,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
  }
  for (const [name, headers] of Object.entries(SENDERS))
    for (const setup of ['alone', 'shared'] as const)
      add(`POST contact-us by ${name}, ${setup}`, {
        setup,
        method: 'POST',
        path: `${GUEST_API}contact-us`,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(aContactMessage()),
      })
  for (const known of ['"other"', '*', ITS_OWN_ETAG])
    for (const encoding of ['identity', 'gzip'])
      add(`GET Services as ${encoding}, known as ${known}`, {
        path: `${GUEST_API}Services`,
        headers: { 'accept-encoding': encoding, 'if-none-match': known },
      })
  for (const time of ['first', 'second'])
    add(`POST contact-us for the ${time} time in a minute`, {
      setup: 'limited',
      method: 'POST',
      path: `${GUEST_API}contact-us`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aContactMessage()),
    })
  return requests
}

const ITS_OWN_ETAG = 'its own ETag'

const LANGUAGES = ['en', 'ar']

const READ_ADDRESSES = [
  ...Object.values(endpoints)
    .filter(({ method }) => method === 'GET')
    .map((endpoint) => pathOf(endpoint, 1)),
  `${GUEST_API}all-projects?category=1`,
  `${GUEST_API}all-projects?page=2&per_page=4`,
  `${GUEST_API}all-projects?page=99&category=2`,
  `${GUEST_API}all-projects?page=banana&per_page=0`,
]

const UNKNOWN_ADDRESSES = [
  '/api',
  '/api/nothing',
  '/API/Guest-API/nothing',
  '/api/guest-api/projects',
  '/api/guest-api/job/1/2',
  '/api/guest-api/job/99',
  '/api/guest-api/job/0',
  '/api/guest-api/Service/banana',
  '/api/guest-api/projects/99999999999',
  '/api/guest-api/projects/%ZZ',
  '/api/%',
  '/media/none/none.svg',
]

const ALL_ADDRESSES = Object.values(endpoints).map((endpoint) => pathOf(endpoint, 1))

const json = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const contact = `${GUEST_API}contact-us`
const internship = `${GUEST_API}Internship`
const career = `${GUEST_API}Form`

const POSTS: Record<string, Pick<RecordedRequest, 'path' | 'headers' | 'body'>> = {
  'a project': json('/api/projects', { product_id: 1 }),
  'a project as text': json('/api/projects', { product_id: '2' }),
  'an unknown project': json('/api/projects', { product_id: 9999 }),
  'no project': json('/api/projects', {}),
  'a project that is an array': json('/api/projects', []),
  'a project as malformed JSON': json('/api/projects', '{"product_id":'),
  'a message': json(contact, aContactMessage()),
  'a message of an unknown field': json(contact, aContactMessage({ unknown: 'field' })),
  'an empty message': json(contact, {}),
  'a message with every rule broken': json(contact, { name: 7, email: 'x', phone: 'x', subject: ' ', message: null }),
  'a message as malformed JSON': json(contact, '{"name":'),
  'a message as nothing': json(contact, ''),
  'a message that is an array': json(contact, []),
  'a message that is null': json(contact, 'null'),
  'a message with a prototype': json(contact, '{"__proto__":{"name":"x"}}'),
  'a message that is too large': json(contact, aContactMessage({ name: 'x'.repeat(70_000) })),
  'a message as plain text': json(contact, '{}', { 'content-type': 'text/plain' }),
  'a message as a form': json(contact, 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
  'a message without a type': { path: contact, headers: {}, body: '{}' },
  'a message with a wrong key': json(contact, aContactMessage(), { 'idempotency-key': 'a b' }),
  'an internship application': json(internship, anInternshipApplication()),
  'an empty internship application': json(internship, {}),
  'an internship application with every rule broken': json(
    internship,
    anInternshipApplication({ email: '@', phone: '1', position: '', why_hire_you: 'x'.repeat(6000) }),
  ),
  'a career application': { path: career, headers: {}, body: aCareerApplication() },
  'a career application for a job': {
    path: career,
    headers: {},
    body: aCareerApplication({ fields: { job_id: '1' } }),
  },
  'a career application for no job': {
    path: career,
    headers: {},
    body: aCareerApplication({ fields: { job_id: '99' } }),
  },
  'a career application without a CV': { path: career, headers: {}, body: aCareerApplication({ cv: null }) },
  'a career application with a text as CV': {
    path: career,
    headers: {},
    body: aCareerApplication({ cv: { bytes: Buffer.from('hello') } }),
  },
  'a career application with every rule broken': {
    path: career,
    headers: {},
    body: aCareerApplication({
      fields: { name: 'x', email: 'x', phone: 'x', address: '', date_of_birth: '2999-01-01', graduation_date: 'x' },
      cv: { name: 'cv.exe' },
    }),
  },
  'a career application with a field twice': { path: career, headers: {}, body: withNameTwice() },
  'an empty career application': { path: career, headers: {}, body: new FormData() },
  'a career application as JSON': json(career, {}),
  'a career application without a boundary': {
    path: career,
    headers: { 'content-type': 'multipart/form-data' },
    body: 'x',
  },
  'a career application that breaks off': {
    path: career,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nMona',
  },
}

const SENDERS: Record<string, Record<string, string>> = {
  'a script': {},
  'the site itself': { origin: 'http://127.0.0.1' },
  'an allowed site': { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
  'another origin': { origin: 'https://evil.example' },
  'an origin that hides': { origin: 'null' },
  'another site': { 'sec-fetch-site': 'cross-site' },
  'a neighbour': { 'sec-fetch-site': 'same-site' },
  'a visitor with the token': { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' },
  'a visitor without the token': { cookie: 'XSRF-TOKEN=abc' },
  'a visitor with another token': { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' },
}

function withNameTwice() {
  const form = aCareerApplication()
  form.append('name', 'Mona Said')
  return form
}

/** Sends the request as written and reads the response byte by byte. */
export async function responseTo(url: string, request: RecordedRequest): Promise<RecordedResponse> {
  const { 'if-none-match': known, ...others } = request.headers
  if (known !== ITS_OWN_ETAG) return send(url, request)
  const { headers } = await send(url, { ...request, headers: others })
  return send(url, { ...request, headers: { ...others, 'if-none-match': String(headers.etag) } })
}

async function send(url: string, { method, path, headers, body }: RecordedRequest) {
  const packed = body instanceof FormData ? new Response(body) : undefined
  const bytes = packed ? Buffer.from(await packed.arrayBuffer()) : Buffer.from((body as string | undefined) ?? '')
  const type = packed?.headers.get('content-type')
  const own = headers.origin === 'http://127.0.0.1' ? { origin: url } : {}
  return new Promise<RecordedResponse>((resolve, reject) => {
    const request = sendRequest(url, {
      method,
      path,
      headers: {
        ...headers,
        ...own,
        ...(type && { 'content-type': type }),
        ...(body !== undefined && { 'content-length': bytes.length }),
        connection: 'close',
      },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => resolve(normalized(response, Buffer.concat(chunks))))
    })
    request.end(bytes)
  })
}

/** Without connection headers; security headers have their own test. */
const LEFT_OUT = [
  'date',
  'connection',
  'keep-alive',
  'content-security-policy',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-frame-options',
  'strict-transport-security',
]

const MAX_KEPT_BODY_LENGTH = 600

/** Placeholders for values that differ each time: request ids, references, tokens, waiting seconds. */
function normalized({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): RecordedResponse {
  const kept: RecordedResponse['headers'] = {}
  for (const [name, value] of Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (value !== undefined && !LEFT_OUT.includes(name)) kept[name] = value
  // Compressed size depends on Node's zlib.
  if (kept['content-encoding']) delete kept['content-length']
  if (kept['x-request-id']) kept['x-request-id'] = '(id)'
  if (kept['retry-after']) kept['retry-after'] = '(seconds)'
  if (kept['set-cookie']) kept['set-cookie'] = String(kept['set-cookie']).replace(/=[\w-]{22};/, '=(token);')
  const body = unpacked(bytes, headers['content-encoding'])
    .toString()
    .replace(/"requestId":"[\w-]+"/, '"requestId":"(id)"')
    .replace(/"reference":"NQ(?:-\w+)+"/, '"reference":"(reference)"')
  return { status: statusCode, headers: kept, body: body.length > MAX_KEPT_BODY_LENGTH ? hashOf(body) : body }
}

function unpacked(bytes: Buffer, encoding: string | undefined) {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return zlib.brotliDecompressSync(bytes)
  return encoding === 'gzip' ? zlib.gunzipSync(bytes) : bytes
}

function hashOf(text: string) {
  return `${text.length} characters, sha256 ${createHash('sha256').update(text).digest('base64url')}`
}
