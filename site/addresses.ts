import type { Job } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'

/** Product 4.1: /ar/… is Arabic, every other address is English. */
const ARABIC_PREFIX = '/ar'
const ARABIC_ADDRESS = /^\/ar(?=[/?]|$)/i

export const isArabicAddress = (address: string) => ARABIC_ADDRESS.test(address)

export const plainAddress = (address: string) => address.replace(ARABIC_ADDRESS, '').replace(/^(?=\?|$)/, '/')

/** Two leading slashes would name another site. */
export const plainDestination = (pathname: string) => plainAddress(pathname).replace(/^\/+/, '/')

export const permanentAddress = (plain: string, language: Language) =>
  language === 'ar' ? (plain === '/' ? ARABIC_PREFIX : ARABIC_PREFIX + plain) : plain

/** Routes match any percent-encoding, case and final slashes; search engines are told one spelling. */
export function oneSpellingOf(pathname: string) {
  return (
    plainAddress(decodeURIComponent(pathname))
      .toLowerCase()
      .replace(/^((?:.*[^/])?)\/*$/s, '$1') || '/'
  )
}

export const PREVIEW_PARAMETER = 'preview'

export const addressOfReminder = ({ id }: Pick<Job, 'id'>) => `/jobs/${id}.ics`
