import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number] | 'identity'

interface Variant {
  bytes: Buffer
  etag: string
  /** Of the same bytes packed less tightly, which browsers may still hold. */
  formerEtag?: string
  timesSent: number
  /** As `writeHead` takes them, name and value in turn: made once, sent many times. */
  headers: string[]
}

/**
 * Bytes that are sent many times: hashed once, compressed once for each encoding, and only when somebody asks for it. Those that
 * many ask for are compressed once more, as tightly as can be.
 */
export class EncodedBody {
  readonly #variants: Partial<Record<Encoding, Variant>> = {}
  readonly #hash: string
  readonly #bytes: Buffer
  readonly #headers: Record<string, string>
  readonly #isCompressible: boolean

  readonly status: number

  constructor(bytes: Buffer, headers: Record<string, string>, isCompressible = true, status = 200) {
    this.status = status
    this.#bytes = bytes
    this.#headers = headers
    this.#isCompressible = isCompressible && bytes.length >= MIN_COMPRESSED_BYTES
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  }

  /** What it takes in memory at most, once somebody has asked for every encoding. */
  get weight() {
    return HEADERS_WEIGHT + this.#bytes.length * (this.#isCompressible ? WITH_COMPRESSED_VARIANTS : 1)
  }

  /** Writes the response past Fastify's serialisation; headers that hooks have set on the reply are kept, the body's own win. */
  async send(request: FastifyRequest, reply: FastifyReply, extraHeaders: string[] = []) {
    reply.hijack()
    await this.write(request.raw, reply.raw, extraHeaders.concat(flat(reply.getHeaders(), this.#headers)))
    return reply
  }

  /** Nothing is awaited once the encoding has been made, so that a page from memory costs no more than its bytes. */
  write(request: IncomingMessage, response: ServerResponse, extraHeaders: string[] = []): void | Promise<void> {
    const encoding = this.#isCompressible ? encodingFor(request.headers['accept-encoding']) : 'identity'
    const variant = this.#variants[encoding]
    if (!variant) return this.#make(encoding).then(() => this.write(request, response, extraHeaders))
    const headers = extraHeaders.length > 0 ? variant.headers.concat(extraHeaders) : variant.headers
    if (++variant.timesSent === SENT_BEFORE_TIGHTENED) this.#tighten(encoding, variant)
    if (this.status === OK && isKnown(request.headers['if-none-match'], variant)) {
      response.writeHead(304, withoutEntity(headers)).end()
    } else {
      response.writeHead(this.status, headers)
      response.end(request.method === 'HEAD' ? undefined : variant.bytes)
    }
  }

  async #make(encoding: Encoding): Promise<void> {
    const bytes = await compress[encoding](this.#bytes)
    const etag = encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
    this.#variants[encoding] = this.#variant(encoding, bytes, etag)
  }

  /** An eighth smaller for fifty times the work; so it is done in the background, one body at a time. */
  #tighten(encoding: Encoding, former: Variant) {
    if (encoding !== 'br' || this.#bytes.length > MAX_TIGHTENED_BYTES || tightening >= MAX_WAITING_TO_BE_TIGHTENED)
      return
    tightening++
    lastTightened = lastTightened.then(async () => {
      const bytes = await tightBrotli(this.#bytes)
      const tight = this.#variant(encoding, bytes, `"${this.#hash}-${encoding}-tight"`)
      this.#variants[encoding] = { ...tight, formerEtag: former.etag, timesSent: SENT_BEFORE_TIGHTENED }
    })
    // Without memory for it the body stays as it was.
    lastTightened = lastTightened.catch(() => {}).finally(() => tightening--)
  }

  #variant(encoding: Encoding, bytes: Buffer, etag: string): Variant {
    const headers = {
      ...this.#headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      ...(this.status === OK && { etag }),
      'content-length': String(bytes.length),
    }
    return { bytes, etag, headers: flat(headers), timesSent: 0 }
  }
}

/** Only what is there can be unchanged. */
const OK = 200
const MIN_COMPRESSED_BYTES = 1024
const WITH_COMPRESSED_VARIANTS = 2
const HEADERS_WEIGHT = 1024

const SENT_BEFORE_TIGHTENED = 10
/** A list of thousands of projects would keep a processor busy for many seconds. */
const MAX_TIGHTENED_BYTES = 512 * 1024
const MAX_WAITING_TO_BE_TIGHTENED = 100
let tightening = 0
let lastTightened: Promise<void> = Promise.resolve()

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  identity: async (bytes) => bytes,
  gzip: (bytes) => gzip(bytes, { level: 6 }),
  br: (bytes) => brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }),
}

const tightBrotli = (bytes: Buffer) =>
  brotli(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

const MAX_HEADER_LENGTH = 1000

// Browsers send few different headers, and each of them with every request.
const negotiated = new LRUCache<string, Encoding>({ max: 500 })

function encodingFor(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity'
  const text = String(header).slice(0, MAX_HEADER_LENGTH)
  let encoding = negotiated.get(text)
  if (!encoding) {
    encoding = preferredEncoding(text)
    negotiated.set(text, encoding)
  }
  return encoding
}

/** The smallest one that is welcome; `*` stands for every encoding that is not named. */
function preferredEncoding(header: string): Encoding {
  const welcome = new Map<string, boolean>()
  for (const range of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    welcome.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  return ENCODINGS.find((encoding) => welcome.get(encoding) ?? welcome.get('*')) ?? 'identity'
}

function isKnown(ifNoneMatch: string | undefined, { etag, formerEtag }: Variant) {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .some((known) => known === etag || known === formerEtag)
}

function flat(headers: Record<string, string | number | string[] | undefined>, stronger: object = {}): string[] {
  const list: string[] = []
  for (const name in headers) {
    if (name in stronger) continue
    const value = headers[name]
    if (Array.isArray(value)) for (const each of value) list.push(name, each)
    else if (value !== undefined) list.push(name, String(value))
  }
  return list
}

function withoutEntity(headers: string[]) {
  return headers.filter((_, index) => !ENTITY_HEADERS.has(headers[index - (index % 2)] as string))
}

const ENTITY_HEADERS = new Set(['content-length', 'content-type', 'content-encoding'])
