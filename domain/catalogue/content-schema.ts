import * as z from 'zod'
import { EMPLOYMENT_TYPES, openingHours } from '#contract/entities.ts'

/** What content/*.json must look like; content/README.md says the same to people. */

const id = z.int().positive().max(2_147_483_647)
const text = z.string().trim().min(1)
const bilingual = z.strictObject({ en: text, ar: text })
const address = z.url({ protocol: /^https?$/ })
const picture = z.union([text, bilingual]).transform((one) => (typeof one === 'string' ? { en: one, ar: one } : one))
const date = z.union([z.iso.date(), z.strictObject({ days_from_loading: z.int() })])
const chatPhone = z.string().regex(/^\d{8,15}$/, 'digits only, with the country code')

const service = z.strictObject({
  id,
  motif: text.optional(),
  title: bilingual,
  summary: bilingual,
  description: bilingual,
  images: z.array(picture),
})

const project = z.strictObject({
  id,
  type: text,
  start_date: z.iso.date(),
  title: bilingual,
  summary: bilingual,
  description: bilingual,
  icon_image: picture,
  images: z.array(picture),
  app_store_url: address.optional(),
  google_play_url: address.optional(),
})

const job = z.strictObject({
  id,
  title: bilingual,
  description: bilingual,
  requirements: z
    .strictObject({ en: z.array(text), ar: z.array(text) })
    .refine(({ en, ar }) => en.length === ar.length, 'as many in Arabic as in English'),
  employment_type: z.enum(EMPLOYMENT_TYPES),
  location: bilingual,
  country: z.string().regex(/^[A-Z]{2}$/, 'a country code of two letters'),
  remote: z.boolean(),
  posted_on: date,
  closes_on: date,
  seats: z.int().positive(),
})

const contactInfo = z.strictObject({
  phone: text,
  email: z.email(),
  address: bilingual,
  city: bilingual,
  country: z.string().regex(/^[A-Z]{2}$/, 'a country code of two letters'),
  opening_hours: z.array(openingHours),
  time_zone: z.string().refine(isTimeZone, 'a time zone like Africa/Cairo'),
  chat_phone: chatPhone,
  footer_chat_phone: chatPhone,
  social_links: z.array(z.strictObject({ name: bilingual, url: address })),
  map_url: address,
  founded: z.int().optional(),
})

/** By the name of the file, without `.json`. */
export const contentSchema = {
  services: uniqueIds(z.array(service)),
  categories: uniqueIds(z.array(z.strictObject({ id, name: bilingual }))),
  projects: uniqueIds(z.array(project)),
  jobs: uniqueIds(z.array(job)),
  reviews: z.array(z.strictObject({ review: bilingual, name: bilingual, title: bilingual })),
  team: z.array(z.strictObject({ name: bilingual, role: bilingual })),
  'contact-info': contactInfo,
}

export type ContentFile = keyof typeof contentSchema
export type Content = { [File in ContentFile]: z.infer<(typeof contentSchema)[File]> }
export type Bilingual = z.infer<typeof bilingual>

function uniqueIds<Record extends z.ZodType<{ id: number }>>(records: z.ZodArray<Record>) {
  return records.check(({ value, issues }) => {
    const seen = new Set<number>()
    for (const [index, record] of value.entries()) {
      if (seen.has(record.id))
        issues.push({ code: 'custom', input: record.id, path: [index, 'id'], message: 'another record has this id' })
      seen.add(record.id)
    }
  })
}

function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
