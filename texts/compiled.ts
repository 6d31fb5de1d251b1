import compile from 'icu-minify/compile'
import { keptForCompany } from './company.ts'
import { isSentence } from './fill-in.ts'
import { type CompanyInTexts, companyTexts, type Texts, textsIn } from './index.ts'
import type { Language } from './languages.ts'

/** Compiled for the browser, which then needs no parser. Plain texts stay as they are. */
export const compiledTexts: (company: CompanyInTexts, language: Language) => Texts = keptForCompany(
  (company, language) => compileTexts(companyTexts(company, language), textsIn(language)) as Texts,
)

/** `written`: the text before it was filled in. */
export const compileTexts = (texts: unknown, written: unknown = texts): unknown => {
  if (typeof texts === 'string') return isSentence(written as string) ? compile(texts) : texts
  if (Array.isArray(texts)) return texts.map((text, index) => compileTexts(text, (written as unknown[])[index]))
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, compileTexts(text, (written as Record<string, unknown>)[name])]),
  )
}
