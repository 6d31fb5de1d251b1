import type { CompanyInTexts } from '#texts/index.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import { PROMISES, type PromiseName } from '#texts/promises.ts'
import type { Queries } from '../platform/database/database.ts'
import { publishedRecords } from './published.ts'
import { withoutUnseen } from './same-text.ts'
import { type Fields, type Parts, SHARED } from './types/definition.ts'

export type Company = CompanyInTexts

export async function findCompany(queries: Queries): Promise<Company> {
  const [record] = await publishedRecords(queries, 'company')
  return toCompany(record?.parts)
}

export function toCompany(parts: Parts | undefined): Company {
  if (!parts) return BEFORE_CONTENT
  const { reference_prefix, founded, home_clients, ...shared } = parts[SHARED]
  // A record published before a promise existed lacks it.
  const promiseOf = (name: PromiseName) => [
    name,
    shared[`promise_${name.replace('-', '_')}`] ?? BEFORE_CONTENT.promises[name],
  ]
  return {
    // The name must not change the direction of the text around it.
    name: inEachLanguage((language) => withoutUnseen(String(parts[language].name))),
    referencePrefix: String(reference_prefix),
    founded: Number(founded),
    clients: Number(home_clients),
    promises: Object.fromEntries(PROMISES.map(promiseOf)) as Record<PromiseName, number>,
  }
}

const USUAL_CHANGE_HOURS = 24

/** Until how many hours before an interview a candidate may change it. */
export async function interviewChangeHours(queries: Queries): Promise<number> {
  const [record] = await publishedRecords(queries, 'company')
  return Number(record?.parts[SHARED].interview_change_hours ?? USUAL_CHANGE_HOURS)
}

/** Stands in until content is loaded. */
export const BEFORE_CONTENT: Company = {
  name: { en: 'Website', ar: 'الموقع' },
  referencePrefix: 'NQ',
  founded: 2000,
  clients: 0,
  promises: {
    'contact-message': 1,
    'internship-application': 5,
    'career-application': 5,
    'hiring-talk': 5,
    'hiring-task': 5,
    'hiring-decision': 3,
    'privacy-request': 5,
  },
}

/** The shared fields of the contact details; empty before there is any content. */
export async function companyContact(queries: Queries): Promise<Fields> {
  const [record] = await publishedRecords(queries, 'contact-info')
  return record?.parts[SHARED] ?? {}
}

/** How to reach the company, for the end of a mail; nothing before there is any content. */
export interface Imprint {
  address: string
  phone: string
}

export async function companyImprint(queries: Queries, language: Language): Promise<Imprint | undefined> {
  const [record] = await publishedRecords(queries, 'contact-info')
  return record && { address: String(record.parts[language].address), phone: String(record.parts[SHARED].phone) }
}

/** The company's clock, with the city that names it; undefined before there is any content. */
export async function companyClock(queries: Queries, language: Language) {
  const [record] = await publishedRecords(queries, 'contact-info')
  const city = record && String(record.parts[language].city ?? '')
  return { timeZone: String(record?.parts[SHARED].time_zone ?? 'UTC'), city: city || undefined }
}

export async function companyTimeZone(queries: Queries): Promise<string> {
  return String((await companyContact(queries)).time_zone ?? 'UTC')
}
