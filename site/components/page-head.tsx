import { useLocation } from 'react-router'
import { LANGUAGES, type Language, localeOf, otherLanguage } from '#texts/languages.ts'
import { permanentAddress, plainAddress } from '../addresses.ts'
import { useRoot, useTexts } from '../page-context.tsx'
import { SHARE_PICTURE, sharePictureOf } from '../share-picture.ts'

interface PageHeadProps {
  title: string
  /** The result of a post, first in the title: screen readers read it first. */
  result?: string | undefined
  description: string
  /** The plain address, where the visited one is only another spelling of it. */
  address?: string
  page?: number
  isArticle?: boolean
  /** Address of a picture of the subject, for link previews. */
  picture?: string | undefined
  /** Missing and failed pages: no index, no addresses. */
  hidden?: boolean
  unlisted?: boolean
}

export function PageHead({
  title,
  result,
  description,
  address,
  page = 1,
  isArticle,
  picture = '',
  hidden,
  unlisted,
}: PageHeadProps) {
  const { pathname } = useLocation()
  const { companyName } = useTexts('shell')
  const { language, settings } = useRoot()
  const plain = address ?? oneSpellingOf(pathname)
  // Pages of one list differ only in their number, which the title says.
  const described = page > 1 ? `${title}. ${description}` : description
  const absolute = (each: Language) =>
    settings.publicUrl + permanentAddress(plain, each) + (page > 1 ? `?page=${page}` : '')
  const shared = {
    'og:type': isArticle ? 'article' : 'website',
    'og:site_name': companyName,
    'og:title': title,
    'og:description': described,
    'og:url': absolute(language),
    'og:locale': openGraphLocale(language),
    'og:locale:alternate': openGraphLocale(otherLanguage(language)),
    'og:image': settings.publicUrl + sharePictureOf(plain, language, page > 1 ? undefined : { title, picture }),
    'og:image:type': 'image/png',
    'og:image:width': String(SHARE_PICTURE.width),
    'og:image:height': String(SHARE_PICTURE.height),
    'og:image:alt': `${title} · ${companyName}`,
  }
  return (
    <>
      <title>{`${result ? `${result} – ` : ''}${title} · ${companyName}`}</title>
      <meta name="description" content={described} />
      {(hidden || unlisted) && <meta name="robots" content="noindex" />}
      {!hidden && (
        <>
          <link rel="canonical" href={absolute(language)} />
          {LANGUAGES.map((each) => (
            <link key={each} rel="alternate" hrefLang={each} href={absolute(each)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absolute('en')} />
        </>
      )}
      {!hidden && !unlisted && (
        <>
          {Object.entries(shared).map(([property, content]) => (
            <meta key={property} property={property} content={content} />
          ))}
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}

/** Routes match any percent-encoding, case and final slashes; search engines are told one spelling. */
function oneSpellingOf(pathname: string) {
  return (
    plainAddress(decodeURIComponent(pathname))
      .toLowerCase()
      .replace(/^((?:.*[^/])?)\/*$/s, '$1') || '/'
  )
}

const openGraphLocale = (language: Language) => localeOf(language).replace('-', '_')

const LONGEST = 160

export function searchDescription({ summary, description }: { summary: string; description: string }) {
  const whole = `${summary}${/[.!?؟…]$/.test(summary) ? '' : '.'} ${description.replace(/\s+/g, ' ')}`
  return whole.length <= LONGEST ? whole : `${whole.slice(0, whole.lastIndexOf(' ', LONGEST - 1))}…`
}

export function FeedLink({ name, title }: { name: 'jobs' | 'blog'; title: string }) {
  const { language, settings } = useRoot()
  const address = settings.publicUrl + permanentAddress(`/${name}.rss`, language)
  return <link rel="alternate" type="application/rss+xml" title={title} href={address} />
}
