import { addressOfJob } from '#contract/page-addresses.ts'
import { type Company, companyTimeZone, findCompany } from '../../content/company.ts'
import { listPublishedJobs } from '../../content/published-jobs.ts'
import { type Clock, calendarDay, daysAfter, startOfDay } from '../../platform/calendar.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { DAY, HOUR, MINUTE } from '../../platform/durations.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { enqueue, type Recording } from '../../platform/jobs/queue.ts'
import { speakingTo } from '../mail/speaking.ts'
import { alertLinkMail, jobsMail, type NewJob } from '../mail/templates.ts'
import { domainOf, MAIL_JOB, type MailSettings, openTransport, UNREACHABLE } from '../mail/transport.ts'
import { addressOfAlert, alertSecretOf, type JobAlertRow, kindsOf, tokenOfAlert } from './alerts.ts'

interface AlertOptions {
  database: Database
  settings: MailSettings & { urlOf: NonNullable<MailSettings['urlOf']> }
  clock?: Clock
}

interface Sending extends Required<AlertOptions> {
  transport: ReturnType<typeof openTransport>
}

/** Few, so that a dying process leaves few alerts that may or may not have been sent. */
const MAX_CONNECTIONS = 2
const MAX_TRIES = 5
/** Jobs published together go into one mail, and a mistake into none. */
export const CALM_MILLISECONDS = 15 * MINUTE

const SHARED = { ...MAIL_JOB, concurrency: MAX_CONNECTIONS }
const RETRY = { backoff: [HOUR], unreachable: UNREACHABLE } as const

/** At most one mail a day with all that is new, on connections apart from the mails about submissions. */
export function openJobAlerts({ database, settings, clock = () => new Date() }: AlertOptions): {
  jobs: JobDefinition[]
  close(): void
} {
  const transport = openTransport(settings, MAX_CONNECTIONS)
  const sending = { database, settings, clock, transport }
  const link = defineJob({
    kind: 'alert-link',
    ...SHARED,
    retry: { ...RETRY, stuckAfterTries: MAX_TRIES, giveUpAfterMilliseconds: 7 * DAY },
    async run({ subject }) {
      const alert = await findAlertRow(database.queries, subject)
      if (alert) await sendLink(sending, alert)
      return undefined
    },
  })
  const news = defineJob({
    kind: 'job-alert',
    ...SHARED,
    retry: { ...RETRY, giveUpAfterTries: MAX_TRIES },
    plan: (now) => enqueueNews(database, now),
    async run({ subject }) {
      const alert = await findAlertRow(database.queries, subject)
      return alert?.confirmed_at ? sendNews(sending, alert) : undefined
    },
    onGiveUp:
      ({ subject }) =>
      async (queries, at) => {
        const until = await newestPublished(queries, at)
        if (until) await markTold(String(subject), { told_until: until })(queries, at)
      },
    dropsGivenUp: true,
  })
  return { jobs: [link, news], close: () => transport.close() }
}

const findAlertRow = (queries: Queries, id: string | null) =>
  queries.selectFrom('job_alerts').selectAll().where('id', '=', String(id)).executeTakeFirst()

const ENQUEUED_AT_ONCE = 500

/** Alerts that have not heard of every job and got no mail today. */
async function enqueueNews(database: Database, now: Date): Promise<void> {
  const until = await newestPublished(database.queries, now)
  if (!until) return
  for (let found = ENQUEUED_AT_ONCE; found === ENQUEUED_AT_ONCE; ) {
    const untold = await database.queries
      .selectFrom('job_alerts')
      .select('id')
      .where('confirmed_at', 'is not', null)
      .where('told_until', '<', until)
      .where('next_mail_at', '<=', now.toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('queued_jobs')
              .select('queued_jobs.id')
              .whereRef('subject', '=', 'job_alerts.id')
              .where('kind', '=', 'job-alert'),
          ),
        ),
      )
      .orderBy('told_until')
      .limit(ENQUEUED_AT_ONCE)
      .execute()
    found = untold.length
    const jobs = untold.map(({ id }) => ({ id: `job-alert.${id}`, subject: id, now }))
    if (found > 0) await database.write((queries) => enqueue(queries, 'job-alert', jobs, { ifQueued: 'keep' }))
  }
}

async function newestPublished(queries: Queries, now: Date): Promise<string | undefined> {
  const newest = await queries
    .selectFrom('published_jobs')
    .select(({ fn }) => fn.max('published_at').as('moment'))
    .where('published_at', '<=', new Date(now.getTime() - CALM_MILLISECONDS).toISOString())
    .executeTakeFirst()
  return newest?.moment ?? undefined
}

const markTold =
  (id: string, told: Partial<Pick<JobAlertRow, 'told_until' | 'next_mail_at'>>): Recording =>
  (queries) =>
    queries.updateTable('job_alerts').set(told).where('id', '=', id).execute()

async function sendLink(sending: Sending, alert: JobAlertRow) {
  const { database, settings, transport } = sending
  const company = await findCompany(database.queries)
  await transport.sendMail({
    ...alertLinkMail(
      await speakingTo(sending, company, alert.language),
      await linkOf(sending, alert),
      alert.confirmed_at !== null,
    ),
    ...envelopeOf(sending, alert, company),
    messageId: `<alert.${alert.id}.${Date.parse(alert.asked_at)}@${domainOf(settings)}>`,
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
}

/** RFC 8058: mail programs show a button that posts to this address, and that ends the alert. */
async function sendNews(sending: Sending, alert: JobAlertRow): Promise<Recording | undefined> {
  const { database, settings, clock, transport } = sending
  const { queries } = database
  const now = clock()
  const until = await newestPublished(queries, now)
  if (!until) return undefined
  const timeZone = await companyTimeZone(queries)
  const day = calendarDay(now, timeZone)
  const jobs = jobsFor(sending, alert, await openJobs(queries, day, until))
  if (jobs.length === 0) return markTold(alert.id, { told_until: until })
  const company = await findCompany(queries)
  const link = await linkOf(sending, alert)
  await transport.sendMail({
    ...jobsMail(await speakingTo(sending, company, alert.language), jobs, link),
    ...envelopeOf(sending, alert, company),
    messageId: `<alert.${alert.id}.${Date.parse(until)}@${domainOf(settings)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Id': `<job-alerts.${domainOf(settings)}>`,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  const next_mail_at = startOfDay(daysAfter(day, 1), timeZone).toISOString()
  return markTold(alert.id, { told_until: until, next_mail_at })
}

function envelopeOf({ settings, clock }: Sending, { email, language }: JobAlertRow, company: Company) {
  return {
    from: { name: company.name[language], address: settings.mailFrom },
    to: { name: '', address: email },
    replyTo: settings.mailTo[0],
    date: clock(),
  }
}

async function linkOf({ database, settings }: Sending, alert: JobAlertRow) {
  const token = tokenOfAlert(await alertSecretOf(database), alert)
  return settings.urlOf(addressOfAlert(token), alert.language)
}

/** Published until then and open today: a job that closed meanwhile is not told. */
async function openJobs(queries: Queries, day: string, until: string) {
  const jobs = await listPublishedJobs(queries, { openOn: day })
  const published = await queries.selectFrom('published_jobs').selectAll().where('published_at', '<=', until).execute()
  const publishedAt = new Map(published.map(({ job_id, published_at }) => [job_id, published_at]))
  return jobs.flatMap(({ id, shown }) => {
    const published_at = publishedAt.get(id)
    return published_at === undefined ? [] : [{ published_at, shown }]
  })
}

function jobsFor({ settings }: Sending, alert: JobAlertRow, jobs: Awaited<ReturnType<typeof openJobs>>): NewJob[] {
  const { language, told_until, team } = alert
  const kinds = kindsOf(alert)
  return jobs
    .filter(({ published_at }) => published_at > told_until)
    .map(({ shown }) => shown[language])
    .filter(({ employment_type }) => kinds.length === 0 || kinds.includes(employment_type))
    .filter((job) => team === '' || job.team?.key === team)
    .map((job) => ({
      title: job.title,
      place: job.location,
      kind: job.employment_type,
      link: settings.urlOf(addressOfJob(job), language),
    }))
}
