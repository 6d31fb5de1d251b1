import * as z from 'zod'
import {
  EDUCATION_LEVELS,
  EMPLOYMENT_TYPES,
  EXPERIENCE_LEVELS,
  SALARY_PERIODS,
  SERVICE_MOTIFS,
  WORKPLACES,
} from '#contract/constants.ts'
import { type OpeningHours, openingHours } from '#contract/entities.ts'
import { isMailAddress, withAsciiDomain } from '#contract/mail-address.ts'
import { paragraphsOf } from '#contract/prose.ts'
import projectTypes from '#texts/en/project-types.json' with { type: 'json' }
import { isPlainPath, PICTURE_TYPES, pictureType } from './pictures.ts'

/** What content/*.json must look like; content/README.md says the same to people. Messages go on from "description.ar …". */

const id = z.int().positive().max(2_147_483_647)
const text = z.string().trim().min(1)
const bilingual = z
  .strictObject({ en: text, ar: text })
  .refine(({ en, ar }) => paragraphsIn(en) === paragraphsIn(ar), 'must have as many paragraphs in Arabic as in English')
const address = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
const picturePath = text
  .refine(isPlainPath, 'must be the path of a picture below images/, of letters, digits, hyphens and dots')
  .refine((path) => pictureType(path), `must be a picture: ${Object.keys(PICTURE_TYPES).join(', ')}`)
const picture = z
  .union([picturePath, z.strictObject({ en: picturePath, ar: picturePath })])
  .transform((one) => (typeof one === 'string' ? { en: one, ar: one } : one))
/** Later ones are slips of the pen, and the day after the last year of four digits can be written by nobody. */
const LAST_DAY = '2999-12-31'
const day = z.iso
  .date('must be a date like 2026-02-08')
  .refine((date) => date <= LAST_DAY, `must be a date until ${LAST_DAY}`)
const date = z.union([day, z.strictObject({ days_from_loading: z.int() })], {
  error: 'must be a date like 2026-02-08, or { "days_from_loading": 30 }',
})
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters')
const phone = z
  .string()
  .refine((number) => /^\+?[\d ()-]+$/.test(number) && /^\d{5,15}$/.test(number.replace(/\D/g, '')), {
    error: 'must be a phone number: digits, with spaces, hyphens and one + at the most',
  })
/** As people read it; what leads to it has the domain of the DNS. */
const mailAddress = z.string().refine((written) => isMailAddress(withAsciiDomain(written)), 'must be a mail address')
const timeZone = z.string().refine(isTimeZone, 'must be a time zone like Africa/Cairo')
/** One dot is drawn for each of them. */
const MAX_COUNT = 5000
const MAX_PROMISED_DAYS = 60
const MAX_DOTS_OF_STUDY = 500
const ofHundred = z.int().min(0).max(100)
const chatPhone = z.string().regex(/^\d{8,15}$/, 'must be digits only, with the country code')

const service = z.strictObject({
  id,
  motif: z.enum(SERVICE_MOTIFS).optional(),
  title: bilingual,
  summary: bilingual,
  description: bilingual,
  images: z.array(picture),
})

const project = z.strictObject({
  id,
  // Those that the interface can name in both languages.
  type: z.enum(Object.keys(projectTypes) as (keyof typeof projectTypes)[]),
  start_date: day,
  title: bilingual,
  summary: bilingual,
  description: bilingual,
  icon_image: picture,
  images: z.array(picture),
  app_store_url: address.optional(),
  google_play_url: address.optional(),
})

const points = z.array(text).min(1)
const bilingualList = z
  .strictObject({ en: points, ar: points })
  .refine(({ en, ar }) => en.length === ar.length, 'must be as many in Arabic as in English')

/** Becomes a word of addresses, made of the English name. */
const keyedName = bilingual.refine(({ en }) => keyOfName(en), {
  error: 'must have a letter or a digit in English',
  params: { check: 'format' },
})

const salary = z
  .strictObject({
    minimum: z.number().positive(),
    maximum: z.number().positive(),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters, like EGP'),
    period: z.enum(SALARY_PERIODS),
    shown: z.boolean(),
  })
  .refine(({ minimum, maximum }) => maximum >= minimum, {
    error: 'must be at least the minimum',
    path: ['maximum'],
    params: { check: 'maximumBelowMinimum' },
  })

// Boards take at most 40 characters, and the language is added to it.
const requisition = z
  .string()
  .regex(/^[A-Z0-9](?:[A-Z0-9-]{0,30}[A-Z0-9])?$/, 'must be 1 to 32 capital letters, digits and hyphens between them')

const job = z
  .strictObject({
    id,
    title: bilingual,
    description: bilingual,
    requirements: bilingualList,
    employment_type: z.enum(EMPLOYMENT_TYPES),
    location: bilingual,
    country,
    workplace: z.enum(WORKPLACES),
    posted_on: date,
    closes_on: date,
    seats: z.int().min(1),
    requisition,
    team: keyedName.optional(),
    city: keyedName.optional(),
    region: bilingual.optional(),
    street: bilingual.optional(),
    postal_code: text.optional(),
    salary: salary.optional(),
    experience: z.strictObject({ level: z.enum(EXPERIENCE_LEVELS), months: z.int().min(0).max(600) }).optional(),
    education: z.enum(EDUCATION_LEVELS).optional(),
    benefits: bilingualList.optional(),
    contact_email: mailAddress.optional(),
  })
  .check(({ value, issues }) => {
    for (const part of ['city', 'region'] as const)
      if (value.workplace !== 'remote' && !value[part])
        issues.push({
          code: 'custom',
          input: undefined,
          path: [part],
          message: 'is missing, and the job is not remote',
          params: { check: 'missing' },
        })
    for (const part of ['city', 'region', 'street', 'postal_code'] as const)
      if (value.workplace === 'remote' && value[part])
        issues.push({
          code: 'custom',
          input: value[part],
          path: [part],
          message: 'must be left out of a remote job',
          params: { check: 'leftOutWhenRemote' },
        })
  })

/**
 * A day is closed, or open from one time to a later one of the same day, several times where there are breaks: nothing else could be
 * shown, or counted in working days.
 */
const weekOfHours = z.array(openingHours).check(({ value, issues }) => {
  // A time that is none is the only fault to tell.
  if (issues.length > 0) return
  for (const [index, hours] of value.entries()) {
    const message = faultOfHours(hours, value.slice(0, index))
    if (message) issues.push({ code: 'custom', input: hours, path: [index], message })
  }
})

function faultOfHours({ days, opens, closes }: OpeningHours, before: readonly OpeningHours[]): string | undefined {
  if (days.length === 0) return 'must name a day'
  if ((opens === null) !== (closes === null)) return 'must have both times, or neither where it is closed'
  if (opens !== null && closes !== null && closes <= opens) return 'must close after it opens'
  const isInTheWay = (other: OpeningHours) =>
    opens === null || closes === null || other.opens === null || other.closes === null
      ? true
      : opens < other.closes && other.opens < closes
  const twice = days.find(
    (each, index) =>
      days.indexOf(each) < index || before.some((other) => other.days.includes(each) && isInTheWay(other)),
  )
  return twice && `has hours for ${twice} at a time for which others stand there too`
}

const contactInfo = z.strictObject({
  phone,
  email: mailAddress,
  address: bilingual,
  city: bilingual,
  country,
  opening_hours: weekOfHours,
  time_zone: timeZone,
  chat_phone: chatPhone,
  footer_chat_phone: chatPhone,
  social_links: z.array(z.strictObject({ name: bilingual, url: address })),
  map_url: address,
})

const count = z.int().min(0).max(MAX_COUNT)
const promise = z.int().min(1).max(MAX_PROMISED_DAYS)

const company = z.strictObject({
  name: bilingual,
  reference_prefix: z.string().regex(/^[A-Z]{2,6}$/, 'must be 2 to 6 capital letters'),
  founded: z.int().min(1000).max(2999),
  counters: z.strictObject({
    home: z.strictObject({ years: count, projects: count, clients: count, advisors: count }),
    about: z.strictObject({ satisfaction: ofHundred, members: ofHundred, scientists: ofHundred, years: ofHundred }),
  }),
  promises: z.strictObject({
    contact_message: promise,
    internship_application: promise,
    career_application: promise,
    hiring_talk: promise,
    hiring_task: promise,
    hiring_decision: promise,
  }),
  countdown: z.strictObject({
    opens_on: day,
    opens_at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 17:00'),
    time_zone: timeZone,
    zone_name: bilingual,
  }),
})

const price = z.strictObject({
  name: bilingual,
  dollars_a_month: z.number().min(0).max(MAX_COUNT),
  is_most_chosen: z.boolean().optional(),
  audience: bilingual,
  features: bilingualList,
})

const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits, with hyphens between them')
  .max(60)

const note = z.strictObject({
  slug,
  topic: bilingual,
  published_on: day,
  minutes: z.int().min(1).max(60),
  title: bilingual,
  summary: bilingual,
  author: bilingual,
  opening: bilingual,
  paragraphs: bilingual,
  pull: bilingual,
  heading: bilingual,
  rules: bilingualList,
  closing: bilingual,
})

const caseStudy = z
  .strictObject({
    slug,
    type: z.enum(Object.keys(projectTypes) as (keyof typeof projectTypes)[]),
    before: z.int().min(1).max(MAX_DOTS_OF_STUDY),
    after: z.int().min(0).max(MAX_DOTS_OF_STUDY),
    client: bilingual,
    subject: bilingual,
    change: bilingual,
    summary: bilingual,
    title: bilingual,
    lead: bilingual,
    customer: bilingual,
    scope: bilingual,
    length: bilingual,
    live_since: bilingual,
    figure: bilingual,
    problem: bilingual,
    work: bilingual,
    result: bilingual,
    quote: bilingual,
    speaker: bilingual,
  })
  .refine(({ before, after }) => after <= before, {
    error: 'must be at most what it was before',
    path: ['after'],
    params: { check: 'numberFormat' },
  })

/** By the name of the file, without `.json`. */
export const contentSchema = {
  services: uniqueIds(z.array(service)),
  categories: uniqueIds(z.array(z.strictObject({ id, name: bilingual }))),
  projects: uniqueIds(z.array(project)),
  jobs: uniqueIds(z.array(job)).check(uniqueRequisitions),
  reviews: z.array(z.strictObject({ review: bilingual, name: bilingual, title: bilingual })),
  team: z.array(z.strictObject({ name: bilingual, role: bilingual })),
  'contact-info': contactInfo,
  company,
  prices: z.array(price),
  questions: z.array(z.strictObject({ question: bilingual, answer: bilingual })),
  testimonials: z.array(z.strictObject({ quote: bilingual, name: bilingual, title: bilingual })),
  notes: z.array(note).check(uniqueSlugs),
  'case-studies': z.array(caseStudy).check(uniqueSlugs),
}

/**
 * What is written alike. Files may differ in it and are loaded all the same: while a name is respelt job by job, what is published and
 * exported does, too.
 */
export const jobsSpeltAlike = contentSchema.jobs.check(namesAlike('team')).check(namesAlike('city'))

export type ContentFile = keyof typeof contentSchema
export type Content = { [File in ContentFile]: z.infer<(typeof contentSchema)[File]> }
export type Bilingual = z.infer<typeof bilingual>

/** As pages show them; what is empty is missing, which is another fault. */
function paragraphsIn(text: string) {
  return Math.max(1, paragraphsOf(text).length)
}

function uniqueIds<Record extends z.ZodType<{ id: number }>>(records: z.ZodArray<Record>) {
  return records.check(({ value, issues }) => {
    const seen = new Set<number>()
    for (const [index, record] of value.entries()) {
      if (seen.has(record.id))
        issues.push({
          code: 'custom',
          input: record.id,
          path: [index, 'id'],
          message: 'is the id of another record too',
        })
      seen.add(record.id)
    }
  })
}

type Checked<Value> = z.core.ParsePayload<Value>

function uniqueRequisitions({ value, issues }: Checked<{ requisition: string }[]>) {
  const seen = new Set<string>()
  for (const [index, { requisition }] of value.entries()) {
    if (seen.has(requisition))
      issues.push({
        code: 'custom',
        input: requisition,
        path: [index, 'requisition'],
        message: 'is the number of another job too',
        params: { check: 'requisitionTaken' },
      })
    seen.add(requisition)
  }
}

function uniqueSlugs({ value, issues }: Checked<{ slug: string }[]>) {
  const seen = new Set<string>()
  for (const [index, { slug: word }] of value.entries()) {
    if (seen.has(word))
      issues.push({
        code: 'custom',
        input: word,
        path: [index, 'slug'],
        message: 'is the word of another record too',
        params: { check: 'slugTaken' },
      })
    seen.add(word)
  }
}

/** Two jobs of one team, or of one city, write its name alike in both languages. */
function namesAlike<Field extends 'team' | 'city'>(field: Field) {
  return ({ value, issues }: Checked<{ [Name in Field]?: Bilingual | undefined }[]>) => {
    const known = new Map<string, Bilingual>()
    for (const [index, record] of value.entries()) {
      const name = record[field]
      if (!name) continue
      const first = known.get(keyOfName(name.en)) ?? name
      known.set(keyOfName(name.en), first)
      if (first.en !== name.en || first.ar !== name.ar)
        issues.push({
          code: 'custom',
          input: name,
          path: [index, field],
          message: `must be written as elsewhere: ${first.en}, ${first.ar}`,
          params: { check: 'nameDiffers', values: [first.en, first.ar] },
        })
    }
  }
}

export const keyOfName = (english: string) => (english.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
