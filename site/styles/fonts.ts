import type { Language } from '#texts/languages.ts'
import displayArabic from './fonts/alyamama-arabic.woff2?url'
import displayLatin from './fonts/alyamama-latin.woff2?url'
import strongArabic from './fonts/readex-pro-strong-arabic.woff2?url'
import strongLatin from './fonts/readex-pro-strong-latin.woff2?url'
import textArabic from './fonts/readex-pro-text-arabic.woff2?url'
import textLatin from './fonts/readex-pro-text-latin.woff2?url'

/**
 * The letters that the first screen of a page is drawn with. The small files of Latin signs on an Arabic page are left to the browser, which asks
 * for them when it lays the page out: with more files than these, a connection of HTTP/1.1 has the letters wait for one more round trip.
 */
export const fontPreloads: Record<Language, string[]> = {
  en: [displayLatin, textLatin, strongLatin],
  ar: [displayArabic, textArabic, strongArabic],
}
