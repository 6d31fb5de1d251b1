import * as z from 'zod'
import {
  EDUCATION_LEVELS,
  EMPLOYMENT_TYPES,
  EXPERIENCE_LEVELS,
  SALARY_PERIODS,
  WORKPLACES,
} from '#contract/constants.ts'
import type { Job } from '#contract/entities.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { daysAfter } from '../../platform/calendar.ts'
import { keyOfName } from '../same-text.ts'
import { country, whole } from './common-fields.ts'
import {
  defineType,
  type Field,
  markedText,
  points,
  type RecordRule,
  sharedField,
  shortText,
  translatedField,
} from './definition.ts'
import { searchAndShare } from './search-and-share.ts'

const PLACE_LENGTH = 200
const optional = true
const placeName = { maxLength: PLACE_LENGTH, optional } as const
const keyedName = { ...placeName, hasKey: true } as const
const requiredUnlessRemote = true

export const jobs = defineType({
  type: 'jobs',
  records: 'numbered',
  titleField: 'title',
  columns: { closes_on: 'closes_on' },
  page: RECORD_PAGES.job,
  recordPages: [RECORD_PAGES.job],
  firstDay: 'posted_on',
  endpoints: { list: 'jobs', one: 'job' },
  fields: {
    title: shortText(60),
    description: markedText,
    requirements: points,
    employment_type: sharedField('choice', { choices: EMPLOYMENT_TYPES, inPreview: 'FULL_TIME' }),
    location: shortText(60),
    country: sharedField('plain', { maxLength: 2, rule: country, inPreview: 'ZZ' }),
    workplace: sharedField('choice', { choices: WORKPLACES, inPreview: 'on_site' }),
    posted_on: sharedField('date', { canBeRelative: true, inPreview: (today) => today }),
    closes_on: sharedField('date', { canBeRelative: true, inPreview: (today) => daysAfter(today, 1) }),
    seats: sharedField('number', { rule: z.int().min(1), inPreview: 1 }),
    requisition: sharedField('plain', {
      maxLength: 32,
      // Boards take at most 40 characters, and the language is added to it.
      rule: z
        .string()
        .regex(
          /^[A-Z0-9](?:[A-Z0-9-]{0,30}[A-Z0-9])?$/,
          'must be 1 to 32 capital letters, digits and hyphens between them',
        ),
      unique: { message: 'is the number of another job too', check: 'requisitionTaken' },
    }),
    team: translatedField('plain', keyedName),
    city: translatedField('plain', { ...keyedName, requiredUnlessRemote }),
    other_cities: translatedField('list', { maxLength: PLACE_LENGTH, optional }),
    region: translatedField('plain', { ...placeName, requiredUnlessRemote }),
    street: translatedField('plain', placeName),
    postal_code: sharedField('plain', { maxLength: 40, optional }),
    salary_minimum: inGroup('salary', 'minimum', sharedField('number', { rule: z.number().positive(), optional })),
    salary_maximum: inGroup('salary', 'maximum', sharedField('number', { rule: z.number().positive(), optional })),
    salary_currency: inGroup(
      'salary',
      'currency',
      sharedField('plain', {
        maxLength: 3,
        rule: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters, like EGP'),
        optional,
      }),
    ),
    salary_period: inGroup('salary', 'period', sharedField('choice', { choices: SALARY_PERIODS, optional })),
    salary_shown: inGroup('salary', 'shown', sharedField('yes-no', { optional })),
    experience_level: inGroup('experience', 'level', sharedField('choice', { choices: EXPERIENCE_LEVELS, optional })),
    experience_months: inGroup('experience', 'months', sharedField('number', { rule: whole(0, 600), optional })),
    education: sharedField('choice', { choices: EDUCATION_LEVELS, optional }),
    benefits: translatedField('list', { maxLength: 400, optional }),
    contact_email: sharedField('mail', { maxLength: 254, optional }),
    ...searchAndShare,
  },
  rules: [
    {
      path: ['salary', 'maximum'],
      message: 'must be at least the minimum',
      check: 'maximumBelowMinimum',
      isBroken: ({ salary }) => salary?.maximum < salary?.minimum,
    },
    ...['city', 'region'].map(
      (field): RecordRule => ({
        path: [field],
        message: 'is missing, and the job is not remote',
        check: 'missing',
        isBroken: (job) => job.workplace && job.workplace !== 'remote' && !job[field],
      }),
    ),
    ...['city', 'other_cities', 'region', 'street', 'postal_code'].map(
      (field): RecordRule => ({
        path: [field],
        message: 'must be left out of a remote job',
        check: 'leftOutWhenRemote',
        isBroken: (job) => job.workplace === 'remote' && job[field]?.length !== 0 && job[field],
      }),
    ),
  ],
  // In the order of the API, which other programs compare byte by byte.
  shape: (job, { en }): Job => ({
    id: job.id,
    title: job.title,
    description: job.description,
    requirements: job.requirements,
    location: job.location,
    employment_type: job.employment_type,
    country: job.country,
    remote: job.workplace === 'remote',
    posted_on: job.posted_on,
    closes_on: job.closes_on,
    seats: job.seats,
    requisition: job.requisition,
    workplace: job.workplace,
    team: named(en.team, job.team),
    city: named(en.city, job.city),
    region: job.region,
    street: job.street,
    postal_code: job.postal_code,
    salary: shownSalary(job),
    experience:
      job.experience_level === null ? null : { level: job.experience_level, months: job.experience_months ?? 0 },
    education: job.education,
    benefits: job.benefits,
    contact_email: job.contact_email,
    other_cities: (job.other_cities ?? []).map((name, index) => keyed((en.other_cities as string[])[index], name)),
  }),
  // Boards know a job by its number.
  permanent: {
    field: 'requisition',
    changed: { message: (given) => `must stay ${given}: boards know the job by it`, check: 'requisitionChanged' },
    taken: {
      message: (owner) => `belongs to the job with the id ${owner}, which had it first`,
      check: 'requisitionTaken',
    },
    async given(queries) {
      return queries.selectFrom('job_requisitions').select(['job_id as id', 'requisition as value']).execute()
    },
    async give(queries, records) {
      for (const { id, value } of records)
        await queries
          .insertInto('job_requisitions')
          .values({ job_id: id, requisition: value })
          .onConflict((conflict) => conflict.column('job_id').doNothing())
          .execute()
    },
  },
  async mustStay(queries, id) {
    const found = await queries.selectFrom('submissions').select('id').where('job_id', '=', id).executeTakeFirst()
    return found !== undefined
  },
})

function inGroup<Value>(group: string, name: string, field: Field<Value>): Field<Value> {
  return { ...field, at: [group, name] }
}

const named = (english: unknown, name: string | null) => (name === null ? null : keyed(english, name))

const keyed = (english: unknown, name: string) => ({ key: keyOfName(String(english)), name })

interface Salary {
  salary_minimum: number | null
  salary_maximum: number | null
  salary_currency: string | null
  salary_period: (typeof SALARY_PERIODS)[number] | null
  salary_shown: boolean | null
}

/** A salary that the company keeps to itself does not leave the database. */
function shownSalary(job: Salary): Job['salary'] {
  const { salary_minimum: minimum, salary_maximum: maximum, salary_currency: currency, salary_period: period } = job
  if (!job.salary_shown || minimum === null || maximum === null || currency === null || period === null) return null
  return { minimum, maximum, currency, period }
}
