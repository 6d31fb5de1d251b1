import type { FastifyInstance } from 'fastify'
import type { CallApi } from '#contract/call.ts'
import { permanentAddress } from '#site/addresses.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { callApiAt, callApiInProcess, type Visitor } from '../call-api.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { createDocumentCache } from './cached-responses.ts'
import { blogFeed, jobsFeed } from './feeds.ts'
import { icons } from './icons.ts'
import { manifest } from './manifest.ts'
import { robots } from './robots.ts'
import { securityContact } from './security-contact.ts'
import { sharePictures } from './share-pictures.ts'
import { sitemap } from './sitemap.ts'

export interface FindableOptions {
  publicUrl: string
  apiHost: string | undefined
  /** Changes whenever the content does. */
  edition: () => unknown
}

/** What each document is made from. */
export interface Source {
  publicUrl: string
  callApiIn: (language: Language) => CallApi
}

/** What search engines, feed readers, link previews and home screens ask for beside the pages. */
export async function findable(app: FastifyInstance, { publicUrl, apiHost, edition }: FindableOptions) {
  const callApiIn = (language: Language) => {
    const visitor: Visitor = { address: '127.0.0.1', language, requestId: 'findable' }
    return apiHost ? callApiAt(apiHost, visitor) : callApiInProcess(app, visitor)
  }
  const source: Source = { publicUrl, callApiIn }
  const respond = createDocumentCache(edition, securityHeaders({ publicUrl }))

  const offer = (address: string, contentType: string, make: () => string | Promise<string>) =>
    app.get(address, (request, reply) => respond(request, reply, address, { contentType, make }))

  offer('/sitemap.xml', 'application/xml; charset=utf-8', () => sitemap(source))
  offer('/robots.txt', 'text/plain; charset=utf-8', () => robots(source))
  offer('/.well-known/security.txt', 'text/plain; charset=utf-8', () => securityContact(source, new Date()))
  for (const language of LANGUAGES) {
    const inLanguage = (plain: string) => permanentAddress(plain, language)
    offer(inLanguage('/jobs.rss'), 'application/rss+xml; charset=utf-8', () => jobsFeed(source, language))
    offer(inLanguage('/blog.rss'), 'application/rss+xml; charset=utf-8', () => blogFeed(source, language))
    offer(inLanguage('/manifest.webmanifest'), 'application/manifest+json', () => manifest(language))
  }
  await app.register(icons, { publicUrl })
  await app.register(sharePictures, { publicUrl, callApiIn })
}
