import { ar } from './ar/index.ts'
import { en, type Texts } from './en/index.ts'
import type { Language } from './languages.ts'
import { fillInPromises } from './promises.ts'

/** A file of texts/<language>/, by its name. */
export type TextsName = keyof Texts
export type { Texts }
export type FormErrorKey = keyof Texts['form-errors']

const texts: Record<Language, Texts> = { en: fillInPromises(en, 'en'), ar: fillInPromises(ar, 'ar') }

export const textsIn = (language: Language): Texts => texts[language]
