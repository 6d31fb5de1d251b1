import * as ar from './ar/index.ts'
import { type CompanyInTexts, companyValues, keptForCompany } from './company.ts'
import * as en from './en/index.ts'
import { fillIn } from './fill-in.ts'
import type { Language } from './languages.ts'

export type Texts = typeof en
export type TextsName = keyof Texts
export type { CompanyInTexts }
export type FormErrorKey = keyof Texts['form-errors']

/** A key that English has and Arabic has not does not compile. */
const texts: Record<Language, Texts> = { en, ar }

/** Places like `{{company-name}}` are not filled in. */
export const textsIn = (language: Language): Texts => texts[language]

export const companyTexts: (company: CompanyInTexts, language: Language) => Texts = keptForCompany(
  (company, language) => fillIn(texts[language], companyValues(company, language)),
)
