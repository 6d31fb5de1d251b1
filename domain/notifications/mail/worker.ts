import { DEFAULT_LANGUAGE, type Language } from '#texts/languages.ts'
import { enqueueAskedLinks } from '../../candidates/lost-link.ts'
import { findQuestion } from '../../candidates/questions.ts'
import { companyTimeZone, findCompany } from '../../content/company.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailKind } from '../../platform/database/tables.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/durations.ts'
import { startWorkerLoop } from '../../platform/jobs/worker-loop.ts'
import { fillLetter, findLetter } from '../../submissions/letters.ts'
import { addressOfToken, currentToken, linkSecretOf } from '../../submissions/links.ts'
import { findSubmission, type WholeSubmission } from '../../submissions/submissions.ts'
import { enqueueNews, markTold, stageToTell } from './news.ts'
import type { Outbox } from './outbox.ts'
import { claimDueMails, forgetMail, markSent, type OwedMail, postpone, STUCK_AFTER_TRIES } from './outbox.ts'
import { createOutcomes } from './outcomes.ts'
import { confirmationMail, newLinkMail, newsMail, questionMail, renderLetter, staffMail } from './templates.ts'
import {
  describeFailure,
  domainOf,
  isAboutMail,
  isUnknownMailbox,
  MAIL_LEASE_MILLISECONDS,
  type MailFailure,
  type MailSettings,
  openTransport,
} from './transport.ts'

export interface MailWorker extends Outbox {
  /** Sends what is due now; resolves when nothing more can be done at this moment. */
  sendDue(): Promise<void>
  stop(): Promise<void>
}

interface MailWorkerOptions {
  database: Database
  settings: MailSettings
  log: { error(details: object, message: string): void }
  clock?: Clock
}

const POLL_EVERY = 15 * SECOND
const MAX_CONCURRENT = 4
const UNREACHABLE_PAUSE = MINUTE
const BACKOFF = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE)
const GIVE_UP_AFTER = 7 * DAY
const NEVER = '9999-12-31T00:00:00.000Z'
const SHUTDOWN_TIMEOUT = 10 * SECOND
/** Sent because the staff did something, not in reply to somebody. */
const IS_NEWS: MailKind[] = ['news', 'question']

/**
 * Sends the mails of the outbox. Several processes may do so at once: each claims a few mails under a lease. A refused mail is tried
 * again with exponential backoff. While the mail server cannot be reached all mails wait, a minute at a time, and none counts as refused.
 */
export function startMailWorker({ database, settings, log, clock = () => new Date() }: MailWorkerOptions): MailWorker {
  const transport = openTransport(settings, MAX_CONCURRENT)
  const mailDomain = domainOf(settings)
  const { note, noteLeft } = createOutcomes(clock)
  const loop = startWorkerLoop({
    pollMilliseconds: POLL_EVERY,
    prepare: () => enqueueNews(database, mailDomain, clock()),
    async round() {
      await noteLeft()
      await enqueueAskedLinks(database, mailDomain, clock())
      while (!loop.isStopped() && (await sendSome())) {
        // Until a claim comes back empty, or the mail server is away.
      }
    },
    onFailure: (error) => log.error({ err: error }, 'The outbox cannot be read'),
    stopTimeoutMilliseconds: SHUTDOWN_TIMEOUT,
    clock,
  })
  loop.wake()

  return {
    mailDomain,
    confirmationsPerDay: settings.confirmationsPerDay,
    wake: loop.wake,
    sendDue: loop.run,
    async stop() {
      await loop.stop()
      transport.close()
    },
  }

  /** Whether there may be more. */
  async function sendSome() {
    const mails = await claimDueMails(database, {
      now: clock(),
      leaseMilliseconds: MAIL_LEASE_MILLISECONDS,
      atMost: MAX_CONCURRENT,
    })
    if (mails.length === 0) return false

    const failures: [OwedMail, MailFailure][] = []
    const outcomes = await Promise.all(mails.map((mail) => send(mail).catch((error: MailFailure) => error)))
    for (const [index, outcome] of outcomes.entries())
      if (outcome instanceof Error) failures.push([mails[index] as OwedMail, outcome])

    // One mail that got through shows that the server can be reached: then each failure is about its own mail.
    const isUnreachable = failures.length === mails.length && failures.every(([, failure]) => !isAboutMail(failure))
    for (const [mail, failure] of failures) await tryLater(mail, failure, isUnreachable)
    if (isUnreachable) loop.pause(UNREACHABLE_PAUSE)
    return !isUnreachable
  }

  async function send(mail: OwedMail) {
    const submission = await findSubmission(database.queries, mail.reference)
    // Erased in the meantime: nobody is to hear of it any more.
    if (!submission) return forgetMail(database, mail)
    if (mail.kind === 'letter') return sendLetter(mail)
    if (mail.kind === 'staff') return sendToStaff(mail, submission)
    return sendToSender(mail, submission)
  }

  async function sendToStaff(mail: OwedMail, submission: WholeSubmission) {
    const company = await findCompany(database.queries)
    const language = settings.staffLanguage ?? DEFAULT_LANGUAGE
    await transport.sendMail({
      ...staffMail(submission, await companyTimeZone(database.queries), { company, language }),
      from: { name: company.name[language], address: settings.mailFrom },
      to: settings.mailTo,
      replyTo: { name: submission.name, address: submission.email },
      messageId: mail.message_id,
      date: new Date(mail.created_at),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await note((sentAt) => markSent(database, mail, sentAt))
  }

  /** Whoever answers such a mail reaches a person. */
  async function sendToSender(mail: OwedMail, submission: WholeSubmission) {
    const { language } = mail
    const company = await findCompany(database.queries)
    const speaking = { company, language }
    const link = await linkTo(submission.reference, language)
    const stage = mail.kind === 'news' ? await stageToTell(database.queries, submission, clock()) : undefined
    const contentOf = async () => {
      if (mail.kind === 'confirmation') return confirmationMail(submission, speaking, link)
      if (mail.kind === 'news') return stage && newsMail(submission, speaking, stage, link)
      if (mail.kind === 'link') return link && newLinkMail(submission, speaking, link)
      const asked = await findQuestion(database.queries, mail.id)
      return asked && link && !asked.answeredAt && questionMail(submission, speaking, asked.question, link)
    }
    const content = await contentOf()
    // The link was ended in the meantime, or what was new is so no more.
    if (!content) return forgetMail(database, mail)
    await transport.sendMail({
      ...content,
      from: { name: company.name[language], address: settings.mailFrom },
      to: { name: '', address: submission.email },
      replyTo: settings.mailTo[0],
      messageId: mail.message_id,
      ...(mail.kind !== 'confirmation' && (await threadOf(submission.reference))),
      date: new Date(mail.created_at),
      headers: { 'Auto-Submitted': IS_NEWS.includes(mail.kind) ? 'auto-generated' : 'auto-replied' },
    })
    await note((sentAt) =>
      stage ? markTold(database, mail, submission, stage, sentAt) : markSent(database, mail, sentAt),
    )
  }

  /** Mail programs show what belongs together as one conversation: it begins with the confirmation, where one was sent. */
  async function threadOf(reference: string) {
    const first = await database.queries
      .selectFrom('mail_outbox')
      .select('message_id')
      .where('reference', '=', reference)
      .where('kind', '=', 'confirmation')
      .where('sent_at', 'is not', null)
      .executeTakeFirst()
    return first && { inReplyTo: first.message_id, references: [first.message_id] }
  }

  /** Goes to the person it is about; answers to it come to whoever wrote it, or to the team. */
  async function sendLetter(mail: OwedMail) {
    const letter = await findLetter(database.queries, mail.id)
    const [first] = letter?.submissions ?? []
    // Withdrawn or erased in the meantime.
    if (!letter || !first) return forgetMail(database, mail)
    const { author, reply_to, language } = letter
    const company = await findCompany(database.queries)
    const content = renderLetter(fillLetter(letter, letter.submissions, company), language, company)
    const replyTo =
      reply_to === 'me' && author?.email ? { name: author.name, address: author.email } : settings.mailTo[0]
    await transport.sendMail({
      ...content,
      from: { name: company.name[language], address: settings.mailFrom },
      to: { name: '', address: first.email },
      replyTo,
      messageId: mail.message_id,
      ...(await threadOf(first.reference)),
      date: clock(),
    })
    await note((sentAt) => markSent(database, mail, sentAt))
  }

  async function linkTo(reference: string, language: Language) {
    if (!settings.urlOf) return undefined
    const token = await currentToken(database.queries, await linkSecretOf(database), reference)
    return token && settings.urlOf(addressOfToken(token), language)
  }

  async function tryLater(mail: OwedMail, failure: MailFailure, isUnreachable: boolean) {
    const now = clock().getTime()
    const hasNoMailbox = mail.kind !== 'staff' && isUnknownMailbox(failure)
    const tries = hasNoMailbox ? STUCK_AFTER_TRIES : isUnreachable ? mail.tries : mail.tries + 1
    const last_error = describeFailure(failure)
    const wait = isUnreachable ? UNREACHABLE_PAUSE : (BACKOFF[tries - 1] ?? HOUR)
    const isOld = tries >= STUCK_AFTER_TRIES && now - Date.parse(mail.created_at) > GIVE_UP_AFTER
    const next_try_at = hasNoMailbox || isOld ? NEVER : new Date(now + wait).toISOString()
    log.error({ reference: mail.reference, mail: mail.kind, tries, reason: last_error }, 'A mail was not sent')
    await note(() => postpone(database, mail, { next_try_at, tries, last_error }))
  }
}
