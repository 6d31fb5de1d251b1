import { setTimeout } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import { textsIn } from '#texts/index.ts'
import type { Clock } from '../calendar.ts'
import type { Database } from '../database/connection.ts'
import { findSubmission, type WholeSubmission } from '../submissions/submissions.ts'
import type { Outbox } from './outbox.ts'
import { claimDueMails, forgetMail, markSent, type OwedMail, postpone, STUCK_AFTER_TRIES } from './outbox.ts'
import { type Circumstances, writeLetter } from './templates.ts'

export interface MailSettings {
  smtpUrl: string
  mailTo: string[]
  mailFrom: string
}

export interface PostOffice extends Outbox {
  /** Sends what is due now; resolves when nothing more can be done at this moment. */
  sendDue(): Promise<void>
  stop(): Promise<void>
}

interface PostOfficeOptions {
  database: Database
  settings: MailSettings
  log: { error(details: object, message: string): void }
  clock?: Clock
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const LOOK_EVERY = 15 * SECOND
const AT_ONCE = 4
// Longer than one mail can take with all the time limits below, so that no second process sends it meanwhile.
const LEASE = 5 * MINUTE
const TIME_LIMITS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: MINUTE }
const MAIL_SERVER_AWAY = MINUTE
const BACK_OFF = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE)
const GIVE_UP_AFTER = 7 * 24 * HOUR
const NEVER = '9999-12-31T00:00:00.000Z'
const MARK_AGAIN_AFTER = [50, 500, 2000]
const STOP_PATIENCE = 10 * SECOND

/**
 * Sends what the outbox owes. Several processes may do so at once: each claims a few mails under a lease.
 * A mail that is refused waits longer each time. A mail server that is away is no fault of the mails: all of them wait, a minute at a time.
 */
export function openPostOffice({ database, settings, log, clock = () => new Date() }: PostOfficeOptions): PostOffice {
  const transport = nodemailer.createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: AT_ONCE,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIME_LIMITS,
  })
  // Without a listener an idle connection that breaks would end the process; the next mail opens another.
  transport.on('error', () => {})

  let underWay: Promise<void> | undefined
  let isNudged = false
  let isStopped = false
  let awayUntil = 0

  const timer = setInterval(nudge, LOOK_EVERY).unref()
  nudge()

  return {
    mailDomain: settings.mailFrom.slice(settings.mailFrom.lastIndexOf('@') + 1),
    nudge,
    sendDue,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const patience = setTimeout(STOP_PATIENCE, undefined, { ref: false })
      await Promise.race([underWay, patience])
      transport.close()
    },
  }

  function nudge() {
    isNudged = true
    if (!underWay && clock().getTime() >= awayUntil) sendDue()
  }

  function sendDue(): Promise<void> {
    underWay ??= sendUntilNothingIsDue()
      .catch((error) => log.error({ err: error }, 'The outbox cannot be read'))
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  async function sendUntilNothingIsDue() {
    do {
      isNudged = false
      while (!isStopped && (await sendSome())) {
        // Until a claim comes back empty, or the mail server is away.
      }
    } while (isNudged && !isStopped && clock().getTime() >= awayUntil)
  }

  /** Whether there may be more. */
  async function sendSome() {
    const now = clock()
    const mails = await claimDueMails(database, {
      now,
      leasedUntil: new Date(now.getTime() + LEASE),
      atMost: AT_ONCE,
    })
    if (mails.length === 0) return false

    const failures: [OwedMail, MailFailure][] = []
    const outcomes = await Promise.all(mails.map((mail) => send(mail).catch((error: MailFailure) => error)))
    for (const [index, outcome] of outcomes.entries())
      if (outcome instanceof Error) failures.push([mails[index] as OwedMail, outcome])

    // One mail that got through shows that the server is there: then whatever failed is about that mail.
    const isAway = failures.length === mails.length && failures.every(([, failure]) => !isRefusal(failure))
    for (const [mail, failure] of failures) await tryLater(mail, failure, isAway)
    if (isAway) awayUntil = clock().getTime() + MAIL_SERVER_AWAY
    return !isAway
  }

  async function send(mail: OwedMail) {
    const submission = await findSubmission(database.queries, mail.reference)
    // Erased in the meantime: nobody is to hear of it any more.
    if (!submission) return forgetMail(database, mail)
    const letter = writeLetter(mail.kind, submission, mail.language, await circumstancesOf(mail, submission))
    const company = textsIn(mail.kind === 'staff' ? 'en' : mail.language).shell.companyName
    const sender = { name: submission.name, address: submission.email }
    await transport.sendMail({
      ...letter,
      from: { name: company, address: settings.mailFrom },
      ...(mail.kind === 'staff' ? { to: settings.mailTo, replyTo: sender } : { to: submission.email }),
      messageId: mail.message_id,
      date: new Date(mail.created_at),
      headers: { 'Auto-Submitted': mail.kind === 'staff' ? 'auto-generated' : 'auto-replied' },
    })
    await holdOn(() => markSent(database, mail, clock()))
  }

  async function circumstancesOf(mail: OwedMail, { job_id }: WholeSubmission): Promise<Circumstances> {
    const language = mail.kind === 'staff' ? 'en' : mail.language
    const { queries } = database
    const company = await queries.selectFrom('contact_info').select('time_zone').executeTakeFirst()
    const job =
      job_id === null
        ? undefined
        : await queries
            .selectFrom('jobs')
            .select(`title_${language} as title`)
            .where('id', '=', job_id)
            .executeTakeFirst()
    return { timeZone: company?.time_zone ?? 'UTC', jobTitle: job?.title ?? '' }
  }

  async function tryLater(mail: OwedMail, failure: MailFailure, isAway: boolean) {
    const now = clock().getTime()
    const tries = isAway ? mail.tries : mail.tries + 1
    const last_error = describe(failure)
    const wait = isAway ? MAIL_SERVER_AWAY : (BACK_OFF[tries - 1] ?? HOUR)
    const isHopeless = tries >= STUCK_AFTER_TRIES && now - Date.parse(mail.created_at) > GIVE_UP_AFTER
    const next_try_at = isHopeless ? NEVER : new Date(now + wait).toISOString()
    log.error({ reference: mail.reference, mail: mail.kind, tries, reason: last_error }, 'A mail was not sent')
    await postpone(database, mail, { next_try_at, tries, last_error })
  }
}

/** The mail is out: a database that is busy for a moment must not make it go out twice. */
async function holdOn(mark: () => Promise<void>) {
  for (const wait of MARK_AGAIN_AFTER) {
    try {
      return await mark()
    } catch {
      await setTimeout(wait)
    }
  }
  return mark()
}

interface MailFailure extends Error {
  code?: string
  responseCode?: number
  command?: string
}

const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE', 'ESTREAM']

/** The server was there and did not want this mail; anything else says nothing about the mail. */
function isRefusal({ code }: MailFailure) {
  return ABOUT_THE_MAIL.includes(code ?? '')
}

/** Codes only: the words of a mail server often repeat the address. */
function describe({ name, code, responseCode, command }: MailFailure) {
  const words = [code ?? name, responseCode, command].filter((word) => word !== undefined)
  return words.join(' ').replace(/[^\w ]/g, '')
}
