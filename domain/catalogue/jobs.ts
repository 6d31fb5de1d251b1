import type { Job } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../database/connection.ts'

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
    ])
}

function toJob(row: Omit<Job, 'requirements' | 'remote'> & { requirements: string; remote: 0 | 1 }): Job {
  return { ...row, requirements: JSON.parse(row.requirements), remote: row.remote === 1 }
}
