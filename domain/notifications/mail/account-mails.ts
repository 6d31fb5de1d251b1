import { companyTimeZone, findCompany } from '../../content/company.ts'
import type { AccountNews, accountChanged } from '../../people/events.ts'
import { findPerson } from '../../people/people.ts'
import type { Database } from '../../platform/database/database.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { accountMail } from './templates.ts'
import { domainOf, MAIL_JOB, type MailSettings, type openTransport, UNREACHABLE } from './transport.ts'

/** To the person of the account, who may not be the one who changed it. */
export const mailAccountNews: Subscriber<typeof accountChanged> = async (
  queries,
  { personId, news, mailDomain },
  now,
) => {
  if (mailDomain === undefined) return
  await enqueue(queries, 'account-mail', { payload: { personId, news }, now })
}

interface AccountMailOptions {
  database: Database
  settings: MailSettings
  transport: ReturnType<typeof openTransport>
}

export const accountMailJob = ({ database, settings, transport }: AccountMailOptions): JobDefinition =>
  defineJob<{ personId: string; news: AccountNews }>({
    kind: 'account-mail',
    concurrency: 1,
    ...MAIL_JOB,
    retry: {
      backoff: [MINUTE, 5 * MINUTE, 30 * MINUTE],
      stuckAfterTries: 10,
      giveUpAfterMilliseconds: 7 * DAY,
      unreachable: UNREACHABLE,
    },
    async run({ id, payload: { personId, news }, created_at }) {
      const person = await findPerson(database.queries, personId)
      if (!person?.email) return undefined
      const company = await findCompany(database.queries)
      const { language } = person
      const date = new Date(created_at)
      await transport.sendMail({
        ...accountMail(news, date, await companyTimeZone(database.queries), { company, language }),
        from: { name: company.name[language], address: settings.mailFrom },
        to: { name: '', address: person.email },
        replyTo: settings.mailTo[0],
        messageId: `<account.${id}@${domainOf(settings)}>`,
        date,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return undefined
    },
  })
