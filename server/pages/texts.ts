import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import {
  addressOfRecordContent,
  type PageContent,
  RECORD_CONTENT,
  type RecordContentName,
} from '#contract/page-content.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { SiteContent } from '#domain/content/site-content.ts'
import type { PageTexts } from '#site/request-context.ts'
import { compiledTexts } from '#texts/compiled.ts'
import { companyTexts, textsIn } from '#texts/index.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'

/** Each language's texts: as written, and compiled with the pages' own content for the browser. Long texts of records come singly. */
export async function texts(app: FastifyInstance, { contentVersion }: { contentVersion: () => ContentVersion }) {
  for (const language of LANGUAGES) {
    app.get(`/assets/i18n/${language}.json`, (request, reply) =>
      filesOf(contentVersion().siteContent)[language].written().send(request, reply),
    )
    // A page of older or newer content gets the current texts.
    app.get<{ Params: { content: string } }>(
      `/assets/i18n/${language}-${WRITTEN_TEXTS}-:content.json`,
      (request, reply) => {
        const { url, immutable, current } = filesOf(contentVersion().siteContent)[language]
        return (request.url.startsWith(url) ? immutable() : current()).send(request, reply)
      },
    )
    for (const name of RECORD_CONTENT)
      app.get<{ Params: { slug: string } }>(addressOfRecordContent(language, name, ':slug'), (request, reply) => {
        const body = filesOf(contentVersion().siteContent)[language].ofRecord(name, request.params.slug)
        return body ? body.send(request, reply) : reply.callNotFound()
      })
  }
}

export const pageTexts = (content: SiteContent, language: Language): PageTexts => filesOf(content)[language].page

/** With fingerprints, so its content never changes. */
export const textsUrl = (content: SiteContent, language: Language) => filesOf(content)[language].url

export const WRITTEN_TEXTS = fingerprintOf(LANGUAGES.map((language) => JSON.stringify(textsIn(language))).join())

const files = new WeakMap<SiteContent, ReturnType<typeof makeFiles>>()

function filesOf(content: SiteContent) {
  const known = files.get(content) ?? makeFiles(content)
  files.set(content, known)
  return known
}

const makeFiles = ({ company, pages }: SiteContent) =>
  inEachLanguage((language) => {
    const page: PageTexts = { texts: compiledTexts(company, language), content: pages[language] }
    const inBrowser = JSON.stringify({ ...page, content: withoutRecords(page.content) })
    return {
      page,
      url: `/assets/i18n/${language}-${WRITTEN_TEXTS}-${fingerprintOf(inBrowser)}.json`,
      written: once(() => bodyOf(JSON.stringify(companyTexts(company, language)), 'public, no-cache')),
      immutable: once(() => bodyOf(inBrowser, 'public, max-age=31536000, immutable')),
      current: once(() => bodyOf(inBrowser, 'no-store')),
      ofRecord: recordBodies(page.content),
    }
  })

const withoutRecords = (content: PageContent) =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !(RECORD_CONTENT as readonly string[]).includes(name)))

function recordBodies(content: PageContent) {
  const made = new Map<string, EncodedBody>()
  return (name: RecordContentName, slug: string) => {
    if (!Object.hasOwn(content[name], slug)) return undefined
    const key = `${name} ${slug}`
    const body = made.get(key) ?? bodyOf(JSON.stringify(content[name][slug]), 'public, no-cache')
    made.set(key, body)
    return body
  }
}

/** Made for the first who asks: a change of the content makes both languages' files anew. */
function once<Made>(make: () => Made) {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const bodyOf = (text: string, cacheControl: string) =>
  new EncodedBody(Buffer.from(text), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })

function fingerprintOf(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
