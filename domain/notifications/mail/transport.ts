import type { SendMailOptions } from 'nodemailer'
import type { Language } from '#texts/languages.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'

export interface MailSettings {
  smtpUrl: string
  mailTo: [string, ...string[]]
  mailFrom: string
  /** Where replies come back to the desk; `*` is the place of the record's token. */
  replyTo?: string | undefined
  staffLanguage?: Language
  confirmationsPerDay?: number
  /** `DESK_URL`; without it mails to the staff name a command. */
  deskUrl?: string | undefined
  /** The whole address of a page in a language; without it no mail has a link. */
  urlOf?: ((path: string, language: Language) => string) | undefined
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined
}

const TIME_LIMITS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: MINUTE }
// RFC 5321, 4.5.3.2.6: giving up earlier would send a mail twice.
const ACKNOWLEDGE_MILLISECONDS = 10 * MINUTE
export const UNREACHABLE = { pauseMilliseconds: MINUTE }

/** Shared by all kinds of mail. The lease is longer than a mail can take, so that no second process sends it meanwhile. */
export const MAIL_JOB = {
  leaseMilliseconds: 15 * MINUTE,
  describe: (error: unknown) => describeFailure(error as MailFailure),
  verdictOf: (error: unknown) => (isAboutMail(error as MailFailure) ? 'retry' : 'unreachable'),
} as const

/** A pool for each kind of mail: thousands of job alerts do not hold up a confirmation. Opened by the first mail. */
export function openTransport(settings: MailSettings, maxConnections: number) {
  let pool: ReturnType<typeof openPool> | undefined
  return {
    async sendMail(mail: SendMailOptions) {
      pool ??= openPool(settings, maxConnections)
      return (await pool).sendMail(mail)
    },
    close: () => void pool?.then((opened) => opened.close()),
  }
}

async function openPool({ smtpUrl, dkim }: MailSettings, maxConnections: number) {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim }),
    ...TIME_LIMITS,
    socketTimeout: ACKNOWLEDGE_MILLISECONDS,
  })
  // Without a listener an idle connection that breaks would end the process; the next mail opens another.
  transport.on('error', () => {})
  return transport
}

/** Connects and signs in, and sends nothing. Resolves with the fault, or undefined. */
export async function tryMailServer(smtpUrl: string): Promise<string | undefined> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIME_LIMITS })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { response, message } = error as MailFailure & { response?: string }
    return response ?? message
  } finally {
    transport.close()
  }
}

export const domainOf = ({ mailFrom }: Pick<MailSettings, 'mailFrom'>) => mailFrom.slice(mailFrom.lastIndexOf('@') + 1)

export interface MailFailure extends Error {
  code?: string
  responseCode?: number
  command?: string
  timeoutType?: string
  syscall?: string
}

const REFUSAL_CODES = ['EENVELOPE', 'EMESSAGE', 'ESTREAM']

/** Any other failure says nothing about the mail. */
function isAboutMail(failure: MailFailure) {
  return REFUSAL_CODES.includes(failure.code ?? '') || isUnacknowledged(failure)
}

/** Hung up after the greeting: the server may have the mail. */
export function isUnacknowledged({ timeoutType, code, command, syscall }: MailFailure) {
  const isHungUp = (code === 'ECONNECTION' && command === 'CONN') || syscall === 'read' || syscall === 'write'
  return timeoutType === 'SOCKET_TIMEOUT' || isHungUp
}

/** The server refuses the recipient for good: permanent failures have codes from 500. */
export function isUnknownMailbox({ code, responseCode = 0, command }: MailFailure) {
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
}

/** Codes only: the words of a mail server often repeat the address. */
export function describeFailure({ name, code, responseCode, command }: MailFailure) {
  const words = [code ?? name, responseCode, command].filter((word) => word !== undefined)
  return words.join(' ').replace(/[^\w ]/g, '')
}
