import { LIFETIMES } from '#contract/lifetimes.ts'
import type { Language } from '#texts/languages.ts'
import { findCompany } from '../../content/company.ts'
import { canonicalMailbox } from '../../platform/canonical-mailbox.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { DAY, HOUR, MINUTE } from '../../platform/durations.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { limitStrangersMail } from '../../platform/strangers-mails.ts'
import type { erasureDone } from '../../submissions/events.ts'
import { speakingTo } from './speaking.ts'
import { erasureMail } from './templates.ts'
import { domainOf, MAIL_JOB, type MailSettings, type openTransport } from './transport.ts'

interface ErasureMail {
  reference: string
  to: string
  language: Language
}

/** The only job that holds an address, since the submission is gone. The job goes with the mail, or after a day without it. */
export const mailErasure: Subscriber<typeof erasureDone> = async (queries, { submissions, outbox }, now) => {
  const byMailbox = new Map(submissions.map((submission) => [canonicalMailbox(submission.email), submission]))
  for (const [mailbox, { reference, email, language }] of byMailbox) {
    const limit = { mailbox, perDay: outbox.confirmationsPerDay, now }
    if (await limitStrangersMail(queries, limit)) continue
    // Without a subject, or the erasure would delete this job with those about the submission.
    const payload: ErasureMail = { reference, to: email, language }
    await enqueue(queries, 'erasure-mail', { payload, now })
  }
}

/** Where mail was switched off meanwhile, nothing else would end them. */
export async function forgetErasureMails(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIMES.erasureMailDays * DAY).toISOString()
  await queries.deleteFrom('queued_jobs').where('kind', '=', 'erasure-mail').where('created_at', '<', before).execute()
}

interface ErasureMailOptions {
  database: Database
  settings: MailSettings
  transport: ReturnType<typeof openTransport>
}

export const erasureMailJob = ({ database, settings, transport }: ErasureMailOptions): JobDefinition =>
  defineJob<ErasureMail>({
    kind: 'erasure-mail',
    concurrency: 1,
    ...MAIL_JOB,
    // Given up after twelve hours, whatever the reason.
    retry: {
      backoff: [MINUTE, 10 * MINUTE, HOUR],
      giveUpAfterTries: 14,
      unreachable: { pauseMilliseconds: MINUTE, countsAsTry: true },
    },
    dropsGivenUp: true,
    async run({ id, payload: { reference, to, language }, created_at }) {
      const company = await findCompany(database.queries)
      await transport.sendMail({
        ...erasureMail(reference, await speakingTo({ database, settings }, company, language)),
        from: { name: company.name[language], address: settings.mailFrom },
        to: { name: '', address: to },
        replyTo: settings.mailTo[0],
        messageId: `<erasure.${id}@${domainOf(settings)}>`,
        date: new Date(created_at),
        headers: { 'Auto-Submitted': 'auto-replied' },
      })
      return undefined
    },
  })
