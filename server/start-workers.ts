import type { FastifyInstance } from 'fastify'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { webhookJob } from '#domain/notifications/webhooks/webhook-job.ts'
import { keepRetention } from '#domain/operations/retention.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { fileDeletionJob } from '#domain/platform/file-deletions.ts'
import type { JobDefinition } from '#domain/platform/jobs/define-job.ts'
import { startWorker } from '#domain/platform/jobs/worker.ts'
import { createCvJobs } from '#domain/submissions/cv/inspections.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import type { Config } from '#settings/settings.ts'
import { mailSettingsOf } from './mail-settings.ts'
import { pageUrls } from './public-url.ts'

/** Starts the work beside answering requests, as far as the settings want it. */
export async function startWorkers(
  config: Config,
  database: Database,
  contentVersion: () => ContentVersion,
  { log }: Pick<FastifyInstance, 'log'>,
) {
  if (config.webhooks.allowsLoopback)
    log.warn('UNSAFE_WEBHOOKS_TO_LOOPBACK: webhooks may reach programs on this machine')
  const mail = await openMailJobs(config, database, log)
  const { jobs: cvJobs, inspector } = createCvJobs({ database, clamd: config.clamd })
  const jobs = [
    ...mail.jobs,
    ...cvJobs,
    webhookJob({ database, rules: config.webhooks }),
    ...(config.storage ? [fileDeletionJob(database, log)] : []),
    ...(await searchEngineJobs(config, database, contentVersion)),
  ]
  const worker = startWorker({ database, jobs, log })
  const retention = keepRetention({ database, contentVersion, months: config.retentionMonths, log })
  const outbox: Outbox | undefined = mail.outbox && { ...mail.outbox, wake: () => worker.wake('mail') }
  return {
    outbox,
    alerts: mail.sendsAlerts ? { wake: () => worker.wake('alert-link', 'job-alert') } : undefined,
    cvInspections: { open: inspector.open, wake: () => worker.wake('cv-inspection') },
    async stop() {
      await Promise.all([worker.stop(), inspector.stop(), retention.stop()])
      mail.close()
    },
  }
}

async function openMailJobs(config: Config, database: Database, log: FastifyInstance['log']) {
  const { smtpUrl, mailTo, apiHost } = config
  const settings = mailSettingsOf(config)
  if (!settings) {
    if (smtpUrl || mailTo.length > 0) log.warn('No mail is sent: it takes both SMTP_URL and MAIL_TO')
    return { jobs: [], outbox: undefined, sendsAlerts: false, close() {} }
  }
  const { openMail } = await import('#domain/notifications/mail/mail-job.ts')
  const { openJobAlerts } = await import('#domain/notifications/job-alerts/alert-jobs.ts')
  const { domainOf } = await import('#domain/notifications/mail/transport.ts')
  const urlOf = pageUrls(config)
  const mail = openMail({ database, settings: { ...settings, ...(!apiHost && { urlOf }) } })
  // Another host's jobs are not told by this one.
  const alerts = apiHost ? undefined : openJobAlerts({ database, settings: { ...settings, urlOf } })
  return {
    jobs: [mail.job, ...(alerts?.jobs ?? [])],
    outbox: { mailDomain: domainOf(settings), confirmationsPerDay: settings.confirmationsPerDay },
    sendsAlerts: alerts !== undefined,
    close() {
      mail.close()
      alerts?.close()
    },
  }
}

async function searchEngineJobs(
  config: Config,
  database: Database,
  contentVersion: () => ContentVersion,
): Promise<JobDefinition[]> {
  const { googleIndexing: account, apiHost } = config
  if (!account || apiHost) return []
  const { searchEngineJob } = await import('#domain/notifications/search-engines/search-engine-job.ts')
  return [searchEngineJob({ database, account, contentVersion, urlOf: pageUrls(config) })]
}
