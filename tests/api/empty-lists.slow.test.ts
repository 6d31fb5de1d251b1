import { describe, expect, test } from 'vitest'
import { CONTENT_TYPES, type ContentType, definitionOf } from '#domain/content/types/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { ADDRESSES, addressIn, walkIn } from '../support/addresses.ts'
import { publishOnSite } from '../support/content-folder.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterPage, starterTexts } from '../support/starter-company.ts'

/** A company with empty lists: every page still has text, and no link leads nowhere. */

const PUBLIC_URL = 'https://nuqta.example'
const DOCUMENTS = ['/sitemap.xml', '/jobs.rss', '/ar/jobs.rss', '/blog.rss', '/ar/blog.rss']
const WALKING_MILLISECONDS = 240_000
/** Pages that need a record of the list. */
const RECORD_PAGES: Partial<Record<ContentType, RegExp>> = {
  services: /^\/services-details/,
  projects: /^\/(?:projects|app)-details/,
  jobs: /^\/careerApply/,
  notes: /^\/blog-details/,
  'case-studies': /^\/case-study-details/,
}

/** Texts of empty list pages. */
const sentenceOf = (type: ContentType, language: 'en' | 'ar'): [address: string, sentence: string] | undefined => {
  const texts = starterTexts(language)
  const sentences: Partial<Record<ContentType, [string, string]>> = {
    services: ['/services', texts.services.empty.text],
    categories: ['/projects', texts.projects.empty.text],
    projects: ['/projectsOverView/0', texts['projects-overview'].empty.none],
    jobs: ['/jobs', starterPage('jobs', language).words.openings.text],
    prices: ['/pricing', texts.pricing.empty.text],
    questions: ['/faq', texts.faq.empty],
    testimonials: ['/testimonials', texts.testimonials.empty.text],
    notes: ['/blog', texts.blog.empty.text],
    'case-studies': ['/case-study', texts['case-study'].empty.text],
  }
  return sentences[type]
}

const LISTS = CONTENT_TYPES.filter((type) => !definitionOf(type).isSingle)
const site = duringTests(() => startSite({ PUBLIC_URL }))

const get = (address: string) => fetch(site.url + address)
const textOf = async (address: string) => (await get(address)).text()

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"#?]*(?:\?[^"#]*)?)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/** The plain address of each page, by its address in a language. */
const PLAIN_ADDRESSES = new Map(
  LANGUAGES.flatMap((language) => ADDRESSES.map((plain) => [addressIn(language, plain), plain] as const)),
)

/** Every page with all lists empty; with one empty list, each page in one language, by turns. */
const CASES = [
  ...LISTS.map((type, turn) => ({
    what: type as string,
    types: [type],
    walk: (language: Language) => walkIn(language, turn),
  })),
  { what: 'any list', types: LISTS, walk: () => ADDRESSES },
]

describe.each(CASES)('without $what', ({ types, walk }) => {
  test('every page says so, all links lead to a page, and feeds and data are valid', {
    timeout: WALKING_MILLISECONDS,
  }, async () => {
    await publishOnSite(site, Object.fromEntries(types.map((type) => [`${type}.json`, () => []])))
    const links = new Set<string>()
    const isGone = (plain: string) => types.some((type) => RECORD_PAGES[type]?.test(plain))
    for (const language of LANGUAGES)
      for (const plain of walk(language)) {
        const address = addressIn(language, plain)
        const response = await get(address)
        const html = await response.text()
        expect([address, response.status === 404 || response.status === 410]).toEqual([
          address,
          isGone(plain) || plain === '/error',
        ])
        expect([address, html.match(/<h1[ >]/g)?.length]).toEqual([address, 1])
        expect([address, /<(ul|ol|dl|tbody)[^>]*><\/\1>/.exec(html)?.[0]]).toEqual([address, undefined])
        expect([address, /NaN|Infinity|undefined/.exec(html.replace(/<script.*?<\/script>/gs, ''))?.[0]]).toEqual([
          address,
          undefined,
        ])
        for (const [, data = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
          expect(JSON.parse(data)).toMatchObject({ '@type': expect.any(String) })
        if (response.ok) for (const link of linksIn(html)) links.add(link)
      }
    for (const type of types)
      for (const language of LANGUAGES) {
        const [address, sentence] = sentenceOf(type, language) ?? []
        if (address && sentence) expect(await textOf(addressIn(language, address))).toContain(sentence)
      }
    for (const document of DOCUMENTS) {
      const response = await get(document)
      const text = await response.text()
      expect([document, response.status]).toEqual([document, 200])
      for (const [, address = ''] of text.matchAll(/<(?:loc|link)>([^<]*)</g))
        links.add(address.replace(PUBLIC_URL, ''))
    }
    const dead: string[] = []
    for (const link of links) {
      const walked = PLAIN_ADDRESSES.get(link)
      if (walked ? isGone(walked) : (await get(link || '/')).status >= 400) dead.push(link)
    }
    expect(dead).toEqual([])
  })
})
