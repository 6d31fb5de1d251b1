import * as ar from './ar/index.ts'
import { type CompanyInTexts, companyValues, keptForCompany } from './company.ts'
import * as en from './en/index.ts'
import { fillIn } from './fill-in.ts'
import type { Language } from './languages.ts'

export type Texts = typeof en
/** A file of texts/<language>/, by its name. */
export type TextsName = keyof Texts
export type { CompanyInTexts }
export type FormErrorKey = keyof Texts['form-errors']

/** A key that English has and Arabic has not does not compile. */
const texts: Record<Language, Texts> = { en, ar }

/** As they are written: where one says something of the company, its place `{{company-name}}` is still there. */
export const textsIn = (language: Language): Texts => texts[language]

/** With what the company says of itself. */
export const companyTexts: (company: CompanyInTexts, language: Language) => Texts = keptForCompany(
  (company, language) => fillIn(texts[language], companyValues(company, language)),
)
