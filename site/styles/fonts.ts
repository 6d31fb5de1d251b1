import type { Language } from '#texts/languages.ts'
import displayArabic from './fonts/alyamama-arabic.woff2?url'
import displayLatin from './fonts/alyamama-latin.woff2?url'
import strongArabic from './fonts/readex-pro-strong-arabic.woff2?url'
import strongLatin from './fonts/readex-pro-strong-latin.woff2?url'
import textArabic from './fonts/readex-pro-text-arabic.woff2?url'
import textLatin from './fonts/readex-pro-text-latin.woff2?url'

/** What the first screen of a page is drawn with, 30 KB in all. The Arabic files have the Latin signs and words that every page shows. */
export const fontPreloads: Record<Language, string[]> = {
  en: [displayLatin, textLatin, strongLatin],
  ar: [displayArabic, textArabic, strongArabic],
}
