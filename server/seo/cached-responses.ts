import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { MINUTE } from '#domain/platform/durations.ts'

// For what no content version tells: another API host's content, the passing of time.
const FRESH_MILLISECONDS = 10 * MINUTE
const RETRY_SECONDS = 30
const MAX_DOCUMENTS = 100

interface CachedDocument {
  body: EncodedBody
  contentVersion: unknown
}

interface Document {
  contentType: string
  make: () => string | Promise<string>
  maxAgeSeconds?: number | undefined
}

const MAX_AGE_SECONDS = 600
/** With the moment until a new day or new content is noticed, less than a minute. */
export const OPEN_JOBS_MAX_AGE_SECONDS = 50

/** A document is made once for each version of the content; while it cannot be made, the last one stands. */
export function createDocumentCache(contentVersion: () => unknown, headers: Record<string, string>) {
  const cache = new LRUCache<string, CachedDocument, Document>({
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
