import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { Language } from '#texts/languages.ts'
import { EncodedBody } from './http/encoded-body.ts'
import { languageOf } from './http/negotiation.ts'
import { Problem } from './http/problem.ts'
import { tokenCookieFor } from './http/xsrf.ts'

interface ResponseCacheOptions {
  contentVersion: () => ContentVersion
  vary: string
  isSecure: boolean
}

type Load = (language: Language) => Promise<unknown>

export type Respond = ReturnType<typeof createResponseCache>

// Enough for both languages of a large site.
const MAX_CACHE_BYTES = 48 * 1024 * 1024

/** Caches responses by address, language and content version. `name` is the canonical address: odd spellings share one entry. */
export function createResponseCache({ contentVersion, vary, isSecure }: ResponseCacheOptions) {
  const cache = new LRUCache<string, EncodedBody>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ weight }) => weight,
  })
  let cachedVersion = contentVersion()

  return async function respond(request: FastifyRequest, reply: FastifyReply, name: string, load: Load) {
    const language = languageOf(request)
    const key = `${language} ${name}`
    if (contentVersion() !== cachedVersion) {
      cache.clear()
      cachedVersion = contentVersion()
    }
    const body = cache.get(key) ?? (await loadAndCache(key, language, load))
    const cookie = tokenCookieFor(request, isSecure)
    return body.send(request, reply, cookie ? ['set-cookie', cookie, ...PRIVATE] : SHARED)
  }

  async function loadAndCache(key: string, language: Language, load: Load) {
    const loadedFrom = cachedVersion
    const loaded = await load(language)
    if (loaded === undefined) throw new Problem('notFound')
    const body = new EncodedBody(Buffer.from(JSON.stringify(loaded)), {
      'content-type': 'application/json; charset=utf-8',
      'content-language': language,
      vary,
      'x-content-type-options': 'nosniff',
    })
    // The content may have changed while it was being read.
    if (loadedFrom === cachedVersion) cache.set(key, body)
    return body
  }
}

// Always revalidated. A response that carries a visitor's token is private.
const SHARED = ['cache-control', 'public, no-cache']
const PRIVATE = ['cache-control', 'private, no-cache']
