import type { IncomingMessage } from 'node:http'
import { isArabicAddress } from '#site/addresses.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60
const SAVED_LANGUAGE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;]*)`)

/** Product 4.1: an Arabic address is Arabic, every other follows the cookie that mirrors the saved language. */
export function languageAsked(address: string, { cookie }: IncomingMessage['headers']): Language {
  if (isArabicAddress(address)) return 'ar'
  const saved = cookie && SAVED_LANGUAGE.exec(cookie)?.[1]
  return isLanguage(saved) ? saved : DEFAULT_LANGUAGE
}

/** Not `HttpOnly`: the first script reads and writes it, too. */
export function languageCookie(language: Language, publicUrl: string) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`
}
