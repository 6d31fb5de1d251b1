import { useLocation } from 'react-router'
import type { Language } from '#texts/languages.ts'

/** Product 4.1: /ar/… is always Arabic; every other address follows the saved language. */
const ARABIC_PREFIX = '/ar'

export const isArabicAddress = (pathname: string) =>
  `${pathname}/`.slice(0, ARABIC_PREFIX.length + 1).toLowerCase() === `${ARABIC_PREFIX}/`

/** The address of the route table: without the Arabic prefix. */
export const plainAddress = (pathname: string) =>
  isArabicAddress(pathname) ? pathname.slice(ARABIC_PREFIX.length) || '/' : pathname

/** The permanent address of a page in a language, for search engines and for sharing. */
export const permanentAddress = (plain: string, language: Language) =>
  language === 'ar' ? (plain === '/' ? ARABIC_PREFIX : ARABIC_PREFIX + plain) : plain

/** Links keep the prefix of the page they stand on. */
export function useAddress() {
  const { pathname } = useLocation()
  return (plain: string) => (isArabicAddress(pathname) ? permanentAddress(plain, 'ar') : plain)
}
