import { addressOfJob } from '#contract/page-addresses.ts'
import { type Company, companyTimeZone, findCompany } from '../../content/company.ts'
import { listPublishedJobs } from '../../content/open-jobs.ts'
import { type Clock, calendarDay, daysAfter, startOfDay } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { HOUR, MINUTE, SECOND } from '../../platform/durations.ts'
import { startWorkerLoop } from '../../platform/jobs/worker-loop.ts'
import { createOutcomes } from '../mail/outcomes.ts'
import { alertLinkMail, jobsMail, type NewJob } from '../mail/templates.ts'
import {
  describeFailure,
  domainOf,
  isAboutMail,
  MAIL_LEASE_MILLISECONDS,
  type MailFailure,
  type MailSettings,
  openTransport,
} from '../mail/transport.ts'
import { addressOfAlert, alertSecretOf, type JobAlertRow, kindsOf, tokenOfAlert } from './alerts.ts'
import {
  claimLinks,
  claimUntold,
  isAnybodyUntold,
  isAnyLinkDue,
  newestPublished,
  type Settled,
  settle,
} from './queue.ts'

export interface AlertWorker {
  /** There is a link to send. */
  wake(): void
  /** Sends what is due now; resolves when nothing more can be done at this moment. */
  sendDue(): Promise<void>
  stop(): Promise<void>
}

interface AlertWorkerOptions {
  database: Database
  settings: MailSettings & { urlOf: NonNullable<MailSettings['urlOf']> }
  log: { error(details: object, message: string): void }
  clock?: Clock
}

const POLL_EVERY = 15 * SECOND
/** Few, so that a process that dies has few to whom it is not known whether they were told. */
const MAX_CONNECTIONS = 2
const SHUTDOWN_TIMEOUT = 10 * SECOND
const UNREACHABLE_PAUSE = MINUTE
const RETRY_AFTER = HOUR
const MAX_TRIES = 5
/** Jobs that are published together go into one mail, and one that was published by mistake into none. */
export const CALM_MILLISECONDS = 15 * MINUTE

/**
 * Tells those who want to know of new jobs, each once a day at most, with all that is new to them. Several processes may do so at once: each
 * claims a few alerts under a lease, and goes on from where a former one stopped. Beside the mails about submissions, on connections of its own.
 */
export function startAlertWorker({
  database,
  settings,
  log,
  clock = () => new Date(),
}: AlertWorkerOptions): AlertWorker {
  const transport = openTransport(settings, MAX_CONNECTIONS)
  const { note, noteLeft } = createOutcomes(clock)
  const loop = startWorkerLoop({
    pollMilliseconds: POLL_EVERY,
    async round() {
      await noteLeft()
      while (!loop.isStopped() && (await sendSomeLinks())) {
        // Until nobody waits for one.
      }
      while (!loop.isStopped() && !loop.isWoken() && (await tellSome())) {
        // Until everybody knows, or somebody waits for a link: that comes first.
      }
    },
    onFailure: (error) => log.error({ err: error }, 'The job alerts cannot be read'),
    stopTimeoutMilliseconds: SHUTDOWN_TIMEOUT,
    clock,
  })

  return {
    wake: loop.wake,
    sendDue: loop.run,
    async stop() {
      await loop.stop()
      transport.close()
    },
  }

  /** Whether there may be more. */
  async function sendSomeLinks() {
    const now = clock()
    if (!(await isAnyLinkDue(database.queries, now))) return false
    const alerts = await claimLinks(database, claimAt(now))
    return sendAll(
      alerts,
      async (alert) => {
        await sendLink(alert)
        return { link_due_at: null, tries: 0 }
      },
      (retryAt) => ({ link_due_at: retryAt }),
    )
  }

  /** Whether there may be more. */
  async function tellSome() {
    const now = clock()
    const until = await newestPublished(database.queries, new Date(now.getTime() - CALM_MILLISECONDS))
    if (!until || !(await isAnybodyUntold(database.queries, until, now))) return false
    const alerts = await claimUntold(database, until, claimAt(now))
    const { day, nextDay } = await today(now)
    const jobs = await openJobs(day, until)
    const told = { told_until: until, tries: 0 }
    return sendAll(
      alerts,
      async (alert) => {
        const fresh = jobsFor(alert, jobs)
        if (fresh.length === 0) return told
        await sendJobs(alert, fresh, until)
        return { ...told, next_mail_at: nextDay }
      },
      (retryAt, isLast) => (isLast ? told : { next_mail_at: retryAt }),
    )
  }

  function claimAt(now: Date) {
    return { now, leaseMilliseconds: MAIL_LEASE_MILLISECONDS, atMost: MAX_CONNECTIONS }
  }

  /** Marks what became of each, all in one transaction. False if there were none, or the mail server is away. */
  async function sendAll(
    alerts: JobAlertRow[],
    send: (alert: JobAlertRow) => Promise<Settled['changes']>,
    later: (retryAt: string, isLast: boolean) => Settled['changes'],
  ) {
    const outcomes = await Promise.all(
      alerts.map((alert) =>
        send(alert).then(
          (changes) => ({ alert, changes }),
          (error: MailFailure) => ({ alert, error }),
        ),
      ),
    )
    const failures = outcomes.filter((outcome) => 'error' in outcome)
    const isUnreachable =
      failures.length > 0 && failures.length === outcomes.length && failures.every(({ error }) => !isAboutMail(error))
    const retryAt = (after: number) => new Date(clock().getTime() + after).toISOString()
    const settled = outcomes.map((outcome): Settled => {
      if (!('error' in outcome)) return outcome
      const { alert, error } = outcome
      const tries = isUnreachable ? alert.tries : alert.tries + 1
      log.error({ mail: 'job-alert', tries, reason: describeFailure(error) }, 'A mail was not sent')
      const isLast = tries >= MAX_TRIES
      return {
        alert,
        changes: {
          ...later(retryAt(isUnreachable ? UNREACHABLE_PAUSE : RETRY_AFTER), isLast),
          tries: isLast ? 0 : tries,
        },
      }
    })
    await note(() => settle(database, settled))
    if (isUnreachable) loop.pause(UNREACHABLE_PAUSE)
    return alerts.length > 0 && !isUnreachable
  }

  async function sendLink(alert: JobAlertRow) {
    const company = await findCompany(database.queries)
    await transport.sendMail({
      ...alertLinkMail({ company, language: alert.language }, await linkOf(alert), alert.confirmed_at !== null),
      ...envelopeOf(alert, company),
      messageId: `<alert.${alert.id}.${Date.parse(alert.asked_at)}@${domainOf(settings)}>`,
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
  }

  /** RFC 8058: mail programs show a button that posts to this address, and that is the end of it. */
  async function sendJobs(alert: JobAlertRow, jobs: NewJob[], until: string) {
    const company = await findCompany(database.queries)
    const link = await linkOf(alert)
    await transport.sendMail({
      ...jobsMail({ company, language: alert.language }, jobs, link),
      ...envelopeOf(alert, company),
      messageId: `<alert.${alert.id}.${Date.parse(until)}@${domainOf(settings)}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Id': `<job-alerts.${domainOf(settings)}>`,
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
  }

  function envelopeOf({ email, language }: JobAlertRow, company: Company) {
    return {
      from: { name: company.name[language], address: settings.mailFrom },
      to: { name: '', address: email },
      replyTo: settings.mailTo[0],
      date: clock(),
    }
  }

  async function linkOf(alert: JobAlertRow) {
    const token = tokenOfAlert(await alertSecretOf(database), alert)
    return settings.urlOf(addressOfAlert(token), alert.language)
  }

  async function today(now: Date) {
    const timeZone = await companyTimeZone(database.queries)
    const day = calendarDay(now, timeZone)
    return { day, nextDay: startOfDay(daysAfter(day, 1), timeZone).toISOString() }
  }

  /** Those that were published until then and are open today: whatever closed meanwhile is told to nobody. */
  async function openJobs(day: string, until: string) {
    const jobs = await listPublishedJobs(database.queries, { openOn: day })
    const published = await database.queries
      .selectFrom('published_jobs')
      .selectAll()
      .where('published_at', '<=', until)
      .execute()
    const publishedAt = new Map(published.map(({ job_id, published_at }) => [job_id, published_at]))
    return jobs.flatMap(({ id, shown }) => {
      const published_at = publishedAt.get(id)
      return published_at === undefined ? [] : [{ published_at, shown }]
    })
  }

  function jobsFor(alert: JobAlertRow, jobs: Awaited<ReturnType<typeof openJobs>>): NewJob[] {
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
}
