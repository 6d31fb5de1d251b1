import { formatsIn } from '#texts/dates-and-numbers.ts'
import { DEFAULT_LANGUAGE, type Language } from '#texts/languages.ts'
import { enqueueAskedLinks } from '../../candidates/lost-link.ts'
import { findQuestion } from '../../candidates/questions.ts'
import { replyAddress } from '../../candidates/replies/addresses.ts'
import { type Company, companyTimeZone, findCompany } from '../../content/company.ts'
import { interviewInWords } from '../../hiring/interviews/in-words.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { serverKey } from '../../platform/database/server-keys.ts'
import type { MailKind } from '../../platform/database/tables.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import type { Job, Recording } from '../../platform/jobs/queue.ts'
import { filesOfLetter } from '../../submissions/attachments.ts'
import { noteMailedAnswer } from '../../submissions/first-answer.ts'
import { fillLetter, findLetter, keepAsSent } from '../../submissions/letters.ts'
import { addressOfToken, currentToken, linkSecretOf, maskedLink } from '../../submissions/links.ts'
import { findSubmission, type WholeSubmission } from '../../submissions/submissions.ts'
import { accountMailJob } from './account-mails.ts'
import { erasureMailJob } from './erasure-mails.ts'
import { candidateInterviewMail } from './interview-mails.ts'
import { enqueueNews, recordTold, stageToTell } from './news.ts'
import { speakingTo } from './speaking.ts'
import {
  confirmationMail,
  type MailContent,
  newLinkMail,
  newsMail,
  questionMail,
  renderLetter,
  staffMail,
} from './templates.ts'
import { type ColleagueMailer, colleagueMailer } from './to-colleague.ts'
import {
  domainOf,
  isUnknownMailbox,
  MAIL_JOB,
  type MailFailure,
  type MailSettings,
  openTransport,
  UNREACHABLE,
} from './transport.ts'

interface MailOptions {
  database: Database
  settings: MailSettings
  clock?: Clock
}

const MAX_CONCURRENT = 4
const STUCK_AFTER_TRIES = 10
/** Sent because the staff did something, not in reply to the sender. */
const IS_NEWS: MailKind[] = ['news', 'question', 'interview-times', 'interview', 'interview-reminder']

interface Sending extends Required<MailOptions> {
  transport: ReturnType<typeof openTransport>
}

type Mail = Row<'mails'>

export function openMail({ database, settings, clock = () => new Date() }: MailOptions): {
  jobs: JobDefinition[]
  colleagues: ColleagueMailer
  close(): void
} {
  const transport = openTransport(settings, MAX_CONCURRENT)
  const mailDomain = domainOf(settings)
  const job = defineJob<MailPayload>({
    kind: 'mail',
    concurrency: MAX_CONCURRENT,
    ...MAIL_JOB,
    retry: {
      backoff: [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE],
      stuckAfterTries: STUCK_AFTER_TRIES,
      giveUpAfterMilliseconds: 7 * DAY,
      unreachable: UNREACHABLE,
    },
    async plan(now) {
      await enqueueNews(database, { mailDomain, confirmationsPerDay: settings.confirmationsPerDay }, now)
      await enqueueAskedLinks(database, { mailDomain, confirmationsPerDay: settings.confirmationsPerDay }, now)
    },
    run: (job) => send({ database, settings, clock, transport }, job),
    verdictOf(error, { payload }) {
      const isHopeless = payload.mail !== 'staff' && isUnknownMailbox(error as MailFailure)
      return isHopeless ? 'give-up' : MAIL_JOB.verdictOf(error)
    },
  })
  const colleagues = colleagueMailer(settings, transport)
  const others = [
    accountMailJob({ database, mailer: colleagues, clock }),
    erasureMailJob({ database, settings, transport }),
  ]
  return { jobs: [job, ...others], colleagues, close: () => transport.close() }
}

interface MailPayload {
  mail: MailKind
  interview?: string
  sequence?: number
}

async function send(sending: Sending, { id, payload }: Job<MailPayload>): Promise<Recording | undefined> {
  const { queries } = sending.database
  const mail = await queries.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  const submission = mail && (await findSubmission(queries, mail.reference))
  if (!submission) return forget(id)
  const company = await findCompany(queries)
  if (mail.kind === 'letter') return sendLetter(sending, mail, company)
  if (mail.kind === 'staff') return sendToStaff(sending, mail, submission, company)
  return sendToSender(sending, mail, payload, submission, company)
}

const forget =
  (id: string): Recording =>
  (queries) =>
    queries.deleteFrom('mails').where('id', '=', id).execute()

const markSent =
  (mail: Mail): Recording =>
  async (queries, at) => {
    const sent = { sent_at: at.toISOString(), withheld: null }
    await queries.updateTable('mails').set(sent).where('id', '=', mail.id).execute()
    await noteMailedAnswer(queries, mail, at)
  }

async function sendToStaff(
  { database, settings, transport }: Sending,
  mail: Mail,
  submission: WholeSubmission,
  company: Company,
) {
  const language = settings.staffLanguage ?? DEFAULT_LANGUAGE
  await transport.sendMail({
    ...staffMail(submission, await companyTimeZone(database.queries), { company, language }, settings.deskUrl),
    from: { name: company.name[language], address: settings.mailFrom },
    to: settings.mailTo,
    replyTo: { name: submission.name, address: submission.email },
    messageId: mail.message_id,
    date: new Date(mail.created_at),
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  return markSent(mail)
}

/** A reply to such a mail reaches a person. */
async function sendToSender(
  sending: Sending,
  mail: Mail,
  payload: MailPayload,
  submission: WholeSubmission,
  company: Company,
) {
  const { database, settings, transport, clock } = sending
  const { kind, language } = mail
  const speaking = await speakingTo(sending, company, language)
  const timeZone = await companyTimeZone(database.queries)
  const link = await linkTo(sending, submission.reference, language)
  const stage = kind === 'news' ? await stageToTell(database.queries, submission, clock()) : undefined
  const contentOf = async () => {
    if (kind === 'confirmation') return confirmationMail(submission, speaking, timeZone, link)
    if (kind === 'news')
      return stage && newsMail(submission, speaking, { stage, answerBy: answerBy(submission, timeZone, clock()) }, link)
    if (kind === 'link') return link && newLinkMail(submission, speaking, link)
    if (isAboutInterview(kind))
      return candidateInterviewMail(database.queries, kind, about(payload), submission, speaking, link, {
        ...{ now: clock(), mailDomain: domainOf(settings), mailFrom: settings.mailFrom, stampedAt: mail.created_at },
      })
    const asked = await findQuestion(database.queries, mail.id)
    return asked && link && !asked.answeredAt && questionMail(submission, speaking, asked.question, link)
  }
  const content = await contentOf()
  // The link was ended, or the stage is no news any more.
  if (!content) return forget(mail.id)
  await transport.sendMail({
    ...content,
    from: { name: company.name[language], address: settings.mailFrom },
    to: { name: '', address: submission.email },
    replyTo: await replyToOf(sending, submission.reference),
    messageId: mail.message_id,
    ...(kind !== 'confirmation' && (await threadOf(sending, submission.reference))),
    date: new Date(mail.created_at),
    headers: { 'Auto-Submitted': IS_NEWS.includes(kind) ? 'auto-generated' : 'auto-replied' },
  })
  const record: Recording = async (queries, at) => {
    await markSent(mail)(queries, at)
    if (stage) await recordTold(queries, submission, stage, at)
  }
  return record
}

const isAboutInterview = (kind: MailKind) =>
  kind === 'interview-times' || kind === 'interview' || kind === 'interview-reminder'

const about = ({ interview = '', sequence = 0 }: MailPayload) => ({ interview, sequence })

function answerBy({ language, answer_due_at, answered_at }: WholeSubmission, timeZone: string, now: Date) {
  const canBeKept = answered_at === null && answer_due_at > now.toISOString()
  return canBeKept ? formatsIn(language, timeZone).weekday(answer_due_at) : undefined
}

/** With a token of the record, where replies come back to the desk. */
async function replyToOf({ database, settings }: Sending, reference: string) {
  if (!settings.replyTo) return settings.mailTo[0]
  return replyAddress(settings.replyTo, await serverKey(database, 'replies'), reference)
}

/** Mail programs show one conversation, which begins with the confirmation. */
async function threadOf({ database }: Sending, reference: string) {
  const first = await database.queries
    .selectFrom('mails')
    .select('message_id')
    .where('reference', '=', reference)
    .where('kind', '=', 'confirmation')
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
  return first && { inReplyTo: first.message_id, references: [first.message_id] }
}

async function sendLetter(sending: Sending, mail: Mail, company: Company) {
  const { database, settings, transport, clock } = sending
  const letter = await findLetter(database.queries, mail.id)
  const [first] = letter?.submissions ?? []
  if (!letter || !first) return forget(mail.id)
  const { author, reply_to, language } = letter
  const page = settings.urlOf && maskedLink(settings.urlOf, language)
  const interview = await interviewInWords(database.queries, first.reference, language, clock())
  const filled = fillLetter(letter, letter.submissions, { company, author: author?.name, page, interview })
  const content = renderLetter(filled, await speakingTo(sending, company, language))
  const own = reply_to === 'me' && author?.email ? { name: author.name, address: author.email } : undefined
  const replyTo = own ?? (await replyToOf(sending, first.reference))
  const attachments = await filesOfLetter(database, mail.id)
  await database.write((queries) => keepAsSent(queries, mail.id, { ...content, to: first.email }))
  const link = page && content.text.includes(page) ? await linkTo(sending, first.reference, language) : undefined
  await transport.sendMail({
    ...(page && link ? withLink(content, page, link) : content),
    from: { name: nameOfSender(author?.name, company, language), address: settings.mailFrom },
    to: { name: '', address: first.email },
    replyTo,
    messageId: mail.message_id,
    ...(await threadOf(sending, first.reference)),
    ...(attachments.length > 0 && { attachments }),
    date: clock(),
  })
  return markSent(mail)
}

/** The record keeps the masked address alone. */
const withLink = ({ subject, text, html }: MailContent, masked: string, link: string): MailContent => ({
  subject: subject.replaceAll(masked, link),
  text: text.replaceAll(masked, link),
  html: html.replaceAll(masked, link),
})

function nameOfSender(author: string | undefined, company: Company, language: Language) {
  const names = author ? [author, company.name[language]] : [company.name[language]]
  return names.join(language === 'ar' ? '، ' : ', ')
}

async function linkTo({ database, settings }: Sending, reference: string, language: Language) {
  if (!settings.urlOf) return undefined
  const token = await currentToken(database.queries, await linkSecretOf(database), reference)
  return token && settings.urlOf(addressOfToken(token), language)
}
