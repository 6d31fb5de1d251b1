import type { Job } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'

/** Open on `day`: the closing date itself is the last day on which one may apply. */
export async function listOpenJobs(queries: Queries, day: string, language: Language): Promise<Job[]> {
  const rows = await selectOpenJob(queries, day, language).orderBy('position').execute()
  return rows.map(toJob)
}

export async function findOpenJob(queries: Queries, id: number, day: string, language: Language) {
  const row = await selectOpenJob(queries, day, language).where('id', '=', id).executeTakeFirst()
  return row && toJob(row)
}

export async function isJobOpen(queries: Queries, id: number, day: string): Promise<boolean> {
  const found = await queries
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('closes_on', '>=', day)
    .execute()
  return found.length > 0
}

/** Whether there ever was such a job, open or not. */
export async function wasJobPublished(queries: Queries, id: number): Promise<boolean> {
  const found = await queries
    .selectFrom('job_requisitions')
    .select('job_id')
    .where('job_id', '=', id)
    .union(queries.selectFrom('jobs').select('id as job_id').where('id', '=', id))
    .execute()
  return found.length > 0
}

function selectOpenJob(queries: Queries, day: string, language: Language) {
  return queries
    .selectFrom('jobs')
    .where('closes_on', '>=', day)
    .select([
      'id',
      `title_${language} as title`,
      `description_${language} as description`,
      `requirements_${language} as requirements`,
      `location_${language} as location`,
      'employment_type',
      'country',
      'remote',
      'posted_on',
      'closes_on',
      'seats',
      'requisition',
      'workplace',
      'team_key',
      `team_${language} as team`,
      'city_key',
      `city_${language} as city`,
      `region_${language} as region`,
      `street_${language} as street`,
      'postal_code',
      'salary_minimum',
      'salary_maximum',
      'salary_currency',
      'salary_period',
      'salary_shown',
      'experience_level',
      'experience_months',
      'education',
      `benefits_${language} as benefits`,
      'contact_email',
    ])
}

/** In the order of the API, which other programs compare byte by byte. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    requirements: JSON.parse(row.requirements),
    location: row.location,
    employment_type: row.employment_type,
    country: row.country,
    remote: row.remote === 1,
    posted_on: row.posted_on,
    closes_on: row.closes_on,
    seats: row.seats,
    requisition: row.requisition,
    workplace: row.workplace,
    team: named(row.team_key, row.team),
    city: named(row.city_key, row.city),
    region: row.region,
    street: row.street,
    postal_code: row.postal_code,
    salary: shownSalary(row),
    experience:
      row.experience_level === null ? null : { level: row.experience_level, months: row.experience_months ?? 0 },
    education: row.education,
    benefits: JSON.parse(row.benefits ?? '[]'),
    contact_email: row.contact_email,
  }
}

type JobRow = Awaited<ReturnType<ReturnType<typeof selectOpenJob>['executeTakeFirstOrThrow']>>

const named = (key: string | null, name: string | null) => (key === null || name === null ? null : { key, name })

/** What the company keeps to itself does not leave the database. */
function shownSalary({ salary_minimum, salary_maximum, salary_currency, salary_period, salary_shown }: JobRow) {
  if (salary_shown !== 1 || salary_minimum === null || salary_maximum === null) return null
  if (salary_currency === null || salary_period === null) return null
  return { minimum: salary_minimum, maximum: salary_maximum, currency: salary_currency, period: salary_period }
}
