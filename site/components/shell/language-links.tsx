import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { permanentAddress, plainAddress } from '#site/addresses.ts'
import { useRoot } from '#site/root.tsx'
import { LANGUAGE_KEY, LANGUAGES, type Language } from '#texts/languages.ts'

/** A language is named in itself: whoever needs it can read that much. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

/**
 * Product 4.1: the first script saves the choice and loads the page anew. Without it the address does the same:
 * Arabic has one of its own, English is asked for once and kept in the cookie.
 */
export function LanguageLinks({ mark }: { mark?: ReactNode }) {
  const { language } = useRoot()
  const { pathname, search } = useLocation()
  const plain = plainAddress(pathname)
  return LANGUAGES.map((each) => (
    <li key={each}>
      <a
        href={each === 'ar' ? permanentAddress(plain, 'ar') + search : addressInEnglish(plain, search)}
        rel={each === 'ar' ? undefined : 'nofollow'}
        lang={each}
        hrefLang={each}
        data-language={each}
        aria-current={each === language ? 'true' : undefined}
      >
        {mark}
        {LANGUAGE_NAMES[each]}
      </a>
    </li>
  ))
}

function addressInEnglish(plain: string, search: string) {
  const query = new URLSearchParams(search)
  query.set(LANGUAGE_KEY, 'en')
  return `${plain}?${query}`
}
