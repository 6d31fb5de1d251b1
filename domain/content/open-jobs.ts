import type { Job } from '#contract/entities.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { publishedRecords, toEntities } from './published.ts'

export interface PublishedJob {
  id: number
  closesOn: string
  title: Record<Language, string>
  shown: Record<Language, Job>
}

export async function listPublishedJobs(
  queries: Queries,
  wanted: { id?: number; openOn?: string } = {},
): Promise<PublishedJob[]> {
  const records = await publishedRecords(queries, 'jobs', wanted)
  const inLanguage = inEachLanguage((language) => toEntities(queries, 'jobs', records, language))
  const [en, ar] = [await inLanguage.en, await inLanguage.ar]
  return en.map((job, index) => {
    const shown = { en: job, ar: ar[index] as Job }
    return { id: job.id, closesOn: job.closes_on, title: { en: shown.en.title, ar: shown.ar.title }, shown }
  })
}

export async function isJobOpen(queries: Queries, id: number, day: string): Promise<boolean> {
  return (await publishedRecords(queries, 'jobs', { id, openOn: day })).length > 0
}

/** Whether there ever was such a job, open or not. */
export async function wasJobPublished(queries: Queries, id: number): Promise<boolean> {
  const given = await queries.selectFrom('job_requisitions').select('job_id').where('job_id', '=', id).execute()
  return given.length > 0
}
