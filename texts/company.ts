import { formatNumber } from './dates-and-numbers.ts'
import { inEachLanguage, type Language } from './languages.ts'
import { PROMISES, type PromiseName, promisesIn } from './promises.ts'

/** Content, not text: content/company.json or the desk decides it. */
export interface CompanyInTexts {
  name: Record<Language, string>
  founded: number
  clients: number
  promises: Record<PromiseName, number>
  /** Reference numbers begin with it. */
  referencePrefix: string
}

export const COMPANY_PLACES = [...PROMISES, 'company-name', 'founded', 'clients', 'reference-prefix'] as const

/** By the names of the places in texts: `{{company-name}}`. */
export const companyValues = (
  company: CompanyInTexts,
  language: Language,
): Record<(typeof COMPANY_PLACES)[number], string> => ({
  ...promisesIn(language, company.promises),
  'company-name': company.name[language],
  founded: formatNumber(company.founded, language, { useGrouping: false }),
  clients: formatNumber(company.clients, language),
  'reference-prefix': company.referencePrefix,
})

const MAX_COMPANIES_KEPT = 4

/** Kept while the company is the same: filling in all texts takes milliseconds, and every mail needs them. */
export function keptForCompany<Made>(make: (company: CompanyInTexts, language: Language) => Made) {
  const kept = new Map<string, Record<Language, Made>>()
  return ({ name, founded, clients, promises, referencePrefix }: CompanyInTexts, language: Language): Made => {
    const company = { name, founded, clients, promises, referencePrefix }
    const key = JSON.stringify(company)
    const known = kept.get(key)
    if (known) return known[language]
    const made = inEachLanguage((each) => make(company, each))
    const [oldest] = kept.keys()
    if (kept.size >= MAX_COMPANIES_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
    return made[language]
  }
}
