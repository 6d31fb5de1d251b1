import {
  EDUCATION_LEVELS,
  EMPLOYMENT_TYPES,
  EXPERIENCE_LEVELS,
  SALARY_PERIODS,
  SERVICE_MOTIFS,
  WORKPLACES,
} from '#contract/constants.ts'
import projectTypes from '#texts/en/project-types.json' with { type: 'json' }
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { PROMISES } from '#texts/promises.ts'
import type { Content, ContentFile } from './content-schema.ts'
import { isBlank, trimmed } from './same-text.ts'

/**
 * What a record of each kind consists of: which fields are written in each language, and which are one fact for all of them. The desk draws
 * its forms from it; content-schema.ts says what may be published.
 */

/** One file of content/ is one type. */
export type ContentType = ContentFile

/** A record is kept in parts: one for each language, and one for what is the same in all of them. */
export const SHARED = 'shared'
export type Part = typeof SHARED | Language
declare module '../platform/database/tables.ts' {
  interface DeclaredNames {
    contentType: ContentType
    contentPart: Part
  }
}
export const PARTS: readonly Part[] = [SHARED, ...LANGUAGES]

export function mapParts<Result>(make: (part: Part) => Result): Record<Part, Result> {
  return Object.fromEntries(PARTS.map((part) => [part, make(part)])) as Record<Part, Result>
}

const FIELD_KINDS = [
  /** One line. */
  'plain',
  /** A blank line begins a new paragraph. */
  'paragraphs',
  /** One text for each point. */
  'list',
  'date',
  'link',
  'links',
  'number',
  'choice',
  'yes-no',
  'mail',
  'phone',
  'time-zone',
  'hours',
  'picture',
  'pictures',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

export interface FieldModel {
  name: string
  /** `languages`: written in each of them. `shared`: one fact. */
  in: 'languages' | typeof SHARED
  kind: FieldKind
  isRequired: boolean
  /** Of one text; a longer one is not taken. */
  maxLength?: number
  /** A longer text is advised against: its place on the page is small. */
  advisedLength?: number
  choices?: readonly string[]
  /** Pages show emphasis, links and lists in it: contract/markdown.ts. */
  hasMarks?: boolean
  /** Where it stands in a record of the file; `*` is every member of a list. */
  at: readonly string[]
}

export interface TypeModel {
  type: ContentType
  /** There is one record, and always one. */
  isSingle: boolean
  /** The order of the records is the company's own. */
  hasOrder: boolean
  /** Whether the id stands in the file, and in addresses. */
  hasId: boolean
  /** By which a record is called in lists. */
  titleField: string
  fields: readonly FieldModel[]
}

type Address = string
export interface OpeningHours {
  days: string[]
  opens: string | null
  closes: string | null
}
/** A picture may differ by language, where it contains words or has a direction. */
export type Picture = Record<Language, Address>
export type FieldValue = string | number | boolean | null | string[] | Picture | Picture[] | OpeningHours[]
export type Fields = Record<string, FieldValue>
export type Parts = Record<Part, Fields>

const TITLE_LENGTH = 200
const LINE_LENGTH = 400
const TEXT_LENGTH = 20_000

type Options = Partial<Pick<FieldModel, 'maxLength' | 'advisedLength' | 'choices' | 'hasMarks' | 'at'>> & {
  optional?: boolean
}

const field =
  (place: FieldModel['in']) =>
  (name: string, kind: FieldKind, { optional = false, at = [name], ...options }: Options = {}): FieldModel => ({
    name,
    in: place,
    kind,
    isRequired: !optional,
    at,
    ...options,
  })

const written = field('languages')
const fact = field(SHARED)
const optional = true

const title = written('title', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 })
/** The desk measures these in their cards. */
const cardTitle = written('title', 'plain', { maxLength: TITLE_LENGTH })
const summary = written('summary', 'plain', { maxLength: LINE_LENGTH })
const description = written('description', 'paragraphs', {
  maxLength: TEXT_LENGTH,
  advisedLength: 3000,
  hasMarks: true,
})

const listed = { isSingle: false, hasOrder: true, hasId: true, titleField: 'title' }

const unnumbered = { ...listed, hasId: false }

export const CONTENT_MODEL: Readonly<Record<ContentType, TypeModel>> = {
  services: {
    type: 'services',
    ...listed,
    fields: [
      fact('motif', 'choice', { choices: SERVICE_MOTIFS, optional }),
      cardTitle,
      summary,
      description,
      fact('images', 'pictures'),
    ],
  },
  categories: {
    type: 'categories',
    ...listed,
    titleField: 'name',
    fields: [written('name', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 40 })],
  },
  projects: {
    type: 'projects',
    ...listed,
    // The newest stand first.
    hasOrder: false,
    fields: [
      fact('type', 'choice', { choices: Object.keys(projectTypes) }),
      fact('start_date', 'date'),
      cardTitle,
      summary,
      description,
      fact('icon_image', 'picture'),
      fact('images', 'pictures'),
      fact('app_store_url', 'link', { maxLength: LINE_LENGTH, optional }),
      fact('google_play_url', 'link', { maxLength: LINE_LENGTH, optional }),
    ],
  },
  jobs: {
    type: 'jobs',
    ...listed,
    fields: [
      title,
      description,
      written('requirements', 'list', { maxLength: LINE_LENGTH }),
      fact('employment_type', 'choice', { choices: EMPLOYMENT_TYPES }),
      written('location', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
      fact('country', 'plain', { maxLength: 2 }),
      fact('workplace', 'choice', { choices: WORKPLACES }),
      fact('posted_on', 'date'),
      fact('closes_on', 'date'),
      fact('seats', 'number'),
      fact('requisition', 'plain', { maxLength: 32 }),
      written('team', 'plain', { maxLength: TITLE_LENGTH, optional }),
      written('city', 'plain', { maxLength: TITLE_LENGTH, optional }),
      written('region', 'plain', { maxLength: TITLE_LENGTH, optional }),
      written('street', 'plain', { maxLength: TITLE_LENGTH, optional }),
      fact('postal_code', 'plain', { maxLength: 40, optional }),
      fact('salary_minimum', 'number', { at: ['salary', 'minimum'], optional }),
      fact('salary_maximum', 'number', { at: ['salary', 'maximum'], optional }),
      fact('salary_currency', 'plain', { at: ['salary', 'currency'], maxLength: 3, optional }),
      fact('salary_period', 'choice', { at: ['salary', 'period'], choices: SALARY_PERIODS, optional }),
      fact('salary_shown', 'yes-no', { at: ['salary', 'shown'], optional }),
      fact('experience_level', 'choice', { at: ['experience', 'level'], choices: EXPERIENCE_LEVELS, optional }),
      fact('experience_months', 'number', { at: ['experience', 'months'], optional }),
      fact('education', 'choice', { choices: EDUCATION_LEVELS, optional }),
      written('benefits', 'list', { maxLength: LINE_LENGTH, optional }),
      fact('contact_email', 'mail', { maxLength: 254, optional }),
    ],
  },
  reviews: {
    type: 'reviews',
    ...listed,
    hasId: false,
    titleField: 'name',
    fields: [
      written('review', 'paragraphs', { maxLength: 2000, advisedLength: 400 }),
      written('name', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
      written('title', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 80 }),
    ],
  },
  team: {
    type: 'team',
    ...listed,
    hasId: false,
    titleField: 'name',
    fields: [
      written('name', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
      written('role', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
    ],
  },
  'contact-info': {
    type: 'contact-info',
    isSingle: true,
    hasOrder: false,
    hasId: false,
    titleField: 'address',
    fields: [
      fact('phone', 'phone', { maxLength: 40 }),
      fact('email', 'mail', { maxLength: 254 }),
      written('address', 'plain', { maxLength: LINE_LENGTH, advisedLength: 120 }),
      fact('opening_hours', 'hours'),
      fact('time_zone', 'time-zone', { maxLength: 64 }),
      fact('chat_phone', 'phone', { maxLength: 15 }),
      fact('footer_chat_phone', 'phone', { maxLength: 15 }),
      written('social_link_names', 'list', { at: ['social_links', '*', 'name'], maxLength: TITLE_LENGTH }),
      fact('social_link_urls', 'links', { at: ['social_links', '*', 'url'], maxLength: LINE_LENGTH }),
      fact('map_url', 'link', { maxLength: 2000 }),
      fact('country', 'plain', { maxLength: 2 }),
      written('city', 'plain', { maxLength: TITLE_LENGTH }),
    ],
  },
  company: {
    type: 'company',
    isSingle: true,
    hasOrder: false,
    hasId: false,
    titleField: 'name',
    fields: [
      written('name', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 24 }),
      fact('reference_prefix', 'plain', { maxLength: 6 }),
      fact('founded', 'number'),
      ...['years', 'projects', 'clients', 'advisors'].map((name) =>
        fact(`home_${name}`, 'number', { at: ['counters', 'home', name] }),
      ),
      ...['satisfaction', 'members', 'scientists', 'years'].map((name) =>
        fact(`about_${name}`, 'number', { at: ['counters', 'about', name] }),
      ),
      ...PROMISES.map((name) => name.replace('-', '_')).map((name) =>
        fact(`promise_${name}`, 'number', { at: ['promises', name] }),
      ),
      fact('countdown_opens_on', 'date', { at: ['countdown', 'opens_on'] }),
      fact('countdown_opens_at', 'plain', { at: ['countdown', 'opens_at'], maxLength: 5 }),
      fact('countdown_time_zone', 'time-zone', { at: ['countdown', 'time_zone'], maxLength: 64 }),
      written('countdown_zone_name', 'plain', { at: ['countdown', 'zone_name'], maxLength: TITLE_LENGTH }),
    ],
  },
  prices: {
    type: 'prices',
    ...unnumbered,
    titleField: 'name',
    fields: [
      written('name', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 24 }),
      fact('dollars_a_month', 'number'),
      fact('is_most_chosen', 'yes-no', { optional }),
      written('audience', 'plain', { maxLength: LINE_LENGTH, advisedLength: 60 }),
      written('features', 'list', { maxLength: LINE_LENGTH }),
    ],
  },
  questions: {
    type: 'questions',
    ...unnumbered,
    titleField: 'question',
    fields: [
      written('question', 'plain', { maxLength: LINE_LENGTH, advisedLength: 100 }),
      written('answer', 'plain', { maxLength: 2000, advisedLength: 400 }),
    ],
  },
  testimonials: {
    type: 'testimonials',
    ...unnumbered,
    titleField: 'name',
    fields: [
      written('quote', 'plain', { maxLength: 2000, advisedLength: 200 }),
      written('name', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
      written('title', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 80 }),
    ],
  },
  notes: {
    type: 'notes',
    ...unnumbered,
    // The newest stand first.
    hasOrder: false,
    fields: [
      fact('slug', 'plain', { maxLength: 60 }),
      written('topic', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 24 }),
      fact('published_on', 'date'),
      fact('minutes', 'number'),
      title,
      summary,
      written('author', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
      written('opening', 'plain', { maxLength: TEXT_LENGTH }),
      written('paragraphs', 'paragraphs', { maxLength: TEXT_LENGTH }),
      written('pull', 'plain', { maxLength: LINE_LENGTH, advisedLength: 100 }),
      written('heading', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
      written('rules', 'list', { maxLength: LINE_LENGTH }),
      written('closing', 'paragraphs', { maxLength: TEXT_LENGTH }),
    ],
  },
  'case-studies': {
    type: 'case-studies',
    ...unnumbered,
    titleField: 'client',
    fields: [
      fact('slug', 'plain', { maxLength: 60 }),
      fact('type', 'choice', { choices: Object.keys(projectTypes) }),
      fact('before', 'number'),
      fact('after', 'number'),
      written('client', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 40 }),
      written('subject', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 40 }),
      written('change', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 40 }),
      summary,
      title,
      written('lead', 'plain', { maxLength: LINE_LENGTH, advisedLength: 160 }),
      ...['customer', 'scope', 'length', 'live_since'].map((name) =>
        written(name, 'plain', { maxLength: TITLE_LENGTH, advisedLength: 40 }),
      ),
      written('figure', 'plain', { maxLength: LINE_LENGTH, advisedLength: 120 }),
      ...['problem', 'work', 'result'].map((name) => written(name, 'plain', { maxLength: 4000, advisedLength: 600 })),
      written('quote', 'plain', { maxLength: LINE_LENGTH, advisedLength: 120 }),
      written('speaker', 'plain', { maxLength: TITLE_LENGTH, advisedLength: 60 }),
    ],
  },
}

export const CONTENT_TYPES = Object.keys(CONTENT_MODEL) as ContentType[]

export const isContentType = (name: string): name is ContentType => Object.hasOwn(CONTENT_MODEL, name)

export const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name)

export const isLanguagePart = (part: Part): part is Language => part !== SHARED

/** The fields that stand in one part of a record. */
export const fieldsOfPart = (type: ContentType, part: Part): FieldModel[] =>
  CONTENT_MODEL[type].fields.filter((each) => (each.in === SHARED) === (part === SHARED))

export const writtenFields = (type: ContentType): FieldModel[] =>
  CONTENT_MODEL[type].fields.filter((each) => each.in === 'languages')

/** The only record of a type that has no others. */
export const SINGLE_ID = 1

/** A part with every field of its type in the order of the model, blank where nothing is known of it. */
export function wholePart(type: ContentType, part: Part, fields: Partial<Fields>): Fields {
  const whole: Fields = {}
  for (const { name, kind } of fieldsOfPart(type, part)) whole[name] = fields[name] ?? blankOf(kind)
  return whole
}

export function blankOf(kind: FieldKind): FieldValue {
  if (kind === 'list' || kind === 'links' || kind === 'pictures' || kind === 'hours') return []
  return kind === 'plain' || kind === 'paragraphs' ? '' : null
}

/** The fields of a checked record, part by part. Its pictures are addresses. */
export function splitRecord<Type extends ContentType>(type: Type, record: RecordOf<Type>): Parts {
  const parts = {} as Parts
  for (const part of PARTS) {
    const fields: Partial<Fields> = {}
    for (const { name, at } of fieldsOfPart(type, part)) {
      const path = isLanguagePart(part) ? [...at, part] : at
      const found = valueAt(record, path)
      if (found !== undefined) fields[name] = found as FieldValue
    }
    parts[part] = wholePart(type, part, fields)
  }
  return parts
}

/** A record as the file has it, but for its pictures, which are addresses. What is blank is left out: the schema says whether it may be. */
export function composeRecord(type: ContentType, id: number, parts: Parts): Record<string, unknown> {
  const record: Record<string, unknown> = CONTENT_MODEL[type].hasId ? { id } : {}
  for (const { name, at, in: place, isRequired } of CONTENT_MODEL[type].fields) {
    if (place === SHARED) {
      const value = parts[SHARED][name]
      if (!isBlank(value) || (Array.isArray(value) && isRequired)) putAt(record, at, trimmed(value))
      continue
    }
    // A text that is optional is there in all languages or in none.
    if (!isRequired && LANGUAGES.every((language) => isBlank(parts[language][name]))) continue
    for (const language of LANGUAGES) putAt(record, [...at, language], trimmed(parts[language][name]))
  }
  return record
}

export type RecordOf<Type extends ContentType> = Content[Type] extends (infer Each)[] ? Each : Content[Type]

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || value === undefined || value === null) return value
  if (key === '*') return (value as unknown[]).map((each) => valueAt(each, rest))
  return valueAt((value as Record<string, unknown>)[key], rest)
}

function putAt(target: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void {
  if (key === undefined) return
  if (rest.length === 0) {
    target[key] = value
    return
  }
  if (rest[0] === '*') {
    target[key] ??= []
    const members = target[key] as Record<string, unknown>[]
    for (const [index, each] of ((value ?? []) as unknown[]).entries()) {
      members[index] ??= {}
      putAt(members[index] as Record<string, unknown>, rest.slice(1), each)
    }
    return
  }
  target[key] ??= {}
  putAt(target[key] as Record<string, unknown>, rest, value)
}
