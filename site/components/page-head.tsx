import { useLocation } from 'react-router'
import { useTexts } from '#site/texts.tsx'
import { LANGUAGES } from '#texts/languages.ts'
import { permanentAddress, plainAddress } from '../addresses.ts'
import { useRoot } from '../root.tsx'

interface PageHeadProps {
  title: string
  description: string
  /** The plain address without the query, where the visited one is only another spelling of it. */
  address?: string
  /** The page of a paged list, when it is not the first. */
  page?: number
  /** Pages that nobody should find by searching. */
  hidden?: boolean
}

/** Title, description, and the permanent addresses of the page in both languages. */
export function PageHead({ title, description, address, page = 1, hidden = false }: PageHeadProps) {
  const { pathname } = useLocation()
  const { language, settings } = useRoot()
  const { companyName } = useTexts('shell')
  const plain = address ?? (plainAddress(pathname).replace(/\/$/, '') || '/')
  const search = page > 1 ? `?page=${page}` : ''
  const absolute = (inLanguage: (typeof LANGUAGES)[number]) =>
    settings.publicUrl + permanentAddress(plain, inLanguage) + search
  return (
    <>
      <title>{`${title} · ${companyName}`}</title>
      <meta name="description" content={description} />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={absolute(language)} />
          {LANGUAGES.map((each) => (
            <link key={each} rel="alternate" hrefLang={each} href={absolute(each)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absolute('en')} />
        </>
      )}
    </>
  )
}
