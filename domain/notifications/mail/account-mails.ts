import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import { type Company, companyTimeZone, findCompany } from '../../content/company.ts'
import type { AccountNews, accountChanged, personInvited } from '../../people/events.ts'
import { invitationMailId, joinLink, renewSecret } from '../../people/invitations.ts'
import { findPerson, namesOfPeople } from '../../people/people.ts'
import { mayDo } from '../../people/rights.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { enqueue, type Job } from '../../platform/jobs/queue.ts'
import type { colleagueNoticed } from '../../submissions/events.ts'
import { ANSWER_WAITS_MILLISECONDS } from '../../submissions/letters.ts'
import { markMailed, reasonOf, selectNotices } from '../../submissions/notices.ts'
import { accountMail, invitationMail, type MailContent, noticesMail } from './templates.ts'
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

/** One mail for everything that happens before it leaves: a bulk action may name a colleague a thousand times. */
export const mailNotices: Subscriber<typeof colleagueNoticed> = async (queries, { personId, mailDomain }, now) => {
  if (mailDomain === undefined) return
  const dueAt = new Date(now.getTime() + ANSWER_WAITS_MILLISECONDS)
  await enqueue(queries, 'account-mail', { id: `notices ${personId}`, payload: { noticedId: personId }, now, dueAt })
}

export const mailInvitation: Subscriber<typeof personInvited> = (queries, { invitationId }, now) =>
  enqueue(queries, 'account-mail', { id: invitationMailId(invitationId), payload: { invitationId }, now })

type Payload = { personId: string; news: AccountNews } | { noticedId: string } | { invitationId: string }

interface AccountMailOptions {
  database: Database
  settings: MailSettings
  transport: ReturnType<typeof openTransport>
  clock: Clock
}

interface AccountMail {
  /** The same for a mail that is sent twice. */
  messageId: string
  to: string
  language: Language
  content: MailContent
  onSent?(): Promise<unknown>
}

export const accountMailJob = (options: AccountMailOptions): JobDefinition =>
  defineJob<Payload>({
    kind: 'account-mail',
    concurrency: 1,
    ...MAIL_JOB,
    retry: {
      backoff: [MINUTE, 5 * MINUTE, 30 * MINUTE],
      stuckAfterTries: 10,
      giveUpAfterMilliseconds: 7 * DAY,
      unreachable: UNREACHABLE,
    },
    async run(job) {
      const { database, settings, transport } = options
      const company = await findCompany(database.queries)
      const date = new Date(job.created_at)
      const mail = await mailFor(options, company, job)
      if (!mail) return undefined
      const { to, language, content, messageId, onSent } = mail
      await transport.sendMail({
        ...content,
        from: { name: company.name[language], address: settings.mailFrom },
        to: { name: '', address: to },
        replyTo: settings.mailTo[0],
        messageId: `<account.${messageId}@${domainOf(settings)}>`,
        date,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await onSent?.()
      return undefined
    },
  })

/** Undefined if there is nothing to tell any more. */
async function mailFor(
  options: AccountMailOptions,
  company: Company,
  { id, payload, created_at }: Job<Payload>,
): Promise<AccountMail | undefined> {
  if ('noticedId' in payload) return mailOfNotices(options, company, payload.noticedId)
  if ('invitationId' in payload) return mailOfInvitation(options, company, payload.invitationId)
  const { queries } = options.database
  const person = await findPerson(queries, payload.personId)
  if (!person?.email) return undefined
  const { email: to, language } = person
  const timeZone = await companyTimeZone(queries)
  const content = accountMail(payload.news, new Date(created_at), timeZone, { company, language })
  return { messageId: id, to, language, content }
}

/** A notice that was opened or taken back meanwhile is not mailed. */
async function mailOfNotices(
  { database, settings, clock }: AccountMailOptions,
  company: Company,
  personId: string,
): Promise<AccountMail | undefined> {
  const { queries } = database
  const person = await findPerson(queries, personId)
  if (!person?.email || !mayDo(person.role, 'submissions.read')) return undefined
  const unmailed = (await selectNotices(queries, personId)).filter(({ mailedAt }) => mailedAt === null)
  const newest = unmailed.at(-1)
  if (!newest) return undefined
  const names = await namesOfPeople(queries)
  const { email: to, language } = person
  const notices = unmailed.map(({ noteId, actorId, ...about }) => ({
    ...about,
    reason: reasonOf(noteId),
    by: names.get(actorId ?? '') ?? company.name[language],
  }))
  return {
    messageId: `notices.${personId}.${Date.parse(newest.at)}`,
    to,
    language,
    content: noticesMail(notices, { company, language }, settings.deskUrl),
    onSent: () => database.write((transaction) => markMailed(transaction, personId, newest.at, clock())),
  }
}

/** The secret of its link is made now, since none is stored. */
async function mailOfInvitation(
  { database, settings, clock }: AccountMailOptions,
  company: Company,
  invitationId: string,
): Promise<AccountMail | undefined> {
  const { deskUrl } = settings
  const renewed = deskUrl && (await database.write((queries) => renewSecret(queries, invitationId, clock())))
  if (!renewed) return undefined
  const { secret, invitation } = renewed
  const { language, email: to } = invitation
  const names = await namesOfPeople(database.queries)
  const content = invitationMail(
    {
      by: names.get(invitation.invitedBy ?? ''),
      until: new Date(invitation.expiresAt),
      link: joinLink(deskUrl, secret),
    },
    await companyTimeZone(database.queries),
    { company, language },
  )
  // Each try has another link: a mail program must not take it for the same mail.
  return { messageId: randomUUID(), to, language, content }
}
