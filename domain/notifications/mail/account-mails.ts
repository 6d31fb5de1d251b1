import { randomUUID } from 'node:crypto'
import { type Company, companyTimeZone, findCompany } from '../../content/company.ts'
import type { AccountNews, accountChanged, personInvited } from '../../people/events.ts'
import { invitationMailId, joinLink, renewSecret } from '../../people/invitations.ts'
import { findPerson, namesOfPeople } from '../../people/people.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { enqueue, type Job } from '../../platform/jobs/queue.ts'
import { type ErasedInterviewPayload, type InterviewPayload, staffInterviewMailFor } from './interview-mails.ts'
import { accountMail, invitationMail } from './templates.ts'
import type { ColleagueMail, ColleagueMailer } from './to-colleague.ts'

/** To the person of the account, who may not be the one who changed it. */
export const mailAccountNews: Subscriber<typeof accountChanged> = async (
  queries,
  { personId, news, mailDomain },
  now,
) => {
  if (mailDomain === undefined) return
  await enqueue(queries, 'account-mail', { payload: { personId, news }, now })
}

export const mailInvitation: Subscriber<typeof personInvited> = (queries, { invitationId }, now) =>
  enqueue(queries, 'account-mail', { id: invitationMailId(invitationId), payload: { invitationId }, now })

type Payload =
  | { personId: string; news: AccountNews }
  | { invitationId: string }
  | InterviewPayload
  | ErasedInterviewPayload

interface AccountMailOptions {
  database: Database
  mailer: ColleagueMailer
  clock: Clock
}

type AccountMail = Omit<ColleagueMail, 'date'>

export const accountMailJob = (options: AccountMailOptions): JobDefinition =>
  defineJob<Payload>({
    kind: 'account-mail',
    ...options.mailer.job,
    async run(job) {
      const company = await findCompany(options.database.queries)
      const mail = await mailFor(options, company, job)
      if (mail) await options.mailer.send({ ...mail, date: new Date(job.created_at) }, company)
      return undefined
    },
  })

/** Undefined if there is nothing to tell any more. */
async function mailFor(
  options: AccountMailOptions,
  company: Company,
  { id, payload, created_at }: Job<Payload>,
): Promise<AccountMail | undefined> {
  if (!('personId' in payload)) return mailOfInvitation(options, company, payload.invitationId)
  const { queries } = options.database
  if ('interview' in payload || 'erased' in payload) {
    const { mailFrom, mailDomain, deskUrl } = options.mailer
    const circumstances = { now: options.clock(), mailDomain, mailFrom, stampedAt: created_at }
    return staffInterviewMailFor(queries, payload, deskUrl, circumstances)
  }
  const person = await findPerson(queries, payload.personId)
  if (!person?.email) return undefined
  const { email: to, language } = person
  const timeZone = await companyTimeZone(queries)
  const content = accountMail(payload.news, new Date(created_at), timeZone, { company, language })
  return { messageId: id, to, language, content }
}

/** The secret of its link is made now, since none is stored. */
async function mailOfInvitation(
  { database, mailer: { deskUrl }, clock }: AccountMailOptions,
  company: Company,
  invitationId: string,
): Promise<AccountMail | undefined> {
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
