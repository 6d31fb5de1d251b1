import { forgetUnsorted } from '../candidates/replies/tray.ts'
import { keepTalentPool } from '../candidates/talent-pool.ts'
import type { ContentVersion } from '../content/content-version.ts'
import { forgetUnconfirmed } from '../notifications/job-alerts/alerts.ts'
import { forgetErasureMails } from '../notifications/mail/erasure-mails.ts'
import { forgetOldNotifications } from '../notifications/staff/notify.ts'
import { forgetOldEvents } from '../notifications/webhooks/ledger.ts'
import { headOfAuditTrail } from '../platform/audit-trail.ts'
import { type Clock, calendarDay, hourOfDay } from '../platform/calendar.ts'
import type { Database } from '../platform/database/database.ts'
import { forgetOldCounts } from '../platform/database/rate-counters.ts'
import { MINUTE } from '../platform/durations.ts'
import { sweepOrphans } from '../platform/file-deletions.ts'
import { claimDeletingJob, finishDailyJob } from '../platform/jobs/daily-jobs.ts'
import { repeat } from '../platform/jobs/repeat.ts'
import { forgetSpentTokens } from '../platform/spent-tokens.ts'
import { forgetUnsentAttachments } from '../submissions/attachments.ts'
import { rememberMissing } from '../submissions/candidate-rows.ts'
import { purgedBefore, purgeOld } from '../submissions/erase.ts'
import { forgetOldKeys } from '../submissions/idempotency-keys.ts'
import { forgetDeadLinks } from '../submissions/links.ts'
import { forgetOldSums } from './visitors/counts.ts'

interface RetentionOptions {
  database: Database
  contentVersion: () => Pick<ContentVersion, 'timeZone'>
  months: number
  /** Where mail is sent. */
  mailDomain?: string | undefined
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
}

export const PURGE_JOB = 'purge'

export const POLL_MILLISECONDS = 10 * MINUTE
/** In the company's time zone; later on the same day if no process ran then. */
const QUIET_HOUR = 3

/** How long an erased link answers 410 instead of 404. */
const DEAD_LINK_MONTHS = 12

/** Every night one process deletes submissions older than RETENTION_MONTHS; a failure is retried every hour. */
export function keepRetention(options: RetentionOptions) {
  const { database, contentVersion, months, mailDomain, log, clock = () => new Date() } = options
  const { run: runIfDue, stop } = repeat(POLL_MILLISECONDS, purgeOnceADay, (error) =>
    log.error({ err: error }, 'Old submissions could not be purged'),
  )
  return { runIfDue, stop }

  /** An unreachable store does not stop the rest. */
  async function sweepStorage(now: Date) {
    try {
      const swept = await sweepOrphans(database, now)
      if (swept > 0) log.info({ swept }, 'Objects that no row refers to were deleted from the storage')
    } catch (error) {
      log.error({ err: error }, 'The storage could not be swept')
    }
  }

  async function purgeOnceADay() {
    const now = clock()
    // At any hour: the privacy policy says how soon they are gone (LIFETIMES).
    await database.write((queries) => forgetOldCounts(queries, now))
    await database.write((queries) => forgetErasureMails(queries, now))
    const { timeZone } = contentVersion()
    const [today, hour] = [calendarDay(now, timeZone), hourOfDay(now, timeZone)]
    if (hour < QUIET_HOUR) return
    const isOurs = await database.write((queries) => claimDeletingJob(queries, PURGE_JOB, today, hour))
    if (!isOurs) return
    await database.write((queries) => forgetOldKeys(queries, now))
    await database.write((queries) => forgetSpentTokens(queries, now))
    await database.write((queries) => forgetDeadLinks(queries, purgedBefore(months + DEAD_LINK_MONTHS, now)))
    await database.write((queries) => forgetOldEvents(queries, now))
    await database.write((queries) => forgetOldNotifications(queries, now))
    await database.write((queries) => forgetUnconfirmed(queries, now))
    await database.write((queries) => forgetUnsorted(queries, now))
    await database.write((queries) => forgetUnsentAttachments(queries, now))
    await database.write((queries) => rememberMissing(queries))
    await database.write((queries) => forgetOldSums(queries, now))
    await keepTalentPool(database, { timeZone, mailDomain, now })
    const counts = await purgeOld(database, months, { now })
    log.info({ ...counts }, 'Old submissions were purged')
    await sweepStorage(now)
    await database.write((queries) => finishDailyJob(queries, PURGE_JOB, today))
    // Logs are often kept on another machine, out of reach of an intruder in the database.
    log.info(await headOfAuditTrail(database.queries), 'The audit trail so far')
  }
}
