import { endpoints, pathOf } from '#contract/endpoints.ts'
import { ADDRESSES, inBothLanguages } from './addresses.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication, aPdf } from './builders.ts'
import { randomFrom } from './random.ts'

interface FuzzedRequest {
  number: number
  bytes: Buffer
  /** Noise need not be a request, and then needs no response. */
  isOwedResponse: boolean
}

/** The same seed and number give the same request on every machine. */
export function fuzzedRequest(seed: number, number: number, host: string): FuzzedRequest {
  const random = createRandom(seed * 1_000_003 + number)
  const { one, chance, upTo } = random
  const kind = one(['page', 'page', 'api', 'form', 'form', 'json', 'multipart', 'multipart', 'noise'] as const)
  const form = one(FORMS)
  const address =
    hasForm(kind) && chance(0.8) ? one(kind === 'json' ? form.api : form.addresses) : one(ADDRESSES_OF_ALL)
  const target = (chance(0.9) ? address : mangle(address, random)) + query(random)
  const body = bodyOf(kind, form.answers, random)
  const method = body
    ? one(['POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'PUT', 'GET'])
    : one(READ_METHODS)
  const isChunked = body !== undefined && chance(0.1)
  const lines = [
    `${chance(0.02) ? word(random) || 'X' : method} ${onOneLine(target).replaceAll(' ', '%20') || '/'} HTTP/1.1`,
    `Host: ${chance(0.7) ? host : onOneLine(one([...HOSTS, word(random)]))}`,
    'Connection: close',
    ...(body ? [`Content-Type: ${chance(0.85) ? body.type : onOneLine(mangle(body.type, random))}`] : []),
    ...(body ? [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.bytes.length}`] : []),
    ...Array.from({ length: upTo(5) }, () => header(random)),
  ]
  const sent = body && (isChunked ? chunked(body.bytes) : body.bytes)
  const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), sent ?? Buffer.alloc(0)])
  if (kind !== 'noise') return { number, bytes: whole, isOwedResponse: true }
  return { number, bytes: manglingBytes(whole, random), isOwedResponse: false }
}

const READ_METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const PAGES = inBothLanguages(ADDRESSES)
const API = Object.values(endpoints).map((endpoint) => pathOf(endpoint, 1))
const OTHERS = ['/sitemap.xml', '/robots.txt', '/healthz', '/readyz', '/api/openapi.json', '/api/docs', '/assets/x.js']
const ADDRESSES_OF_ALL = [
  ...PAGES,
  ...API,
  ...OTHERS,
  '/media/x/y.svg',
  '/share/en/x.png',
  '/nothing-here',
  '/api/nothing',
]
const [contact, internship, career] = [
  endpoints.submitContactMessage.path,
  endpoints.submitInternshipApplication.path,
  endpoints.submitCareerApplication.path,
]
const careerAnswers = [...aCareerApplication()].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
/** The address of each form, with valid answers. */
const FORMS: { api: string[]; addresses: string[]; answers: Record<string, string> }[] = [
  { api: [contact], addresses: [contact, '/contact', '/ar/contact'], answers: aContactMessage() },
  { api: [internship], addresses: [internship, '/internship', '/ar/internship'], answers: anInternshipApplication() },
  {
    api: [career],
    addresses: [career, '/careerApply/1', '/ar/careerApply/0'],
    answers: Object.fromEntries(careerAnswers),
  },
  {
    api: [contact, internship],
    addresses: ['/faq', '/sign-in', '/sign-up', '/coming-soon'],
    answers: aContactMessage(),
  },
]
const HOSTS = ['', '[::1]', 'evil.example', '127.0.0.1:99999', 'a@b', 'x'.repeat(300), '%2f..', 'XN--.', '[', 'host:']

/** Words that programs stumble over. */
const WORDS = [
  ...[
    '',
    '0',
    '-1',
    '1e309',
    'NaN',
    '99999999999999999999',
    '0x10',
    '1.5',
    '٣',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'length', '$where', '{{7*7}}', '#{7*7}'],
  ...["' or 1=1--", '"; drop table submissions;--', '<script>alert(1)</script>', '"><img src=x onerror=x>', '{"a":'],
  ...[
    '%',
    '%zz',
    '%00',
    '%0d%0aX-A: b',
    '%E0%A4%A',
    '%2e%2e%2f',
    '../../etc/passwd',
    '\\..\\',
    '//evil.example',
    'http://[',
  ],
  ...['\u0000', '\u202e', '\ufeff', '\u2028', 'ﷺ', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(50), 'ـ'.repeat(200), 'ابجد', '\ud83d'],
  ...[
    'x'.repeat(100),
    'x'.repeat(5_000),
    'a,'.repeat(500),
    ';'.repeat(500),
    '='.repeat(500),
    '&'.repeat(500),
    ' '.repeat(500),
  ],
  ...['NQ-AAAA-BBBB', '2026-02-30', '01012345678', '+201012345678', 'a@b', 'a@b.c'.repeat(50), 'ar', 'en', 'xx'],
]
const NAMES = [
  'page',
  'language',
  'sent',
  'q',
  'id',
  'category',
  'reference',
  'job',
  'search',
  'Product_id',
  'website',
  'name',
]
const HEADERS = [
  ...[
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Cookie',
    'Origin',
  ],
  ...[
    'Referer',
    'Sec-Fetch-Site',
    'X-XSRF-TOKEN',
    'Idempotency-Key',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'Forwarded',
  ],
  ...['X-Request-Id', 'Content-Encoding', 'Upgrade', 'User-Agent', 'X-HTTP-Method-Override', 'Content-Disposition'],
]
const HEADER_VALUES = [
  ...[
    'gzip;q=0, br',
    'ar;q=0.5, en;q=2',
    '"a", W/"b"',
    'bytes=0-1,3-4',
    'bytes=-1',
    '*',
    'https://evil.example',
    'cross-site',
  ],
  ...['language=ar; XSRF-TOKEN=abc', 'XSRF-TOKEN=a; XSRF-TOKEN=b', 'language=xx; =; ;;', 'gzip', 'websocket', 'abc'],
]

type Random = ReturnType<typeof createRandom>
type Kind = 'page' | 'api' | 'form' | 'json' | 'multipart' | 'noise'

const hasForm = (kind: Kind) => kind === 'form' || kind === 'json' || kind === 'multipart'

const word = ({ one }: Random) => one(WORDS)

function query(random: Random) {
  const { one, chance, upTo } = random
  if (chance(0.5)) return ''
  const pairs = Array.from({ length: 1 + upTo(6) }, () => {
    const [name, value] = [chance(0.8) ? one(NAMES) : word(random), chance(0.3) ? String(upTo(9)) : word(random)]
    return chance(0.7) ? `${encode(name)}=${encode(value)}` : `${name}=${value}`
  })
  return `?${pairs.join(one(['&', '&', '&', ';', '&&']))}`
}

function header(random: Random) {
  const { one, chance } = random
  const value = chance(0.6) ? one(HEADER_VALUES) : mangle(chance(0.5) ? one(HEADER_VALUES) : word(random), random)
  return `${one(HEADERS)}: ${onOneLine(value)}`
}

function bodyOf(
  kind: Kind,
  valid: Record<string, string>,
  random: Random,
): { type: string; bytes: Buffer } | undefined {
  const { one, chance, upTo } = random
  if (kind === 'page' || kind === 'api') return undefined
  const answers: Record<string, unknown> = { ...valid }
  for (let change = upTo(4); change > 0; change--) {
    const name = chance(0.7) ? one(Object.keys(answers)) : word(random)
    answers[name] = kind === 'json' ? jsonValue(random, 3) : word(random)
  }
  const fields = Object.entries(answers)
  if (chance(0.1)) fields.push(one(fields))
  if (kind === 'json') {
    const text = chance(0.1) ? JSON.stringify(jsonValue(random, 5)) : JSON.stringify(answers)
    return { type: 'application/json', bytes: Buffer.from(chance(0.8) ? text : mangle(text, random)) }
  }
  if (kind === 'form' || kind === 'noise') {
    const pairs = fields.map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    const text = pairs.join('&')
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(chance(0.7) ? text : mangle(text, random)) }
  }
  const boundary = one(['x', '-'.repeat(40), 'WebKitFormBoundary0'])
  const parts = fields.map(([name, value]) => part(boundary, `name="${name}"`, Buffer.from(String(value))))
  const cv = chance(0.5) ? manglingBytes(aPdf(), random) : aPdf()
  const fileName = onOneLine(chance(0.7) ? 'cv.pdf' : word(random))
  parts.push(part(boundary, `name="cv"; filename="${fileName}"`, cv))
  const bytes = Buffer.concat([...parts, Buffer.from(chance(0.95) ? `--${boundary}--\r\n` : '')])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: chance(0.7) ? bytes : manglingBytes(bytes, random),
  }
}

function jsonValue(random: Random, depth: number): unknown {
  const { one, upTo } = random
  const make = one([
    () => word(random),
    () => upTo(1_000_000) - 500_000,
    () => one([null, true, false]),
    () => (depth > 0 ? Array.from({ length: upTo(5) }, () => jsonValue(random, depth - 1)) : []),
    () =>
      depth > 0
        ? Object.fromEntries(Array.from({ length: upTo(5) }, () => [word(random), jsonValue(random, depth - 1)]))
        : {},
  ])
  return make()
}

function part(boundary: string, disposition: string, bytes: Buffer) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
}

function chunked(bytes: Buffer) {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
}

/** Inserts, removes or repeats something. */
function mangle(text: string, random: Random) {
  const { one, upTo } = random
  const [from, to] = [upTo(text.length), upTo(text.length)].sort((a, b) => a - b) as [number, number]
  const piece = text.slice(from, to)
  return text.slice(0, from) + one([word(random), '', piece + piece, piece + word(random)]) + text.slice(to)
}

function manglingBytes(bytes: Buffer, random: Random) {
  const { one, upTo } = random
  let result = bytes
  for (let change = 1 + upTo(4); change > 0; change--) {
    const [from, to] = [upTo(result.length), upTo(Math.min(result.length, 200))] as const
    const piece = result.subarray(from, from + to)
    const instead = one([
      Buffer.alloc(0),
      Buffer.concat([piece, piece]),
      Buffer.from(word(random)),
      Buffer.alloc(3, upTo(256)),
    ])
    result = Buffer.concat([result.subarray(0, from), instead, result.subarray(from + to)])
  }
  return result
}

const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString())

/** No line breaks: they would split a header. */
const onOneLine = (text: string) => text.replace(/[\r\n\0]/g, '')

function createRandom(seed: number) {
  const next = randomFrom(seed)
  return {
    chance: (probability: number) => next() < probability,
    upTo: (most: number) => Math.floor(next() * most),
    one: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
  }
}
