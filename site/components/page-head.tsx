import { useLocation } from 'react-router'
import { LANGUAGES, type Language, localeOf, otherLanguage } from '#texts/languages.ts'
import { oneSpellingOf, permanentAddress } from '../addresses.ts'
import { usePageContent, useRoot, useSearchAndShare, useTexts } from '../page-context.tsx'
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
  title: usualTitle,
  result,
  description: usualDescription,
  address,
  page = 1,
  isArticle,
  picture,
  hidden,
  unlisted,
}: PageHeadProps) {
  const own = useSearchAndShare()
  const title = (!hidden && own.title) || usualTitle
  const description = (!hidden && own.description) || usualDescription
  const { pathname } = useLocation()
  const { companyName } = useTexts('shell')
  const { language, settings } = useRoot()
  const plain = address ?? oneSpellingOf(pathname)
  // Pages of one list differ only in their number, which the title says.
  const described = page > 1 ? `${title}. ${description}` : description
  const absolute = (each: Language) =>
    settings.publicUrl + permanentAddress(plain, each) + (page > 1 ? `?page=${page}` : '')
  const sharePicture = useSharePicture(plain, { title: usualTitle, picture, page })
  const shared = {
    'og:type': isArticle ? 'article' : 'website',
    'og:site_name': companyName,
    'og:title': title,
    'og:description': described,
    'og:url': absolute(language),
    'og:locale': openGraphLocale(language),
    'og:locale:alternate': openGraphLocale(otherLanguage(language)),
    'og:image': sharePicture,
    'og:image:type': own.picture ? 'image/jpeg' : 'image/png',
    'og:image:width': String(SHARE_PICTURE.width),
    'og:image:height': String(SHARE_PICTURE.height),
    'og:image:alt': own.picture?.alt ?? `${title} · ${companyName}`,
  }
  return (
    <>
      <title>{`${result ? `${result} – ` : ''}${title} · ${companyName}`}</title>
      <meta name="description" content={described} />
      {(hidden || unlisted || own.isUnlisted) && <meta name="robots" content="noindex" />}
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

interface SharePictureProps {
  title: string
  picture?: string | undefined
  page?: number
}

export function useSharePicture(plain: string, { title, picture = '', page = 1 }: SharePictureProps) {
  const { language, settings } = useRoot()
  const own = useSearchAndShare()
  const { wordmark } = usePageContent('brand')
  const shown = own.picture
    ? { title: '', picture: own.picture.url, isChosen: true }
    : { title: own.title ?? title, picture, wordmark: wordmark?.light.src }
  return settings.publicUrl + sharePictureOf(plain, language, page > 1 ? undefined : shown)
}

const openGraphLocale = (language: Language) => localeOf(language).replace('-', '_')

export function FeedLink({ name, title }: { name: 'jobs' | 'blog'; title: string }) {
  const { language, settings } = useRoot()
  const address = settings.publicUrl + permanentAddress(`/${name}.rss`, language)
  return <link rel="alternate" type="application/rss+xml" title={title} href={address} />
}
