import { PROMISED_WORKING_DAYS } from '#texts/promises.ts'
import { calendarDay, daysAfter, startOfDay } from '../calendar.ts'
import type { Queries } from '../database/connection.ts'
import type { SubmissionKind } from '../database/tables.ts'
import { STUCK_AFTER_TRIES } from '../mail/outbox.ts'
import { companyCalendar } from '../promises.ts'
import { countInbox, type InboxItem, toItems } from './inbox.ts'
import { listSubmissions } from './submissions.ts'

const LONGEST_WAITING = 8
const DAYS_SHOWN = 30

export interface Today {
  /** Since when something counts as new; null for somebody who has never looked. */
  lookedAt: string | null
  newOnes: Record<SubmissionKind, number>
  unread: number
  mine: number
  marked: number
  waiting: { items: InboxItem[]; count: number; late: number }
  /** Working days within which an answer is promised. */
  promises: Record<SubmissionKind, number>
  /** The open jobs, with their applications. */
  jobs: { id: number; title: { en: string; ar: string }; closesOn: string; applications: number; fresh: number }[]
  /** The oldest first, by the company's calendar. */
  days: { day: string; counts: Record<SubmissionKind, number> }[]
  mails: { owed: number; stuck: number }
}

export async function todayFor(
  queries: Queries,
  { id, lookedAt }: { id: string; lookedAt: string | null },
  now: Date,
): Promise<Today> {
  const { timeZone } = await companyCalendar(queries)
  const today = calendarDay(now, timeZone)
  const waiting = await listSubmissions(queries, {}, { order: 'waiting', limit: LONGEST_WAITING })
  const { late } = await queries
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll().as('late'))
    .where('answered_at', 'is', null)
    .where('stage', 'in', ['new', 'in-review'])
    .where('answer_due_at', '<', now.toISOString())
    .executeTakeFirstOrThrow()
  return {
    lookedAt,
    newOnes: await countNew(queries, lookedAt),
    unread: await countInbox(queries, { isRead: false }),
    mine: await countInbox(queries, { assigneeId: id, isWaiting: true }),
    marked: await countInbox(queries, { isMarked: true, isRead: false }),
    waiting: {
      items: await toItems(queries, waiting),
      count: await countInbox(queries, { isWaiting: true }),
      late: Number(late),
    },
    promises: PROMISED_WORKING_DAYS,
    jobs: await applicationsByJob(queries, today),
    days: await countDays(queries, today, timeZone),
    mails: await countMails(queries),
  }
}

/** The person has seen what there is. */
export async function markLooked(queries: Queries, personId: string, now: Date): Promise<void> {
  await queries.updateTable('people').set({ looked_at: now.toISOString() }).where('id', '=', personId).execute()
}

const noneOfAny = (): Record<SubmissionKind, number> => ({
  'contact-message': 0,
  'internship-application': 0,
  'career-application': 0,
})

async function countNew(queries: Queries, since: string | null) {
  const rows = await queries
    .selectFrom('submissions')
    .select(({ fn }) => ['kind', fn.countAll().as('count')])
    .$if(since !== null, (query) => query.where('created_at', '>', since as string))
    .groupBy('kind')
    .execute()
  return Object.assign(noneOfAny(), Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)])))
}

async function applicationsByJob(queries: Queries, today: string) {
  const jobs = await queries
    .selectFrom('jobs')
    .select(['id', 'title_en', 'title_ar', 'closes_on'])
    .where('closes_on', '>=', today)
    .orderBy('position')
    .execute()
  const counts = await queries
    .selectFrom('submissions')
    .select(({ fn }) => ['job_id', 'stage', fn.countAll().as('count')])
    .where('job_id', 'is not', null)
    .groupBy(['job_id', 'stage'])
    .execute()
  const total = (jobId: number, isCounted: (stage: string) => boolean) =>
    counts
      .filter(({ job_id, stage }) => job_id === jobId && isCounted(stage))
      .reduce((sum, { count }) => sum + Number(count), 0)
  return jobs.map(({ id, title_en, title_ar, closes_on }) => ({
    id,
    title: { en: title_en, ar: title_ar },
    closesOn: closes_on,
    applications: total(id, () => true),
    fresh: total(id, (stage) => stage === 'new'),
  }))
}

async function countDays(queries: Queries, today: string, timeZone: string): Promise<Today['days']> {
  const first = daysAfter(today, 1 - DAYS_SHOWN)
  const rows = await queries
    .selectFrom('submissions')
    .select(({ fn, val }) => [
      'kind',
      fn<string>('substr', ['created_at', val(1), val(HOUR_LENGTH)]).as('hour'),
      fn.countAll().as('count'),
    ])
    .where('created_at', '>=', startOfDay(first, timeZone).toISOString())
    .groupBy(['kind', 'hour'])
    .execute()
  const days = new Map(
    Array.from({ length: DAYS_SHOWN }, (_, index) => [daysAfter(first, index), noneOfAny()] as const),
  )
  for (const { kind, hour, count } of rows) {
    const counts = days.get(calendarDay(new Date(`${hour}:00:00Z`), timeZone))
    if (counts) counts[kind] += Number(count)
  }
  return [...days].map(([day, counts]) => ({ day, counts }))
}

/** Like 2026-03-01T14. */
const HOUR_LENGTH = 13

async function countMails(queries: Queries) {
  const rows = await queries.selectFrom('mail_outbox').select('tries').where('sent_at', 'is', null).execute()
  return { owed: rows.length, stuck: rows.filter(({ tries }) => tries >= STUCK_AFTER_TRIES).length }
}
