import type { Language } from '#texts/languages.ts'
import alyamamaArabic from './fonts/alyamama-arabic.woff2?url'
import alyamamaLatin from './fonts/alyamama-latin.woff2?url'
import readexArabic from './fonts/readex-pro-arabic.woff2?url'
import readexLatin from './fonts/readex-pro-latin.woff2?url'

/** The files that a page of the language cannot be drawn without; even Arabic takes its spaces and full stops from the Latin ones. */
export const fontPreloads: Record<Language, string[]> = {
  en: [alyamamaLatin, readexLatin],
  ar: [alyamamaArabic, readexArabic, readexLatin, alyamamaLatin],
}
