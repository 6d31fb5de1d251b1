import type { FastifyInstance } from 'fastify'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { startWebhookWorker } from '#domain/notifications/webhooks/worker.ts'
import { keepRetention } from '#domain/operations/retention.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { startStorageWorker } from '#domain/platform/storage/deletions.ts'
import { startCvInspections } from '#domain/submissions/cv/inspections.ts'
import type { Config } from '#settings/settings.ts'
import { mailSettingsOf } from './mail-settings.ts'
import { pageUrls } from './public-url.ts'

/** What the server does besides answering requests, as far as the settings want it. */
export async function startWorkers(
  config: Config,
  database: Database,
  contentVersion: () => ContentVersion,
  { log }: Pick<FastifyInstance, 'log'>,
) {
  const { mailWorker, alertWorker } = await startMailWorkers(config, database, log)
  const cvInspections = startCvInspections({ database, clamd: config.clamd, wakeMail: mailWorker?.wake, log })
  const retention = keepRetention({ database, contentVersion, months: config.retentionMonths, log })
  if (config.webhooks.allowsLoopback)
    log.warn('UNSAFE_WEBHOOKS_TO_LOOPBACK: webhooks may reach programs on this machine')
  const webhookWorker = startWebhookWorker({ database, rules: config.webhooks, log })
  const storageWorker = config.storage && startStorageWorker({ database, log })
  const indexingWorker = await startIndexingWorker(config, database, contentVersion, log)
  const all = [mailWorker, alertWorker, cvInspections, retention, webhookWorker, storageWorker, indexingWorker]
  return {
    mailWorker,
    alertWorker,
    cvInspections,
    async stop() {
      await Promise.all(all.map((worker) => worker?.stop()))
    },
  }
}

type Log = FastifyInstance['log']

async function startMailWorkers(config: Config, database: Database, log: Log) {
  const { smtpUrl, mailTo, apiHost } = config
  const mail = mailSettingsOf(config)
  if (!mail) {
    if (smtpUrl || mailTo.length > 0) log.warn('No mail is sent: it takes both SMTP_URL and MAIL_TO')
    return { mailWorker: undefined, alertWorker: undefined }
  }
  const { startMailWorker } = await import('#domain/notifications/mail/worker.ts')
  const { startAlertWorker } = await import('#domain/notifications/job-alerts/worker.ts')
  const urlOf = pageUrls(config)
  return {
    mailWorker: startMailWorker({ database, settings: { ...mail, ...(!apiHost && { urlOf }) }, log }),
    // Where another host answers the API, the jobs are not ours to tell of.
    alertWorker: apiHost ? undefined : startAlertWorker({ database, settings: { ...mail, urlOf }, log }),
  }
}

async function startIndexingWorker(config: Config, database: Database, contentVersion: () => ContentVersion, log: Log) {
  const { googleIndexing: account, apiHost } = config
  if (!account || apiHost) return undefined
  const { startIndexingWorker: start } = await import('#domain/notifications/search-engines/worker.ts')
  return start({ database, account, contentVersion, urlOf: pageUrls(config), log })
}
