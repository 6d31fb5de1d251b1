import * as z from 'zod/mini'
import {
  EDUCATION_LEVELS,
  EMPLOYMENT_TYPES,
  EXPERIENCE_LEVELS,
  QUESTION_KINDS,
  SALARY_PERIODS,
  WEEKDAYS,
  WORKPLACES,
} from './constants.ts'

const id = z.int().check(z.positive())
const picture = z.object({ url: z.string(), alt: z.optional(z.string()) })
const calendarDate = z.iso.date()

/** Another API may leave the field out. */
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)

export const service = z.object({
  id,
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  motif: z.nullable(z.string()),
  images: z.array(picture),
})

export const project = z.object({
  id,
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  icon_image: z.nullable(z.string()),
  images: z.array(picture),
  type: z.string(),
  start_date: calendarDate,
  app_store_url: z.nullable(z.string()),
  google_play_url: z.nullable(z.string()),
  technology: z._default(z.array(z.string()), []),
  team: orNull(z.string()),
  duration_weeks: orNull(z.int()),
  outcome: orNull(z.string()),
  case_study: orNull(z.string()),
})

export const category = z.object({ id, name_en: z.string(), name_ar: z.string() })

/** The key is part of addresses. */
const named = z.object({ key: z.string(), name: z.string() })

/** Of the job alone; an answer is sent in the field `question_{id}`. */
const jobQuestion = z.object({
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  text: z.string(),
  required: z.boolean(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
})

export const job = z.object({
  id,
  title: z.string(),
  description: z.string(),
  requirements: z.array(z.string()),
  employment_type: z.enum(EMPLOYMENT_TYPES),
  location: z.string(),
  country: z.string(),
  remote: z.boolean(),
  posted_on: calendarDate,
  closes_on: calendarDate,
  seats: z.int(),
  requisition: orNull(z.string()),
  workplace: orNull(z.enum(WORKPLACES)),
  team: orNull(named),
  city: orNull(named),
  region: orNull(z.string()),
  street: orNull(z.string()),
  postal_code: orNull(z.string()),
  salary: orNull(
    z.object({ minimum: z.number(), maximum: z.number(), currency: z.string(), period: z.enum(SALARY_PERIODS) }),
  ),
  experience: orNull(z.object({ level: z.enum(EXPERIENCE_LEVELS), months: z.int() })),
  education: orNull(z.enum(EDUCATION_LEVELS)),
  benefits: z._default(z.array(z.string()), []),
  contact_email: orNull(z.string()),
  other_cities: z._default(z.array(named), []),
  // Only for one job, and only if it asks something.
  questions: z.optional(z.array(jobQuestion)),
  questions_version: z.optional(z.string()),
})

export const review = z.object({ review: z.string(), name: z.string(), title: z.string() })

export const teamMember = z.object({ name: z.string(), role: z.string(), portrait: z.optional(z.string()) })

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Both times are null on closed days. */
export const openingHours = z.object({
  days: z.array(z.enum(WEEKDAYS)),
  opens: z.nullable(timeOfDay),
  closes: z.nullable(timeOfDay),
})

export const contactInfo = z.object({
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  opening_hours: z.array(openingHours),
  time_zone: z.string(),
  chat_phone: z.string(),
  footer_chat_phone: z.string(),
  social_links: z.array(z.object({ name: z.string(), url: z.string() })),
  map_url: z.string(),
})

export type Service = z.infer<typeof service>
export type Project = z.infer<typeof project>
export type Category = z.infer<typeof category>
export type JobQuestion = z.infer<typeof jobQuestion>
export type Job = z.infer<typeof job>
export type Review = z.infer<typeof review>
export type TeamMember = z.infer<typeof teamMember>
export type OpeningHours = z.infer<typeof openingHours>
export type ContactInfo = z.infer<typeof contactInfo>
