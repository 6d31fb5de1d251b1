import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import PQueue from 'p-queue'
import { type Encoding, encodingFor } from './negotiation.ts'

interface Variant {
  bytes: Buffer
  etag: string
  /** ETag of the less compressed bytes, which browsers may still hold. */
  formerEtag?: string
  timesSent: number
  headers: string[]
}

/** A body sent many times: hashed once, compressed once per encoding, and again at best quality once popular. */
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

  get weight() {
    return HEADERS_WEIGHT + this.#bytes.length * (this.#isCompressible ? WITH_COMPRESSED_VARIANTS : 1)
  }

  /** Bypasses Fastify's serialisation. Headers set by hooks are kept; the body's own win. */
  async send(request: FastifyRequest, reply: FastifyReply, extraHeaders: string[] = []) {
    reply.hijack()
    await this.write(request.raw, reply.raw, extraHeaders.concat(flat(reply.getHeaders(), this.#headers)))
    return reply
  }

  /** Synchronous once the encoding exists, which keeps cached pages cheap. */
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

  /** Saves an eighth for fifty times the work, so it runs in the background. */
  #tighten(encoding: Encoding, former: Variant) {
    const isTooLarge = this.#bytes.length > MAX_TIGHTENED_BYTES
    if (encoding !== 'br' || isTooLarge || tightening.size >= MAX_WAITING_TO_BE_TIGHTENED) return
    const tighten = async () => {
      const bytes = await tightBrotli(this.#bytes)
      const tight = this.#variant(encoding, bytes, `"${this.#hash}-${encoding}-tight"`)
      this.#variants[encoding] = { ...tight, formerEtag: former.etag, timesSent: SENT_BEFORE_TIGHTENED }
    }
    // Out of memory: the body stays as it was.
    tightening.add(tighten).catch(() => {})
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

/** 304 only for a resource that exists. */
const OK = 200
const MIN_COMPRESSED_BYTES = 1024
const WITH_COMPRESSED_VARIANTS = 2
const HEADERS_WEIGHT = 1024

const SENT_BEFORE_TIGHTENED = 10
/** A list of thousands of projects would take many seconds. */
const MAX_TIGHTENED_BYTES = 512 * 1024
const MAX_WAITING_TO_BE_TIGHTENED = 100
const tightening = new PQueue({ concurrency: 1 })

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
