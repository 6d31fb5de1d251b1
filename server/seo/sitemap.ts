import { permanentAddress } from '#site/addresses.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts'
import { indexedPages } from './indexed-pages.ts'
import type { Source } from './source.ts'
import { XML_DECLARATION, xmlText } from './xml.ts'

/** Every indexed page in both languages, each naming the other. */
export async function sitemap(source: Source) {
  const urls = (await indexedPages(source)).flatMap(({ plain, writtenOn }) =>
    LANGUAGES.map((language) => {
      const address = xmlText(source.publicUrl + permanentAddress(plain, language))
      const lastModified = writtenOn ? `<lastmod>${writtenOn}</lastmod>` : ''
      return `<url><loc>${address}</loc>${lastModified}${alternatesOf(plain, source.publicUrl)}</url>`
    }),
  )
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}

function alternatesOf(plain: string, publicUrl: string) {
  const link = (hreflang: string, address: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${xmlText(publicUrl + address)}"/>`
  return [
    ...LANGUAGES.map((language) => link(language, permanentAddress(plain, language))),
    link('x-default', permanentAddress(plain, DEFAULT_LANGUAGE)),
  ].join('')
}
