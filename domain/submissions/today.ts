import { sql } from 'kysely'
import { findCompany } from '../content/company.ts'
import { calendarDay, daysAfter, startOfDay } from '../platform/calendar.ts'
import { kindOf, type Queries } from '../platform/database/database.ts'
import { SUBMISSION_KINDS, type SubmissionKind } from '../platform/database/tables.ts'
import { MINUTE } from '../platform/durations.ts'
import { countInbox, sumOf, toItems } from './inbox.ts'
import { type JobWithApplications, listJobs } from './jobs.ts'
import { IS_WAITING, listSubmissions, submissionsByArrival } from './list-submissions.ts'
import { companyCalendar } from './promises.ts'
import { isWithin, type Scope, scopeOf, type Viewer } from './scope.ts'
import { firstArrivalAt } from './search-row.ts'
import { WAITING_STAGES } from './stages.ts'

const MAX_WAITING_SHOWN = 8
const DAYS_SHOWN = 30
const CLOSING_SOON_DAYS = 14

export async function todayFor(queries: Queries, viewer: Viewer, now: Date) {
  const scope = scopeOf(viewer)
  const { timeZone } = await companyCalendar(queries)
  const today = calendarDay(now, timeZone)
  const jobs = await listJobs(queries, today, scope)
  const open = jobs.filter(isOpenJob)
  const waiting = await listSubmissions(queries, { scope }, { order: 'waiting', limit: MAX_WAITING_SHOWN })
  const { late } = await queries
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll().as('late'))
    .where(IS_WAITING)
    .$if(scope !== 'everywhere', (query) => query.where(isWithin(scope)))
    .where('answer_due_at', '<', now.toISOString())
    .executeTakeFirstOrThrow()
  return {
    unread: await countUnread(queries, viewer),
    mine: await countInbox(queries, { scope, assigneeIds: [viewer.id], isWaiting: true }),
    marked: await countInbox(queries, { scope, marked: ['yes'], unreadBy: viewer.id }),
    waiting: {
      items: await toItems(queries, waiting, viewer.id),
      count: await countInbox(queries, { scope, isWaiting: true }),
      late: Number(late),
    },
    promises: (await findCompany(queries)).promises,
    jobs: open,
    content: {
      closingSoon: open.filter(({ closesOn }) => closesOn <= daysAfter(today, CLOSING_SOON_DAYS)),
      closedUndecided: jobs
        .filter(({ isOpen }) => !isOpen)
        .map((job) => ({ ...job, undecided: sumOf(WAITING_STAGES.map((stage) => job.stages[stage] ?? 0)) }))
        .filter(({ undecided }) => undecided > 0),
    },
    days: await countDays(queries, scope, today, timeZone),
  }
}

type OpenJob = JobWithApplications & { closesOn: string }

const isOpenJob = (job: JobWithApplications): job is OpenJob => job.isOpen

/** A person's unread ones by form. */
async function countUnread(queries: Queries, viewer: Viewer) {
  const counts = SUBMISSION_KINDS.map(
    async (kind) =>
      [kind, await countInbox(queries, { scope: scopeOf(viewer), kinds: [kind], unreadBy: viewer.id })] as const,
  )
  return Object.fromEntries(await Promise.all(counts)) as Record<SubmissionKind, number>
}

const noneOfAny = () => Object.fromEntries(SUBMISSION_KINDS.map((kind) => [kind, 0])) as Record<SubmissionKind, number>

/** Grouped by `arrival` (microseconds), which an index holds beside the kind. */
async function countDays(queries: Queries, scope: Scope, today: string, timeZone: string) {
  const first = daysAfter(today, 1 - DAYS_SHOWN)
  // Every time zone is some quarters of an hour from UTC.
  const quarter =
    kindOf(queries) === 'sqlite' ? sql<number>`arrival / 900000000` : sql<number>`floor(arrival / 900000000)`
  const all = scope === 'everywhere' ? submissionsByArrival(queries) : queries.selectFrom('submissions')
  const rows = await all
    .select(({ fn }) => ['kind', quarter.as('quarter'), fn.countAll().as('count')])
    .where('arrival', '>=', firstArrivalAt(startOfDay(first, timeZone).toISOString()))
    .$if(scope !== 'everywhere', (query) => query.where(isWithin(scope)))
    .groupBy(['kind', 'quarter'])
    .execute()
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => daysAfter(first, index))
  const counts = days.map(noneOfAny)
  const starts = days.map((day) => startOfDay(day, timeZone).getTime())
  for (const { kind, quarter: quarters, count } of rows) {
    const ofDay = counts[starts.findLastIndex((start) => start <= quarters * QUARTER_HOUR_MILLISECONDS)]
    if (ofDay) ofDay[kind] += Number(count)
  }
  return days.map((day, index) => ({ day, counts: counts[index] as Record<SubmissionKind, number> }))
}

const QUARTER_HOUR_MILLISECONDS = 15 * MINUTE
