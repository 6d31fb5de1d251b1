import { ar } from './ar/index.ts'
import { en, type Texts } from './en/index.ts'
import { fillIn } from './fill-in.ts'
import type { Language } from './languages.ts'
import { promisesIn } from './promises.ts'

/** A file of texts/<language>/, by its name. */
export type TextsName = keyof Texts
export type { Texts }
export type FormErrorKey = keyof Texts['form-errors']

const filledIn = (texts: Texts, language: Language) =>
  fillIn(texts, { ...promisesIn(language), 'company-name': texts.shell.companyName })

const texts: Record<Language, Texts> = { en: filledIn(en, 'en'), ar: filledIn(ar, 'ar') }

export const textsIn = (language: Language): Texts => texts[language]
