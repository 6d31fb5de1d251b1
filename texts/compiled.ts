import compile from 'icu-minify/compile'
import { type Texts, textsIn } from './index.ts'
import { LANGUAGES, type Language } from './languages.ts'

/**
 * A language's texts as the browser takes them: sentences with values or plural forms are already taken apart, so that no parser
 * has to travel with them. Plain texts stay as they are.
 */
export const compiledTextsIn = (language: Language) => compiled[language]

/** What the browser's half of use-intl reads; everything else finds the texts it knows. */
export const compileTexts = (texts: unknown): unknown => {
  if (typeof texts === 'string') return isSentence(texts) ? compile(texts) : texts
  if (Array.isArray(texts)) return texts.map(compileTexts)
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, compileTexts(text)]))
}

const isSentence = (text: string) => /[{<]|''/.test(text)

const compiled = Object.fromEntries(
  LANGUAGES.map((language) => [language, compileTexts(textsIn(language)) as Texts]),
) as Record<Language, Texts>
