import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LANGUAGE_KEY, LANGUAGES, type Language } from '#texts/languages.ts'
import { permanentAddress, plainDestination } from '../../addresses.ts'
import { useRoot } from '../../page-context.tsx'

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

export function LanguageLinks({ mark }: { mark?: ReactNode }) {
  const { language } = useRoot()
  return LANGUAGES.map((each) => (
    <li key={each}>
      <LanguageLink language={each} aria-current={each === language ? 'true' : undefined} mark={mark} />
    </li>
  ))
}

/** Product 4.1: the first script saves the choice and opens the page in it. Without it the address does the same. */
export function LanguageLink({
  language,
  mark,
  ...rest
}: { language: Language; mark?: ReactNode } & ComponentProps<'a'>) {
  const { pathname, search } = useLocation()
  const plain = plainDestination(pathname)
  return (
    <a
      {...rest}
      href={language === 'ar' ? permanentAddress(plain, 'ar') + search : addressInEnglish(plain, search)}
      rel={language === 'ar' ? undefined : 'nofollow'}
      lang={language}
      hrefLang={language}
      data-language={language}
    >
      {mark}
      {LANGUAGE_NAMES[language]}
    </a>
  )
}

function addressInEnglish(plain: string, search: string) {
  const query = new URLSearchParams(search)
  query.set(LANGUAGE_KEY, 'en')
  return `${plain}?${query}`
}
