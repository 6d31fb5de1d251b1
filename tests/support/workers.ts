import { openJobAlerts } from '#domain/notifications/job-alerts/alert-jobs.ts'
import { openMail } from '#domain/notifications/mail/mail-job.ts'
import { domainOf } from '#domain/notifications/mail/transport.ts'
import { searchEngineJob } from '#domain/notifications/search-engines/search-engine-job.ts'
import { notificationJob } from '#domain/notifications/staff/notification-job.ts'
import { webhookJob } from '#domain/notifications/webhooks/webhook-job.ts'
import { signInFailureJob } from '#domain/people/sign-in-failures.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import type { JobKind } from '#domain/platform/database/tables.ts'
import { fileDeletionJob } from '#domain/platform/file-deletions.ts'
import type { Log } from '#domain/platform/jobs/runner.ts'
import { startWorker } from '#domain/platform/jobs/worker.ts'
import { createCvJobs } from '#domain/submissions/cv/inspections.ts'
import { type CvInspector, createCvInspector } from '#domain/submissions/cv/inspector.ts'
import type { Outbox } from '#domain/submissions/events.ts'

interface Running {
  log: Log
  clock?: Clock
}

/** A worker for one kind of job. */
export interface KindWorker {
  wake(): void
  runDue(): Promise<void>
  stop(): Promise<void>
}

export interface MailWorker extends KindWorker, Outbox {
  sendDue(): Promise<void>
}

type Options<Open extends (options: never) => unknown> = Parameters<Open>[0] & Running

export function startMailWorker(options: Options<typeof openMail>): MailWorker {
  const { jobs, colleagues, close } = openMail(options)
  const clock = options.clock ?? (() => new Date())
  const notifications = notificationJob({ database: options.database, mailer: colleagues, clock })
  const { mailFrom, confirmationsPerDay } = options.settings
  const worker = startWorker({
    ...options,
    jobs: [...jobs, notifications, signInFailureJob(domainOf(options.settings))],
  })
  return {
    mailDomain: domainOf({ mailFrom }),
    confirmationsPerDay,
    wake: () => worker.wake('mail', 'account-mail', 'sign-in-failure'),
    runDue: worker.runDue,
    sendDue: worker.runDue,
    async stop() {
      await worker.stop()
      close()
    },
  }
}

export function startAlertWorker(options: Options<typeof openJobAlerts>): KindWorker {
  const { jobs, close } = openJobAlerts(options)
  const worker = startWorker({ ...options, jobs })
  return {
    wake: () => worker.wake('alert-link', 'job-alert'),
    runDue: worker.runDue,
    async stop() {
      await worker.stop()
      close()
    },
  }
}

export function startWebhookWorker(options: Options<typeof webhookJob>): KindWorker {
  const worker = startWorker({ ...options, jobs: [webhookJob(options)] })
  return { ...worker, wake: () => worker.wake('webhook') }
}

export function startIndexingWorker(options: Options<typeof searchEngineJob>): KindWorker {
  const worker = startWorker({ ...options, jobs: [searchEngineJob(options)] })
  return { ...worker, wake: () => worker.wake('search-engine') }
}

export function startStorageWorker(options: { database: Parameters<typeof startWorker>[0]['database'] } & Running) {
  const worker = startWorker({ ...options, jobs: [fileDeletionJob(options.database, options.log)] })
  return { ...worker, wake: () => worker.wake('file-deletion') }
}

export type CvWorker = ReturnType<typeof startCvInspections>

export function startCvInspections({ inspector = sharedCvInspector(), ...options }: Options<typeof createCvJobs>) {
  const { jobs } = createCvJobs({ ...options, inspector })
  const worker = startWorker({ ...options, jobs })
  return {
    open: inspector.open,
    wake: () => worker.wake('cv-inspection'),
    inspectDue: worker.runDue,
    async stop() {
      await Promise.all([worker.stop(), inspector.stop()])
    },
  }
}

const shared = createCvInspector()
let sharers = 0

/** Its processes take seconds to start, so all tests of this process use the same. Idle ones end by themselves. */
export function sharedCvInspector(): CvInspector {
  const sharer = ++sharers
  return {
    ...shared,
    // A sender whose CV was slow is no sender of the next test.
    open: (bytes, sender) => shared.open(bytes, `${sender} of ${sharer}`),
    stop: async () => {},
  }
}

/** Queued mails, oldest first, without held ones. */
export async function queuedMails(queries: Queries) {
  const rows = await queries
    .selectFrom('queued_jobs')
    .innerJoin('mails', 'mails.id', 'queued_jobs.id')
    .select(['mails.id', 'mails.kind', 'reference', 'due_at', 'tries', 'last_error'])
    .where('withheld', 'is', null)
    .orderBy('mails.created_at')
    .execute()
  return rows.map(({ due_at, ...row }) => ({ ...row, due_at: String(due_at) }))
}

export const queuedJobs = (queries: Queries, kind: JobKind) =>
  queries.selectFrom('queued_jobs').selectAll().where('kind', '=', kind).orderBy('created_at').orderBy('id').execute()
