import type { Language } from '#texts/languages.ts'
import type { Company } from '../../content/company.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import type { MailContent } from './templates.ts'
import {
  domainOf,
  isUnknownMailbox,
  MAIL_JOB,
  type MailFailure,
  type MailSettings,
  type openTransport,
  UNREACHABLE,
} from './transport.ts'

export interface ColleagueMail {
  /** The same for a mail that is sent twice. */
  messageId: string
  to: string
  language: Language
  content: MailContent
  date: Date
}

/** How mails to people of the desk are sent and tried again. */
export const colleagueMailer = (settings: MailSettings, transport: ReturnType<typeof openTransport>) => ({
  deskUrl: settings.deskUrl,
  mailFrom: settings.mailFrom,
  mailDomain: domainOf(settings),
  job: {
    concurrency: 1,
    ...MAIL_JOB,
    retry: {
      backoff: [MINUTE, 5 * MINUTE, 30 * MINUTE] as [number, ...number[]],
      stuckAfterTries: 10,
      giveUpAfterMilliseconds: 7 * DAY,
      unreachable: UNREACHABLE,
    },
  },
  isRefused: (error: unknown) => isUnknownMailbox(error as MailFailure),
  send: ({ content, to, language, messageId, date }: ColleagueMail, company: Company) =>
    transport.sendMail({
      ...content,
      from: { name: company.name[language], address: settings.mailFrom },
      to: { name: '', address: to },
      replyTo: settings.mailTo[0],
      messageId: `<account.${messageId}@${domainOf(settings)}>`,
      date,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }),
})

export type ColleagueMailer = ReturnType<typeof colleagueMailer>
