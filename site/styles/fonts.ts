import type { Language } from '#texts/languages.ts'
import displayArabic from './fonts/alyamama-arabic.woff2?url'
import displayLatin from './fonts/alyamama-latin.woff2?url'
import strongLatin from './fonts/readex-pro-strong-latin.woff2?url'
import textArabic from './fonts/readex-pro-text-arabic.woff2?url'
import textLatin from './fonts/readex-pro-text-latin.woff2?url'

/** Preloaded, at most 30 KB. Arabic files also hold Latin letters; with the strong weight headings would come later. */
export const fontPreloads: Record<Language, string[]> = {
  en: [displayLatin, textLatin, strongLatin],
  ar: [displayArabic, textArabic],
}
