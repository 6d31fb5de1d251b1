import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { MINUTE } from '#domain/platform/durations.ts'

// Another API host's content and the passing of time have no content version.
const FRESH_MILLISECONDS = 10 * MINUTE
const RETRY_SECONDS = 30
const MAX_DOCUMENTS = 100

interface Document {
  contentType: string
  make: () => string | Promise<string>
  maxAgeSeconds?: number | undefined
}

const MAX_AGE_SECONDS = 600
/** Less than a minute with the moment until a new day is noticed. */
export const OPEN_JOBS_MAX_AGE_SECONDS = 50

/** Makes a document once for each content version; a failure serves the last one. */
export function createDocumentCache(contentVersion: () => unknown, headers: Record<string, string>) {
  const cache = new LRUCache<string, { body: EncodedBody; contentVersion: unknown }, Document>({
    max: MAX_DOCUMENTS,
    ttl: FRESH_MILLISECONDS,
    allowStaleOnFetchRejection: true,
    async fetchMethod(_address, _stale, { context: { contentType, make, maxAgeSeconds = MAX_AGE_SECONDS } }) {
      const madeFrom = contentVersion()
      const body = new EncodedBody(Buffer.from(await make()), {
        ...headers,
        'content-type': contentType,
        'cache-control': `public, max-age=${maxAgeSeconds}`,
        vary: 'Accept-Encoding',
      })
      return { body, contentVersion: madeFrom }
    },
  })

  return async function respond(request: FastifyRequest, reply: FastifyReply, address: string, document: Document) {
    const cached = await cache
      .fetch(address, {
        context: document,
        ...(document.maxAgeSeconds && { ttl: document.maxAgeSeconds * 1000 }),
        forceRefresh: cache.peek(address)?.contentVersion !== contentVersion(),
      })
      .catch(() => undefined)
    if (!cached) return reply.code(503).headers(headers).header('retry-after', RETRY_SECONDS).send()
    return cached.body.send(request, reply)
  }
}
