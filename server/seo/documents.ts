import { endpoints } from '#contract/endpoints.ts'
import { mailtoOf } from '#contract/mail-address.ts'
import { permanentAddress } from '#site/addresses.ts'
import { FAVICON, iconAddress, iconOf, MASKABLE_ICON } from '#site/icons.ts'
import { DEFAULT_LANGUAGE, directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { type IndexedPage, indexedPages } from './indexed-pages.ts'
import type { Source } from './source.ts'
import { XML_DECLARATION, xmlText } from './xml.ts'

/** Disallows nothing: a crawler that is kept out cannot read `noindex`. */
export const robots = ({ publicUrl }: Source) => `User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`

const MONTHS_VALID = 11

/** RFC 9116; `Expires` moves on each month. */
export async function securityContact({ publicUrl, callApiIn }: Source, now: Date) {
  const { email } = await callApiIn(DEFAULT_LANGUAGE)(endpoints.contactInfo)
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_VALID, 1))
  return [
    `Contact: ${mailtoOf(email)}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

export function manifest({ textsIn, pageContentIn }: Source, language: Language) {
  const { shell } = textsIn(language)
  const { brand, 'page-home': home } = pageContentIn(language)
  const icon = (address: string) => iconOf(address, brand.mark)
  return JSON.stringify({
    id: '/',
    name: shell.companyName,
    short_name: shell.companyName,
    description: home.meta.description,
    lang: language,
    dir: directionOf(language),
    start_url: permanentAddress('/', language),
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f2f3f0',
    theme_color: '#f2f3f0',
    icons: [
      { src: icon(FAVICON), type: 'image/svg+xml', sizes: 'any' },
      { src: icon(iconAddress(192)), type: 'image/png', sizes: '192x192' },
      { src: icon(iconAddress(512)), type: 'image/png', sizes: '512x512' },
      { src: icon(MASKABLE_ICON), type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  })
}

export async function sitemap(source: Source) {
  const address = (plain: string, language: Language) => xmlText(source.publicUrl + permanentAddress(plain, language))
  const alternate = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const isListed = ({ plain }: IndexedPage) => !source.searchAndShareOf(plain, DEFAULT_LANGUAGE).isUnlisted
  const urls = (await indexedPages(source)).filter(isListed).flatMap(({ plain, writtenOn }) => {
    const alternates = [
      ...LANGUAGES.map((language) => alternate(language, address(plain, language))),
      alternate('x-default', address(plain, DEFAULT_LANGUAGE)),
    ].join('')
    const lastModified = writtenOn ? `<lastmod>${writtenOn}</lastmod>` : ''
    return LANGUAGES.map((language) => `<url><loc>${address(plain, language)}</loc>${lastModified}${alternates}</url>`)
  })
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}
