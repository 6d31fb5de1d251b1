import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CallApi, makeCallApi } from '#contract/call.ts'
import { pathOf } from '#contract/endpoints.ts'
import { responses } from '#contract/shapes.ts'
import type { Language } from '#texts/languages.ts'

export interface Visitor {
  address: string
  language: Language
  requestId: string
}

const TIMEOUT_MILLISECONDS = 8_000

export const callApiFor = (app: FastifyInstance, apiHost: string, visitor: Visitor): CallApi =>
  apiHost ? callApiAt(apiHost, visitor) : callApiInProcess(app, visitor)

const MAX_READS = 500

/** The shared responses that pages read, checked once for each content version: pages of one version ask for the same. */
export function createReads(contentVersion: () => object) {
  const read = new LRUCache<string, Promise<unknown>>({ max: MAX_READS })
  let version = contentVersion()
  return (call: CallApi, language: Language): CallApi =>
    async (endpoint, input = {}) => {
      if (endpoint.method !== 'GET') return call(endpoint, input)
      if (contentVersion() !== version) {
        read.clear()
        version = contentVersion()
      }
      const key = [language, pathOf(endpoint, input.id), JSON.stringify(input.query)].join(' ')
      const known = read.get(key)
      if (known) return known as never
      const response = call(endpoint, input).then(frozen)
      read.set(key, response)
      // Errors are asked for again.
      response.catch(() => read.get(key) === response && read.delete(key))
      return response
    }
}

/** Several pages hold it at once. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}

const callApiInProcess = (app: FastifyInstance, visitor: Visitor): CallApi =>
  makeCallApi(
    async ({ method, path, headers, body }) => {
      const packed = body instanceof FormData ? pack(body) : undefined
      const response = await app.inject({
        method,
        url: path,
        headers: {
          ...headers,
          ...packed?.headers,
          'accept-language': visitor.language,
          'x-request-id': visitor.requestId,
        },
        remoteAddress: visitor.address,
        ...(body !== undefined && { payload: packed?.payload ?? body }),
      })
      return {
        status: response.statusCode,
        body: response.body,
        retryAfter: response.headers['retry-after'] as string | undefined,
      }
    },
    () => responses,
  )

/** In pieces, so that a large file is not parsed in one go. */
function pack(form: FormData) {
  const { body, headers } = new Response(form)
  return {
    payload: Readable.fromWeb(body as ReadableStream<Uint8Array>),
    headers: { 'content-type': headers.get('content-type') as string },
  }
}

const callApiAt = (host: string, visitor: Visitor): CallApi =>
  makeCallApi(
    async ({ path, headers, signal, ...call }) => {
      const response = await fetch(host + path, {
        ...call,
        headers: { ...headers, 'accept-language': visitor.language, 'x-request-id': visitor.requestId },
        signal: signal ?? AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      })
      return {
        status: response.status,
        body: await response.text(),
        retryAfter: response.headers.get('retry-after') ?? undefined,
      }
    },
    () => responses,
  )
