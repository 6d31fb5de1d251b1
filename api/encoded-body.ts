import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number] | 'identity'

interface Variant {
  bytes: Buffer
  etag: string
  /** As `writeHead` takes them, name and value in turn: made once, sent many times. */
  headers: string[]
}

/** Bytes that are sent many times: hashed once, compressed once for each encoding, and only when somebody asks for it. */
export class EncodedBody {
  readonly #variants: Partial<Record<Encoding, Variant>> = {}
  readonly #hash: string
  readonly #bytes: Buffer
  readonly #headers: Record<string, string>
  readonly #isCompressible: boolean

  constructor(bytes: Buffer, headers: Record<string, string>, isCompressible = true) {
    this.#bytes = bytes
    this.#headers = headers
    this.#isCompressible = isCompressible && bytes.length >= SMALLEST_COMPRESSED
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  }

  /** What it takes in memory at most, once somebody has asked for every encoding. */
  get weight() {
    return this.#bytes.length * (this.#isCompressible ? WITH_COMPRESSED_VARIANTS : 1)
  }

  /** Writes the answer past Fastify's serialisation; headers that hooks have set on the reply are kept. */
  async send(request: FastifyRequest, reply: FastifyReply, extraHeaders: string[] = []) {
    const encoding = this.#isCompressible ? encodingFor(request.headers['accept-encoding']) : 'identity'
    const variant = this.#variants[encoding] ?? (await this.#make(encoding))
    const headers = [...variant.headers, ...extraHeaders, ...flat(reply.getHeaders())]
    reply.hijack()
    if (isKnown(request.headers['if-none-match'], variant.etag)) {
      reply.raw.writeHead(304, withoutEntity(headers)).end()
    } else {
      reply.raw.writeHead(200, headers)
      reply.raw.end(request.method === 'HEAD' ? undefined : variant.bytes)
    }
    return reply
  }

  async #make(encoding: Encoding): Promise<Variant> {
    const bytes = await compress[encoding](this.#bytes)
    const etag = encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
    const headers = {
      ...this.#headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      etag,
      'content-length': String(bytes.length),
    }
    const variant = { bytes, etag, headers: flat(headers) }
    this.#variants[encoding] = variant
    return variant
  }
}

const SMALLEST_COMPRESSED = 1024
const WITH_COMPRESSED_VARIANTS = 2

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  identity: async (bytes) => bytes,
  gzip: (bytes) => gzip(bytes, { level: 6 }),
  br: (bytes) => brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }),
}

const remembered = new Map<string, Encoding>()
const MOST_REMEMBERED = 500

function encodingFor(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity'
  const text = String(header)
  let encoding = remembered.get(text)
  if (!encoding) {
    encoding = preferredEncoding(text)
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(text, encoding)
  }
  return encoding
}

function preferredEncoding(header: string): Encoding {
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => range.split(';')[0]?.trim())
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

function isKnown(ifNoneMatch: string | undefined, etag: string) {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
}

function flat(headers: Record<string, string | number | string[] | undefined>): string[] {
  const list: string[] = []
  for (const name in headers) {
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
