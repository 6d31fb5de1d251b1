import type { Language } from '#texts/languages.ts'

/** Product 4.1: /ar/… is always Arabic; every other address follows the saved language. */
const ARABIC_PREFIX = '/ar'
const ARABIC_ADDRESS = /^\/ar(?=[/?]|$)/i

export const isArabicAddress = (address: string) => ARABIC_ADDRESS.test(address)

/** The address of the route table: without the Arabic prefix. */
export const plainAddress = (address: string) => address.replace(ARABIC_ADDRESS, '').replace(/^(?=\?|$)/, '/')

/** The plain address to go to from a page: two slashes at its beginning would name another site. */
export const plainDestination = (pathname: string) => plainAddress(pathname).replace(/^\/+/, '/')

/** The permanent address of a page in a language, for search engines and for sharing. */
export const permanentAddress = (plain: string, language: Language) =>
  language === 'ar' ? (plain === '/' ? ARABIC_PREFIX : ARABIC_PREFIX + plain) : plain

/** In the address of a page: shows it as it would be if somebody's draft were published. */
export const PREVIEW_PARAMETER = 'preview'
