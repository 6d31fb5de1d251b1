import type { Facts } from '#contract/facts.ts'
import { paragraphsOf } from '#contract/prose.ts'
import type { CompanyInTexts } from '#texts/index.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import type { PromiseName } from '#texts/promises.ts'
import { momentAt } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { type ContentType, composeRecord, type Parts, type RecordOf } from './content-model.ts'
import type { Content } from './content-schema.ts'
import { type MovedSlugs, movedSlugs, type SluggedType } from './moved-slugs.ts'
import { publishedRecords } from './published-records.ts'

/**
 * Types that no call of the guest API responds with. They have no table of their own: every process reads their published revisions when
 * the content changes, and has them at hand from then on.
 */
export const FACT_TYPES = [
  'company',
  'prices',
  'questions',
  'testimonials',
  'notes',
  'case-studies',
] as const satisfies ContentType[]
export type FactType = (typeof FACT_TYPES)[number]

export const isFactType = (type: ContentType): type is FactType => (FACT_TYPES as readonly ContentType[]).includes(type)

export interface Company extends CompanyInTexts {
  /** What new reference numbers begin with. */
  referencePrefix: string
  counters: Content['company']['counters']
  countdown: Content['company']['countdown']
}

/** All of it, in all languages. */
export interface PublishedFacts extends Pick<Content, Exclude<FactType, 'company'>> {
  company: Company
  movedSlugs: Record<SluggedType, MovedSlugs>
}

type RecordsOf = Partial<Record<FactType, { id: number; parts: Parts }[]>>

export async function readFacts(queries: Queries, drafts: RecordsOf = {}): Promise<PublishedFacts> {
  const partsOf = async (type: FactType) => drafts[type] ?? (await publishedRecords(queries, type))
  const recordsOf = async <Type extends FactType>(type: Type) =>
    (await partsOf(type)).map(({ id, parts }) => composeRecord(type, id, parts) as RecordOf<Type>)
  const [company] = await recordsOf('company')
  return {
    company: company ? toCompany(company) : BEFORE_CONTENT,
    prices: await recordsOf('prices'),
    questions: await recordsOf('questions'),
    testimonials: await recordsOf('testimonials'),
    notes: (await recordsOf('notes')).toSorted((one, other) => other.published_on.localeCompare(one.published_on)),
    'case-studies': await recordsOf('case-studies'),
    movedSlugs: {
      notes: await movedSlugs(queries, 'notes', await partsOf('notes')),
      'case-studies': await movedSlugs(queries, 'case-studies', await partsOf('case-studies')),
    },
  }
}

export const NO_FACTS = (): PublishedFacts => ({
  company: BEFORE_CONTENT,
  prices: [],
  questions: [],
  testimonials: [],
  notes: [],
  'case-studies': [],
  movedSlugs: { notes: {}, 'case-studies': {} },
})

export async function findCompany(queries: Queries): Promise<Company> {
  const [record] = await publishedRecords(queries, 'company')
  if (!record) return BEFORE_CONTENT
  return toCompany(composeRecord('company', record.id, record.parts) as RecordOf<'company'>)
}

/** What stands in for it until content was loaded. */
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
  },
  counters: {
    home: { years: 0, projects: 0, clients: 0, advisors: 0 },
    about: { satisfaction: 0, members: 0, scientists: 0, years: 0 },
  },
  countdown: { opens_on: '2000-01-01', opens_at: '00:00', time_zone: 'UTC', zone_name: { en: 'UTC', ar: 'UTC' } },
}

function toCompany({ name, reference_prefix, founded, counters, promises, countdown }: Content['company']): Company {
  return {
    name: inEachLanguage((language) => withoutUnseen(name[language])),
    referencePrefix: reference_prefix,
    founded,
    clients: counters.home.clients,
    promises: Object.fromEntries(
      Object.entries(promises).map(([promise, days]) => [promise.replace('_', '-'), days]),
    ) as Record<PromiseName, number>,
    counters,
    countdown,
  }
}

// It stands inside other sentences, in headers and in addresses of mails: nothing in it may turn what is around it.
const UNSEEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const withoutUnseen = (name: string) => name.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim()

/** As the pages of one language take it. */
export function factsIn({ company, ...published }: PublishedFacts, language: Language): Facts {
  const notes = published.notes.map((note) => inLanguage(note, language))
  const studies = published['case-studies'].map((study) => inLanguage(study, language))
  return {
    founded: company.founded,
    'home-counters': company.counters.home,
    'about-counters': company.counters.about,
    countdown: countdownIn(company, language),
    prices: published.prices
      .map((price) => inLanguage(price, language))
      .map(({ name, audience, features, dollars_a_month, is_most_chosen }) => ({
        name,
        audience,
        features,
        dollarsAMonth: dollars_a_month,
        isMostChosen: is_most_chosen === true,
      })),
    questions: published.questions.map((question) => inLanguage(question, language)),
    testimonials: published.testimonials.map((testimonial) => inLanguage(testimonial, language)),
    notes: notes.map(({ slug, topic, published_on, minutes, title, summary }) => ({
      slug,
      topic,
      publishedOn: published_on,
      minutes,
      title,
      summary,
    })),
    'note-texts': Object.fromEntries(
      notes.map(({ slug, author, opening, paragraphs, pull, heading, rules, closing }) => [
        slug,
        {
          author,
          opening,
          paragraphs: paragraphsOf(paragraphs),
          pull,
          heading,
          rules,
          closing: paragraphsOf(closing),
        },
      ]),
    ),
    'moved-notes': published.movedSlugs.notes,
    'case-studies': studies.map(({ slug, type, before, after, client, subject, change, summary }) => ({
      slug,
      type,
      before,
      after,
      client,
      subject,
      change,
      summary,
    })),
    'case-study-texts': Object.fromEntries(
      studies.map(({ slug, type, before, after, client, subject, change, summary, ...text }) => [slug, text]),
    ),
    'moved-case-studies': published.movedSlugs['case-studies'],
  }
}

type InLanguage<Value> = {
  [Name in keyof Value]: Value[Name] extends Record<Language, infer Text> ? Text : Value[Name]
}

/** The texts of a record in one language; what is the same in all of them stays. */
function inLanguage<Value extends object>(record: Value, language: Language): InLanguage<Value> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value && typeof value === 'object' && language in value ? value[language] : value,
    ]),
  ) as InLanguage<Value>
}

function countdownIn({ countdown: { opens_on, opens_at, time_zone, zone_name } }: Company, language: Language) {
  const shown = `${opens_on}T${opens_at}`
  // A time that the clock leaves out is the one after it.
  const moment = momentAt(shown, time_zone)?.getTime() ?? Date.parse(`${shown}:00Z`)
  return { opensAt: moment, timeZone: time_zone, zoneName: zone_name[language] }
}
