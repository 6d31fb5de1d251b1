import type { FastifyInstance } from 'fastify'
import { mailboxName } from '#domain/candidates/replies/mailbox-name.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { contentImportJob } from '#domain/content/import/import-job.ts'
import { startKeepingSums } from '#domain/hiring/reports/keep-sums.ts'
import type { MailSettings } from '#domain/notifications/mail/transport.ts'
import { purgeJob, watchForPurges } from '#domain/notifications/shared-caches/purge-job.ts'
import { notificationJob } from '#domain/notifications/staff/notification-job.ts'
import { webhookJob } from '#domain/notifications/webhooks/webhook-job.ts'
import { placeOfBackups } from '#domain/operations/backups.ts'
import { findConditions, watchClock } from '#domain/operations/conditions.ts'
import { watchConditions } from '#domain/operations/notices.ts'
import { keepRetention } from '#domain/operations/retention.ts'
import { watchServices } from '#domain/operations/services.ts'
import { createWriteProbe } from '#domain/operations/write-probe.ts'
import { signInFailureJob } from '#domain/people/sign-in-failures.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { watchFileInPlace } from '#domain/platform/database/file-in-place.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import { fileDeletionJob } from '#domain/platform/file-deletions.ts'
import type { JobDefinition } from '#domain/platform/jobs/define-job.ts'
import { startWorker } from '#domain/platform/jobs/worker.ts'
import { createCvJobs } from '#domain/submissions/cv/inspections.ts'
import type { CvInspector } from '#domain/submissions/cv/inspector.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import { RELEASE } from '#settings/release.ts'
import type { Config } from '#settings/settings.ts'
import { keepNightlyBackups } from './nightly-backups.ts'
import { pageUrls } from './public-url.ts'

interface BackgroundOptions {
  config: Config
  database: Database
  contentVersion: () => ContentVersion
  log: FastifyInstance['log']
}

export async function startBackground(options: BackgroundOptions) {
  const { config, database, contentVersion, log } = options
  if (config.webhooks.allowsLoopback)
    log.warn('UNSAFE_WEBHOOKS_TO_LOOPBACK: webhooks may reach programs on this machine')
  const settings = mailSettingsOf(config)
  const mail = await openMailJobs(options, settings)
  const { jobs: cvJobs, inspector } = createCvJobs({ database, clamd: config.clamd })
  const replies = await openReplyJobs(options, settings, inspector)
  const imports = contentImportJob({ database })
  const jobs = [
    ...mail.jobs,
    ...cvJobs,
    notificationJob({ database, mailer: mail.colleagues, clock: () => new Date() }),
    ...replies.jobs,
    imports.job,
    signInFailureJob(mail.outbox?.mailDomain),
    webhookJob({ database, rules: config.webhooks }),
    ...(config.storage ? [fileDeletionJob(database, log)] : []),
    ...(await searchEngineJobs(options)),
    ...(config.purge ? [purgeJob({ database, settings: config.purge, contentVersion, release: RELEASE })] : []),
  ]
  const worker = startWorker({ database, jobs, log })
  const retention = keepRetention({
    database,
    contentVersion,
    months: config.retentionMonths,
    mailDomain: mail.outbox?.mailDomain,
    log,
  })
  const outbox: Outbox | undefined = mail.outbox && {
    ...mail.outbox,
    wake: () => worker.wake('mail', 'account-mail', 'erasure-mail'),
  }
  const operations = startOperations(options, settings)
  const stopPurges = config.purge && watchForPurges(contentVersion, () => worker.wake('cache-purge'))
  const reports = config.apiHost ? undefined : startKeepingSums(database, log)
  return {
    outbox,
    alerts: mail.sendsAlerts ? { wake: () => worker.wake('alert-link', 'job-alert') } : undefined,
    cvInspections: { open: inspector.open, wake: () => worker.wake('cv-inspection') },
    replies: { wake: () => worker.wake('reply') },
    findConditions: operations.findConditions,
    canWrite: config.databaseUrl ? async () => true : canWriteTo(config.dataDirectory),
    async stop() {
      stopPurges?.()
      await Promise.all([
        worker.stop(),
        inspector.stop(),
        replies.stop(),
        imports.stop(),
        retention.stop(),
        operations.stop(),
        reports?.stop(),
      ])
      mail.close()
    },
  }
}

function mailSettingsOf(config: Config): MailSettings | undefined {
  const { smtpUrl, mailFrom, staffLanguage, dkim, confirmationsPerDay } = config
  const [first, ...others] = config.mailTo
  if (!smtpUrl || !mailFrom || !first) return undefined
  const domainName = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const signing = dkim && { dkim: { ...dkim, domainName } }
  const deskUrl = config.desk?.url
  const replyTo = config.replies?.replyTo
  const base = { smtpUrl, mailTo: [first, ...others] as [string, ...string[]], mailFrom, replyTo }
  return { ...base, staffLanguage, confirmationsPerDay, deskUrl, ...signing }
}

async function openMailJobs({ config, database, log }: BackgroundOptions, settings: MailSettings | undefined) {
  const { smtpUrl, mailTo, apiHost } = config
  if (!settings) {
    if (smtpUrl || mailTo.length > 0) log.warn('No mail is sent: set both SMTP_URL and MAIL_TO')
    return { jobs: [], colleagues: undefined, outbox: undefined, sendsAlerts: false, close() {} }
  }
  const { openMail } = await import('#domain/notifications/mail/mail-job.ts')
  const { openJobAlerts } = await import('#domain/notifications/job-alerts/alert-jobs.ts')
  const { domainOf } = await import('#domain/notifications/mail/transport.ts')
  const urlOf = pageUrls(config)
  const mail = openMail({ database, settings: { ...settings, ...(!apiHost && { urlOf }) } })
  // Another API host sends the alerts about its own jobs.
  const alerts = apiHost ? undefined : openJobAlerts({ database, settings: { ...settings, urlOf } })
  return {
    jobs: [...mail.jobs, ...(alerts?.jobs ?? [])],
    colleagues: mail.colleagues,
    outbox: {
      mailDomain: domainOf(settings),
      confirmationsPerDay: settings.confirmationsPerDay,
      deskUrl: settings.deskUrl,
    },
    sendsAlerts: alerts !== undefined,
    close() {
      mail.close()
      alerts?.close()
    },
  }
}

async function openReplyJobs(
  { config, database, log }: BackgroundOptions,
  mail: MailSettings | undefined,
  inspector: CvInspector,
) {
  const { replies, clamd } = config
  if (!replies || !mail) {
    if (replies) log.warn('No reply is read: set SMTP_URL and MAIL_TO, too')
    return { jobs: [], async stop() {} }
  }
  const { replyJob } = await import('#domain/candidates/replies/reply-job.ts')
  const settings = { replyTo: replies.replyTo, mailFrom: mail.mailFrom }
  const reading = replyJob({ database, settings, inspector, clamd })
  const jobs = [reading.job]
  if (replies.imap) {
    const { imapJob } = await import('#domain/candidates/replies/imap-job.ts')
    jobs.push(imapJob({ database, settings: replies.imap }))
  }
  return { jobs, stop: reading.stop }
}

async function searchEngineJobs({ config, database, contentVersion }: BackgroundOptions): Promise<JobDefinition[]> {
  const { googleIndexing: account, apiHost } = config
  if (!account || apiHost) return []
  const { searchEngineJob } = await import('#domain/notifications/search-engines/search-engine-job.ts')
  return [searchEngineJob({ database, account, contentVersion, urlOf: pageUrls(config) })]
}

function startOperations({ config, database, contentVersion, log }: BackgroundOptions, mail: MailSettings | undefined) {
  const { dataDirectory, backups, apiHost } = config
  const findJump = watchClock()
  const mailbox = config.replies?.imap && mailboxName(config.replies.imap)
  const findAway = watchServices(database.files, config.clamd)
  const find = async () => {
    const now = new Date()
    const backupDirectory = backups && (await placeOfBackups(backups))
    const conditions = await findConditions({ database, dataDirectory, backupDirectory, mailbox, now })
    const jump = findJump()
    return [...conditions, ...(await findAway()), ...(jump ? [jump] : [])]
  }
  // With another API host, visitors do not see this database.
  const watch = apiHost ? undefined : watchConditions({ database, find, mail, log })
  const nightly = backups && keepNightlyBackups({ database, contentVersion, backups, log })
  void nightly?.runIfDue()
  const stop = async () => void (await Promise.all([watch?.stop(), nightly?.stop()]))
  return { findConditions: find, stop }
}

function canWriteTo(dataDirectory: string) {
  const isInPlace = watchFileInPlace(sqliteFileIn(dataDirectory))
  const hasRoom = createWriteProbe(dataDirectory)
  return async () => isInPlace() && hasRoom()
}
