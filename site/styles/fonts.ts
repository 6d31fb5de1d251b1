import alyamamaArabic from '@fontsource-variable/alyamama/files/alyamama-arabic-wght-normal.woff2?url'
import alyamamaLatin from '@fontsource-variable/alyamama/files/alyamama-latin-wght-normal.woff2?url'
import readexArabic from '@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2?url'
import readexLatin from '@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2?url'
import type { Language } from '#texts/languages.ts'

/** The files that a page of the language cannot be drawn without; even Arabic takes its spaces and full stops from the Latin ones. */
export const fontPreloads: Record<Language, string[]> = {
  en: [alyamamaLatin, readexLatin],
  ar: [alyamamaArabic, readexArabic, readexLatin, alyamamaLatin],
}
