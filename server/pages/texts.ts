import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { SiteContent } from '#domain/content/site-content.ts'
import type { PageTexts } from '#site/request-context.ts'
import { compiledTexts } from '#texts/compiled.ts'
import { companyTexts, textsIn } from '#texts/index.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'

interface TextsOptions {
  contentVersion: () => Pick<ContentVersion, 'siteContent'>
}

/**
 * The whole of a language's texts: as they are written, and as the browser takes them, with the pages' own content, for pages after the first
 * one.
 */
export async function texts(app: FastifyInstance, { contentVersion }: TextsOptions) {
  for (const language of LANGUAGES) {
    app.get(`/assets/i18n/${language}.json`, (request, reply) =>
      filesOf(contentVersion().siteContent)[language].written.send(request, reply),
    )
    // A page that was made before the content changed, or by a process that knows of the change already, gets what there is now.
    app.get<{ Params: { facts: string } }>(
      `/assets/i18n/${language}-${WRITTEN_TEXTS}-:facts.json`,
      (request, reply) => {
        const { url, immutable, current } = filesOf(contentVersion().siteContent)[language]
        return (request.url.startsWith(url) ? immutable : current).send(request, reply)
      },
    )
  }
}

export const pageTexts = (content: SiteContent, language: Language): PageTexts => filesOf(content)[language].page

/** Names the fingerprints of what it holds, so it never changes its meaning. */
export const textsUrl = (content: SiteContent, language: Language) => filesOf(content)[language].url

/** The fingerprint of all texts as they are written. */
export const WRITTEN_TEXTS = fingerprintOf(LANGUAGES.map((language) => JSON.stringify(textsIn(language))).join())

interface Files {
  page: PageTexts
  url: string
  written: EncodedBody
  immutable: EncodedBody
  current: EncodedBody
}

const files = new WeakMap<SiteContent, Record<Language, Files>>()

function filesOf(content: SiteContent): Record<Language, Files> {
  const known = files.get(content) ?? makeFiles(content)
  files.set(content, known)
  return known
}

function makeFiles(published: SiteContent) {
  const ofLanguage = (language: Language): Files => {
    const { company } = published
    const page = {
      texts: companyTexts(company, language),
      compiled: compiledTexts(company, language),
      facts: published.pages[language],
    }
    const inBrowser = JSON.stringify({ texts: page.compiled, facts: page.facts })
    return {
      page,
      url: `/assets/i18n/${language}-${WRITTEN_TEXTS}-${fingerprintOf(inBrowser)}.json`,
      written: bodyOf(JSON.stringify(page.texts), 'public, no-cache'),
      immutable: bodyOf(inBrowser, 'public, max-age=31536000, immutable'),
      current: bodyOf(inBrowser, 'no-store'),
    }
  }
  return inEachLanguage(ofLanguage)
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
