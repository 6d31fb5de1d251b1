import { Agent, request as sendRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, pathOf } from '#contract/endpoints.ts'
import { type PageRoute, ROUTES } from '#site/route-table.ts'
import { aCareerApplication, aPdf } from '../support/builders.ts'
import { type ProbedSite, startProbedSite, USUAL_TURN } from '../support/event-loop.ts'
import { isLong } from '../support/turns.ts'
import { median, most, tell } from './figures.ts'

/** One request stops no other: every turn of the event loop is shorter than a known piece of work. Prints figures for docs/reliability.md. */

/** The longest wait of other requests, in multiples of the control: a second on an idle machine. */
const MAX_WAIT = 4

const KILOBYTE = 1024
const FIVE_MEGABYTES = 5 * 1024 * KILOBYTE
/** The size limit of request headers. */
const MAX_HEADER = 15 * KILOBYTE

interface Attack {
  method?: string
  headers?: Record<string, string | string[]>
  body?: Buffer
  query?: string
}

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

const BODIES: Record<string, Attack> = {
  'a multipart of 80,000 empty parts': { headers: MULTIPART, body: fill(part('a'), FIVE_MEGABYTES) },
  'a multipart of empty files': { headers: MULTIPART, body: fill(part('cv', '; filename="a"'), FIVE_MEGABYTES) },
  'a multipart of many names': {
    headers: MULTIPART,
    body: Buffer.from(numbered(part('name#'), 60_000).join('')),
  },
  'a multipart of long names': { headers: MULTIPART, body: fill(part('n'.repeat(8_000)), FIVE_MEGABYTES) },
  'a multipart of one huge field': {
    headers: MULTIPART,
    body: Buffer.concat([Buffer.from(part('message').slice(0, -2)), fill('x', FIVE_MEGABYTES)]),
  },
  'a multipart of boundaries alone': { headers: MULTIPART, body: fill('\r\n--x', FIVE_MEGABYTES) },
  'a multipart of almost boundaries': {
    headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(60)}` },
    body: Buffer.concat([Buffer.from(`--${'-'.repeat(60)}\r\n\r\n`), fill('\r\n------', FIVE_MEGABYTES)]),
  },
  'a multipart with a name without end': {
    headers: MULTIPART,
    body: Buffer.concat([Buffer.from('--x\r\nContent-Disposition: form-data; name="'), fill('a', FIVE_MEGABYTES)]),
  },
  'a multipart with headers without end': {
    headers: MULTIPART,
    body: Buffer.concat([Buffer.from('--x\r\n'), fill('X-A: b\r\n', FIVE_MEGABYTES)]),
  },
  'a multipart with a boundary as long as headers may be': {
    headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(MAX_HEADER)}` },
    body: fill('b', FIVE_MEGABYTES),
  },
  'a form of a million pairs': { headers: FORM, body: fill('a=b&', FIVE_MEGABYTES) },
  'a form of ampersands': { headers: FORM, body: fill('&', FIVE_MEGABYTES) },
  'a form of one long value': { headers: FORM, body: fill('message=', FIVE_MEGABYTES) },
  'a form of percent signs': { headers: FORM, body: fill('%25%', FIVE_MEGABYTES) },
  'a form of long names': { headers: FORM, body: fill(`${'n'.repeat(60_000)}=&`, FIVE_MEGABYTES) },
  'the longest answers that a page gives back': {
    headers: FORM,
    body: Buffer.from(`subject=${'%D8%A8'.repeat(3_900)}&message=${'%3C'.repeat(24_000)}`),
  },
  'longer answers than a page gives back': {
    headers: FORM,
    body: Buffer.from(['name', 'email', 'message'].map((name) => `${name}=${'%3C'.repeat(25_000)}`).join('&')),
  },
  'JSON that is deep': { headers: JSON_TYPE, body: Buffer.from('['.repeat(31_000) + ']'.repeat(31_000)) },
  'JSON of objects in objects': {
    headers: JSON_TYPE,
    body: Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  },
  'JSON of many keys': { headers: JSON_TYPE, body: Buffer.from(`{${numbered('"k#":1', 6_000).join(',')}}`) },
  'JSON of one key again and again': { headers: JSON_TYPE, body: Buffer.from(`{${'"k":1,'.repeat(10_000)}"k":1}`) },
  'JSON of escaped keys': { headers: JSON_TYPE, body: Buffer.from(`{${numbered('"\\u0061#":1', 4_000).join(',')}}`) },
  'JSON of backslashes': { headers: JSON_TYPE, body: Buffer.from(`{"name":"${'\\\\'.repeat(30_000)}"}`) },
  'JSON of Arabic marks': { headers: JSON_TYPE, body: Buffer.from(JSON.stringify({ name: 'ب\u0651'.repeat(15_000) })) },
  'JSON of marks upon one letter': {
    headers: JSON_TYPE,
    body: Buffer.from(JSON.stringify({ name: `a${'\u0301\u0323'.repeat(15_000)}` })),
  },
  'a form of marks upon one letter': { headers: FORM, body: Buffer.from(`message=a${'\u0301\u0323'.repeat(6_000)}`) },
  'a megabyte of JSON keys': { headers: JSON_TYPE, body: Buffer.from(`{${numbered('"k#":1', 100_000).join(',')}}`) },
  'JSON that is too large': { headers: JSON_TYPE, body: fill('[]', FIVE_MEGABYTES) },
  'bytes of no type': { body: fill('x', FIVE_MEGABYTES) },
}

const READS: Record<string, Attack> = {
  'cookies in thousands': { headers: { cookie: text('XSRF-TOKEN=a; language=ar; ', MAX_HEADER) } },
  'one long cookie': { headers: { cookie: `language=${'a'.repeat(MAX_HEADER)}` } },
  'languages in thousands': { headers: { 'accept-language': text('ar;q=0.1,', MAX_HEADER) } },
  'encodings in thousands': { headers: { 'accept-encoding': text('br;q=0,', MAX_HEADER) } },
  'known ETags in thousands': { headers: { 'if-none-match': text('W/"a", ', MAX_HEADER) } },
  'ranges in thousands': { headers: { range: `bytes=${text('0-1,', MAX_HEADER)}` } },
  'headers in thousands': { headers: Object.fromEntries(numbered('x#', 1_500).map((name) => [name, 'a'])) },
  'the same header in thousands': { headers: { 'x-forwarded-for': Array.from({ length: 500 }, () => '10.0.0.1') } },
  'an odd host': { headers: { host: '%2f..[::1]@\\' } },
  'a long host': { headers: { host: 'a.'.repeat(MAX_HEADER / 2) } },
  'a query of thousands': { query: `?${text('a=b&', 4_000)}` },
  'a query too long for an address': { query: `?${text('a=b&', MAX_HEADER)}` },
  'a query of one name': { query: `?${text('page=1&', 4_000)}` },
  'a query of percent signs': { query: `?page=${text('%25', 4_000)}` },
  'a path that goes on': { query: text('/a', MAX_HEADER) },
  'a path of percent-spellings': { query: text('%2f', MAX_HEADER) },
  'a path of dots': { query: text('/..', MAX_HEADER) },
  'a method that is none of its own': { method: 'DELETE', body: fill('x', FIVE_MEGABYTES) },
}

const UNKNOWN = [
  '/nothing-here',
  '/ar/nothing-here',
  '/%00',
  '/.git/config',
  '/api/nothing',
  '/assets/nothing.js',
  '/images/x.png',
]
const pages = ROUTES.map(({ path }) => path.replace(':id', '1'))
const api = Object.values(endpoints).map((endpoint) => pathOf(endpoint, 1))
const everyAddress = [
  ...pages,
  ...pages.map((path) => (path === '/' ? '/ar' : `/ar${path}`)),
  // Typed text is repeated on the page, so it is rendered each time.
  '/ai-startup?q=a',
  '/contact?sent=NQ-AAAA-BBBB',
  ...api,
  '/api/openapi.json',
  '/sitemap.xml',
  '/robots.txt',
  '/healthz',
  '/readyz',
  ...UNKNOWN,
]
const takesPosts = (routes: readonly PageRoute[]) => routes.filter((route) => route.takesPosts)
const postAddresses = [
  ...takesPosts(ROUTES).map(({ path }) => path.replace(':id', '1')),
  '/ar/contact',
  ...Object.values(endpoints)
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path),
  endpoints.jobs.path,
  '/about',
  '/nothing-here',
]

let site: ProbedSite
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  site = await startProbedSite()
  // The first request of a page compiles, renders and compresses it.
  for (const address of everyAddress) for (let time = 0; time < 3; time++) await send('GET', address, {})
  for (const address of postAddresses)
    for (let time = 0; time < 5; time++) await send('POST', address, { headers: FORM, body: Buffer.from('name=x') })
}, 240_000)
afterAll(async () => {
  agent.destroy()
  await site.stop()
})

test.each(Object.entries(BODIES))(
  '%s blocks no other request, on every form',
  { timeout: 240_000 },
  async (name, attack) => {
    const turns = await expectNobodyHeldUp(name, attack, 'POST', postAddresses)
    expect(median(turns)).toBeLessThan(site.control * USUAL_TURN)
  },
)

test.each(Object.entries(READS))(
  '%s blocks no other request, at every address',
  { timeout: 240_000 },
  async (name, attack) => {
    const addresses = addressesOf(Object.keys(READS).indexOf(name))
    const turns = await expectNobodyHeldUp(name, attack, attack.method ?? 'GET', addresses)
    expect(median(turns)).toBeLessThan(site.control * USUAL_TURN)
  },
)

test.each(['/careerApply/1', endpoints.submitCareerApplication.path])(
  'PDFs that are hard to read block no other request at %s',
  async (address) => {
    const length = 4 * 1024 * KILOBYTE
    const values = {
      'one dictionary': `<<${'/a 1'.repeat(length / 4)}>>`,
      'lists without end': '1 0 obj [ '.repeat(length / 10),
    }
    for (const [what, value] of Object.entries(values)) {
      const bytes = Buffer.from(
        aPdf().toString('latin1').replace('xref\n', `9 0 obj\n${value}\nendobj\nxref\n`),
        'latin1',
      )
      const packed = new Response(aCareerApplication({ cv: { bytes } }))
      const headers = { 'content-type': packed.headers.get('content-type') as string }
      const body = Buffer.from(await packed.arrayBuffer())
      await expectNobodyHeldUp(`a PDF of ${what}`, { headers, body }, 'POST', [address])
    }
  },
  240_000,
)

/** `npm run test:slow` sends an attack to every third address and shifts by one: each address gets six. */
const addressesOf = (turn: number) =>
  isLong ? everyAddress : everyAddress.filter((_, index) => (index + turn) % 3 === 0)

async function expectNobodyHeldUp(name: string, attack: Attack, method: string, addresses: string[]) {
  const turns: number[] = []
  const waits: number[] = []
  const faults: string[] = []
  for (const address of addresses) {
    const { status, turn, wait } = await measure(method, address, attack)
    turns.push(turn)
    waits.push(wait)
    if (turn >= site.control) faults.push(`${address}: one turn took ${turn.toFixed()} ms`)
    if (wait >= site.control * MAX_WAIT) faults.push(`${address}: others waited ${wait.toFixed()} ms`)
    if (status >= 500) faults.push(`${address}: answered ${status}`)
  }
  tell(name, {
    addresses: addresses.length,
    'longest turn, ms': most(turns),
    'middle one': median(turns),
    'slowest answer to others, ms': most(waits),
    'control, ms': site.control,
  })
  expect(faults).toEqual([])
  return turns
}

async function measure(method: string, address: string, attack: Attack) {
  await site.longestTurn()
  let isUnderWay = true
  const others = visitUntil(() => !isUnderWay)
  const status = await send(method, address, attack)
  isUnderWay = false
  const wait = most(await others)
  return { status, wait, turn: await site.longestTurn() }
}

/** The wait of another visitor for the smallest response and for a page. */
async function visitUntil(isOver: () => boolean) {
  const waits: number[] = []
  do {
    for (const address of ['/healthz', '/']) {
      const askedAt = performance.now()
      expect(await send('GET', address, {}, agent)).toBe(200)
      waits.push(performance.now() - askedAt)
    }
  } while (!isOver())
  return waits
}

function send(
  method: string,
  address: string,
  { headers = {}, body, query = '' }: Attack,
  through: Agent | false = false,
) {
  return new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(site.url)
    const request = sendRequest({
      hostname,
      port,
      path: address + query,
      method,
      agent: through,
      headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    })
    let isAnswered = false
    request.once('response', (response) => {
      isAnswered = true
      response.resume().once('close', () => resolve(response.statusCode as number))
    })
    // The server may hang up after refusing.
    request.on('error', (error) => isAnswered || reject(error))
    request.end(body)
  })
}

function fill(piece: string, bytes: number) {
  return Buffer.alloc(bytes, piece)
}

function text(piece: string, length: number) {
  return piece.repeat(Math.floor(length / piece.length))
}

function part(name: string, more = '') {
  return `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n\r\n`
}

function numbered(piece: string, count: number) {
  return Array.from({ length: count }, (_, number) => piece.replace('#', String(number)))
}
