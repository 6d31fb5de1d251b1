import { useLocation } from 'react-router'
import { LANGUAGES, type Language, localeOf, otherLanguage } from '#texts/languages.ts'
import { permanentAddress, plainAddress } from '../../addresses.ts'
import { SHARE_PICTURE, sharePictureOf } from '../../share-picture.ts'
import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'

interface PageHeadProps {
  title: string
  /** The result of a post, first in the title: screen readers read it first. */
  result?: string | undefined
  description: string
  /** The plain address, where the visited one is only another spelling of it. */
  address?: string
  page?: number
  isArticle?: boolean
  /** Missing and failed pages: no index, no addresses. */
  hidden?: boolean
  /** A page like any other that search engines leave out. */
  unlisted?: boolean
}

export function PageHead({
  title,
  result,
  description,
  address,
  page = 1,
  isArticle = false,
  hidden = false,
  unlisted = false,
}: PageHeadProps) {
  const { pathname } = useLocation()
  const { companyName } = useTexts('shell')
  const plain = address ?? oneSpellingOf(pathname)
  // Pages of one list differ only in their number, which the title says.
  const described = page > 1 ? `${title}. ${description}` : description
  return (
    <>
      <title>{`${result ? `${result} – ` : ''}${title} · ${companyName}`}</title>
      <meta name="description" content={described} />
      {(hidden || unlisted) && <meta name="robots" content="noindex" />}
      {!hidden && <PermanentAddresses plain={plain} page={page} />}
      {!hidden && !unlisted && (
        <SharedHead title={title} description={described} plain={plain} page={page} isArticle={isArticle} />
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

function PermanentAddresses({ plain, page }: Pick<SharedHeadProps, 'plain' | 'page'>) {
  const { language } = useRoot()
  const absolute = useAbsoluteAddress(plain, page)
  return (
    <>
      <link rel="canonical" href={absolute(language)} />
      {LANGUAGES.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={absolute(each)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={absolute('en')} />
    </>
  )
}

function useAbsoluteAddress(plain: string, page: number) {
  const { publicUrl } = useRoot().settings
  const search = page > 1 ? `?page=${page}` : ''
  return (language: Language) => publicUrl + permanentAddress(plain, language) + search
}

interface SharedHeadProps extends Required<Pick<PageHeadProps, 'title' | 'description' | 'page' | 'isArticle'>> {
  plain: string
}

function SharedHead({ title, description, plain, page, isArticle }: SharedHeadProps) {
  const { language, settings } = useRoot()
  const { companyName } = useTexts('shell')
  const absolute = useAbsoluteAddress(plain, page)
  return (
    <>
      <meta property="og:type" content={isArticle ? 'article' : 'website'} />
      <meta property="og:site_name" content={companyName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(language)} />
      <meta property="og:locale" content={openGraphLocale(language)} />
      <meta property="og:locale:alternate" content={openGraphLocale(otherLanguage(language))} />
      <meta
        property="og:image"
        content={settings.publicUrl + sharePictureOf(plain, language, page > 1 ? undefined : title)}
      />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(SHARE_PICTURE.width)} />
      <meta property="og:image:height" content={String(SHARE_PICTURE.height)} />
      <meta property="og:image:alt" content={`${title} · ${companyName}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
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
