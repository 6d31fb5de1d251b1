import type { Job } from '#contract/entities.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import { calendarDay } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import { companyTimeZone } from './company.ts'
import { type PublishedRecord, publishedRecords, toEntities } from './published.ts'
import { isUnlisted } from './search-and-share.ts'

export interface PublishedJob {
  id: number
  closesOn: string
  title: Record<Language, string>
  shown: Record<Language, Job>
  isUnlisted: boolean
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
    const { id, closes_on: closesOn } = job
    const record = records[index] as PublishedRecord
    return {
      id,
      closesOn,
      title: { en: shown.en.title, ar: shown.ar.title },
      shown,
      isUnlisted: isUnlisted(record.parts),
    }
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

export const jobPublished = defineEvent<{ id: number; title: Record<Language, string> }>('job.published')
export const jobClosed = defineEvent<{ id: number }>('job.closed')

export async function noticeJobsOfToday(queries: Queries, now: Date): Promise<void> {
  await noticeJobs(queries, calendarDay(now, await companyTimeZone(queries)), now)
}

/** Call it in the transaction that changes jobs, and once a day, since a job closes by its date alone. */
export async function noticeJobs(queries: Queries, day: string, now: Date): Promise<void> {
  const open = await listPublishedJobs(queries, { openOn: day })
  const known = await queries.selectFrom('published_jobs').select('job_id').execute()
  const isKnown = new Set(known.map(({ job_id }) => job_id))
  const isOpen = new Set(open.map(({ id }) => id))
  const published_at = now.toISOString()
  for (const { id, title } of open) {
    if (isKnown.has(id)) continue
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('published_jobs')
      .values({ job_id: id, published_at })
      .onConflict((conflict) => conflict.column('job_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) continue
    await recordEvent(queries, jobPublished, { id, title }, now)
  }
  for (const id of isKnown) {
    if (isOpen.has(id)) continue
    const { numDeletedRows } = await queries
      .deleteFrom('published_jobs')
      .where('job_id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await recordEvent(queries, jobClosed, { id }, now)
  }
}
