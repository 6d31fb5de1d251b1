import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { isMailAddress, withAsciiDomain } from '#contract/mail-address.ts'
import { decodeUriText, parseJson } from '#texts/formats.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts'

export class SettingsError extends Error {
  constructor(setting: string, complaint: string) {
    super(`${setting}: ${complaint}`)
    this.name = 'SettingsError'
  }
}

export type Config = ReturnType<typeof readConfig>

const MEGABYTE = 1024 * 1024

/** The folder of package.json, where relative paths begin. */
export const SITE_FOLDER = folderAbove(import.meta.dirname, 'package.json')

export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const trimmed = Object.entries(environment).map(([name, value = '']) => [name, value.trim()])
  const given = Object.fromEntries(trimmed.filter(([, value]) => value))
  const read = settings.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new SettingsError(String(issue?.path[0]), String(issue?.message))
  }
  const values = read.data
  return {
    port: values.PORT,
    host: values.HOST,
    workers: values.WORKERS === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : values.WORKERS,
    dataDirectory: path.resolve(SITE_FOLDER, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    storage: storageOf(values),
    contentDirectory: path.resolve(SITE_FOLDER, values.CONTENT_DIR),
    apiHost: values.API_HOST,
    publicUrl: values.PUBLIC_URL,
    submissionsPerMinute: values.SUBMISSIONS_PER_MINUTE,
    proofAbovePerMinute: values.PROOF_ABOVE_PER_MINUTE,
    allowedOrigins: values.ALLOWED_ORIGINS,
    cvMaximumBytes: Math.floor(values.CV_MAX_MB * MEGABYTE),
    clamd: values.CLAMD,
    replies: repliesOf(values),
    smtpUrl: values.SMTP_URL,
    mailTo: values.MAIL_TO,
    mailFrom: values.MAIL_FROM ?? values.MAIL_TO[0],
    staffLanguage: values.STAFF_LANGUAGE,
    dkim: dkimOf(values),
    confirmationsPerDay: values.CONFIRMATIONS_PER_DAY,
    trustProxy: values.TRUST_PROXY,
    retentionMonths: values.RETENTION_MONTHS,
    countsVisitors: values.VISITOR_FIGURES === 'on',
    sharePictures: values.SHARE_PICTURES,
    jobFeeds: jobFeedsOf(values),
    purge: purgeOf(values),
    googleIndexing: googleIndexingOf(values),
    webhooks: { allowsLoopback: values.UNSAFE_WEBHOOKS_TO_LOOPBACK === 'yes' },
    logLevel: values.LOG_LEVEL,
    slowQueryMilliseconds: values.SLOW_QUERY_MILLISECONDS === 'off' ? undefined : values.SLOW_QUERY_MILLISECONDS,
    errorWebhook: values.ERROR_WEBHOOK_URL,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    desk: deskOf(values),
    openId: openIdOf(values),
    metrics: values.METRICS_PORT === 'off' ? undefined : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    backups: backupsOf(values),
  }
}

type Settings = z.infer<typeof settings>

function refuse(setting: string, complaint: string): never {
  throw new SettingsError(setting, complaint)
}

function dkimOf({ DKIM_SELECTOR, DKIM_KEY_FILE }: Settings) {
  if (!DKIM_SELECTOR && !DKIM_KEY_FILE) return undefined
  if (!DKIM_KEY_FILE) refuse('DKIM_KEY_FILE', 'must be set, because DKIM_SELECTOR is')
  if (!DKIM_SELECTOR) refuse('DKIM_SELECTOR', 'must be set, because DKIM_KEY_FILE is')
  const file = path.resolve(SITE_FOLDER, DKIM_KEY_FILE)
  const privateKey = readText('DKIM_KEY_FILE', file)
  // With any other key mails would silently leave unsigned.
  if (!isRsaKey(privateKey)) refuse('DKIM_KEY_FILE', `${file} must be an RSA private key in PEM without a passphrase`)
  return { keySelector: DKIM_SELECTOR, privateKey }
}

function readText(setting: string, file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return refuse(setting, `${file} cannot be read`)
  }
}

/** The driver ignores any other option, and the connection would not be encrypted. */
const TLS_OPTIONS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl']
const TLS_MODES = ['verify-full', 'no-verify', 'disable']
const VERIFYING_MODES = ['require', 'verify-ca', 'prefer']

/** Not through `URL`, which refuses an address with several hosts. */
const optionsOf = (address: string) => new URLSearchParams(address.split('?')[1])

const STORAGE_FORM = 's3://KEY:SECRET@host/bucket'
const STORAGE_OPTIONS = ['region', 'tls', 'new']
const PLAIN_NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/i
const USUAL_REGION = 'us-east-1'

/** Undefined where files are kept in the database. */
const storageOf = ({ STORAGE_URL }: Settings) => (STORAGE_URL ? readStorage('STORAGE_URL', STORAGE_URL) : undefined)

/** Complaints never repeat the secret. */
function readStorage(setting: string, address: string) {
  const complain = (complaint: string) => refuse(setting, complaint)
  if (!/^s3:\/\/[^/?#]+@[^/?#]+\//i.test(address) || !URL.canParse(address))
    complain(`must look like ${STORAGE_FORM}; in the secret, write / as %2F, + as %2B and @ as %40`)
  const { host, hostname, username, password, pathname, searchParams } = new URL(address)
  if (!username || !password) complain(`must hold the access key and the secret: ${STORAGE_FORM}`)
  if ([...searchParams.keys()].some((name) => !STORAGE_OPTIONS.includes(name)))
    complain(`knows the options ${STORAGE_OPTIONS.join(', ')} and no other`)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  if (![bucket, ...folders].every((name) => PLAIN_NAME.test(name)))
    complain(
      `must name a bucket, and folders in it if wanted, of letters, digits, dots and hyphens: ${STORAGE_FORM}/folder`,
    )
  const { region = USUAL_REGION, tls = 'yes', new: newFiles = 'storage' } = Object.fromEntries(searchParams)
  if (tls !== 'yes' && tls !== 'no') complain('its option tls must be yes or no')
  if (tls === 'no' && !LOOPBACK_HOSTS.includes(hostname.replace(/^\[|\]$/g, '')))
    complain('its option tls=no is for a store on this machine only')
  if (newFiles !== 'storage' && newFiles !== 'database') complain('its option new must be storage or database')
  const decoded = (text: string) =>
    decodeUriText(text) ?? complain('its key and secret must be written as in an address: % as %25')
  return {
    endpoint: `${tls === 'no' ? 'http' : 'https'}://${host}/${bucket}`,
    prefix: folders.map((name) => `${name}/`).join(''),
    region,
    accessKey: decoded(username),
    secretKey: decoded(password),
    newFiles: newFiles as 'storage' | 'database',
  }
}

const IMAP_FORM = 'imaps://user:password@mail.example:993/INBOX'
const IMAP_PORTS = { 'imaps:': 993, 'imap:': 143 } as const

/** Undefined where replies go to a mailbox that only people read. */
function repliesOf({ IMAP_URL, REPLY_HOOK_SECRET, REPLY_TO }: Settings) {
  const source = IMAP_URL ? 'IMAP_URL' : REPLY_HOOK_SECRET && 'REPLY_HOOK_SECRET'
  if (!source)
    return REPLY_TO ? refuse('REPLY_TO', 'needs IMAP_URL or REPLY_HOOK_SECRET, which bring replies here') : undefined
  if (!REPLY_TO) refuse('REPLY_TO', `must be set, because ${source} is`)
  return { replyTo: REPLY_TO, hookSecret: REPLY_HOOK_SECRET, imap: IMAP_URL ? imapOf(IMAP_URL) : undefined }
}

/** Complaints never repeat the password. */
function imapOf(address: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const decoded = (text: string) => decodeUriText(text) ?? refuse('IMAP_URL', `must look like ${IMAP_FORM}`)
  if (!username || !password) refuse('IMAP_URL', `must hold a user and a password: ${IMAP_FORM}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port) || IMAP_PORTS[protocol as keyof typeof IMAP_PORTS],
    isSecure: protocol === 'imaps:',
    isLoopback: LOOPBACK_HOSTS.includes(host),
    user: decoded(username),
    password: decoded(password),
    folder: decoded(pathname.slice(1)) || 'INBOX',
  }
}

/** Undefined where the desk has its own ways to sign in only. */
function openIdOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Settings) {
  if (!OIDC_ISSUER && !OIDC_CLIENT_ID && !OIDC_CLIENT_SECRET) return undefined
  if (!OIDC_ISSUER) refuse('OIDC_ISSUER', 'must be set, because OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is')
  if (!OIDC_CLIENT_ID) refuse('OIDC_CLIENT_ID', 'must be set, because OIDC_ISSUER is')
  if (!OIDC_CLIENT_SECRET) refuse('OIDC_CLIENT_SECRET', 'must be set, because OIDC_ISSUER is')
  const { protocol, hostname } = new URL(OIDC_ISSUER)
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.includes(hostname)) refuse('OIDC_ISSUER', 'must begin with https://')
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }
}

function purgeOf({ PURGE_URL, PURGE_HEADER }: Settings) {
  if (!PURGE_URL) return PURGE_HEADER ? refuse('PURGE_URL', 'must be set, because PURGE_HEADER is') : undefined
  const [, name = '', value = ''] = /^([\w-]+):\s*(\S.*)$/.exec(PURGE_HEADER ?? '') ?? []
  if (PURGE_HEADER && !name) refuse('PURGE_HEADER', 'must look like Authorization: Bearer SECRET')
  return { url: PURGE_URL, header: name ? ([name, value] as [string, string]) : undefined }
}

function jobFeedsOf({ JOB_FEEDS, LINKEDIN_COMPANY_ID, PUBLIC_URL }: Settings) {
  const [first] = JOB_FEEDS
  if (first && !PUBLIC_URL) refuse('PUBLIC_URL', `must be set, because JOB_FEEDS names ${first}`)
  if (JOB_FEEDS.includes('linkedin')) {
    if (!PUBLIC_URL?.startsWith('https://www.'))
      refuse('PUBLIC_URL', 'must begin with https://www., because JOB_FEEDS names linkedin')
    if (!LINKEDIN_COMPANY_ID) refuse('LINKEDIN_COMPANY_ID', 'must be set, because JOB_FEEDS names linkedin')
  }
  return { boards: JOB_FEEDS, linkedinCompanyId: LINKEDIN_COMPANY_ID }
}

function googleIndexingOf({ GOOGLE_INDEXING_KEY_FILE, PUBLIC_URL }: Settings) {
  if (!GOOGLE_INDEXING_KEY_FILE) return undefined
  const setting = 'GOOGLE_INDEXING_KEY_FILE'
  if (!PUBLIC_URL) refuse('PUBLIC_URL', `must be set, because ${setting} is`)
  const file = path.resolve(SITE_FOLDER, GOOGLE_INDEXING_KEY_FILE)
  const json = parseJson(readText(setting, file))
  if (json === undefined) refuse(setting, `${file} is not JSON`)
  const read = serviceAccount.safeParse(json)
  if (!read.success) refuse(setting, `${file} is not the key of a service account: ${read.error.issues[0]?.message}`)
  const { client_email, private_key, token_uri } = read.data
  return { clientEmail: client_email, privateKey: private_key, tokenUri: token_uri }
}

const serviceAccount = z.object(
  {
    type: z.literal('service_account', 'its type must be service_account'),
    client_email: z.string('its client_email is missing').refine(isMailAddress, 'its client_email must be an address'),
    private_key: z.string('its private_key is missing').refine(isRsaKey, 'its private_key must be an RSA key in PEM'),
    token_uri: z.url({ protocol: /^https$/, error: 'its token_uri must begin with https://' }),
  },
  'it must hold one object',
)

function isRsaKey(text: string) {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function backupsOf({ BACKUP_DIR, BACKUP_KEY, BACKUP_KEY_FILE, DATA_DIR }: Settings) {
  if (BACKUP_KEY.length > 0 && BACKUP_KEY_FILE) refuse('BACKUP_KEY_FILE', 'must not be set, because BACKUP_KEY is')
  const keyed = BACKUP_KEY.length > 0 ? 'BACKUP_KEY' : BACKUP_KEY_FILE && 'BACKUP_KEY_FILE'
  if (!BACKUP_DIR) return keyed ? refuse('BACKUP_DIR', `must be set, because ${keyed} is`) : undefined
  const recipients = BACKUP_KEY_FILE ? recipientsIn(path.resolve(SITE_FOLDER, BACKUP_KEY_FILE)) : BACKUP_KEY
  if (!BACKUP_DIR.startsWith('s3:'))
    return { folder: path.resolve(SITE_FOLDER, BACKUP_DIR), remote: undefined, recipients }
  const remote = readStorage('BACKUP_DIR', BACKUP_DIR)
  if (recipients.length === 0) refuse('BACKUP_KEY', 'must be set, because BACKUP_DIR is a store of others')
  // Made here, then moved there.
  return { folder: path.join(path.resolve(SITE_FOLDER, DATA_DIR), 'backups'), remote, recipients }
}

function recipientsIn(file: string) {
  const setting = 'BACKUP_KEY_FILE'
  const lines = readText(setting, file).split('\n')
  const recipients = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (recipients.some(isSecretKey)) refuse(setting, `${file} ${SECRET_KEY_COMPLAINT}`)
  if (recipients.length === 0 || !recipients.every(isRecipient))
    refuse(setting, `${file} must hold public keys of age, one in a line, that begin with age1`)
  return recipients
}

const isRecipient = (text: string) => /^age1[02-9ac-hj-np-z]{58}$/.test(text)
const isSecretKey = (text: string) => text.toUpperCase().startsWith('AGE-SECRET-KEY-')
const SECRET_KEY_COMPLAINT = 'is the secret key, which does not belong on this machine; the public one begins with age1'

function deskOf({ DESK_PORT, DESK_HOST, DESK_URL, PUBLIC_URL }: Settings) {
  if (DESK_PORT === 'off') return undefined
  const url = DESK_URL ? new URL(DESK_URL) : undefined
  if (!url && !LOOPBACK_HOSTS.includes(DESK_HOST)) {
    const reason = `because DESK_HOST ${DESK_HOST} opens the desk beyond this machine`
    refuse('DESK_URL', `must be set to an https address, ${reason}`)
  }
  if (url && url.protocol !== 'https:' && url.hostname !== 'localhost')
    refuse('DESK_URL', 'must begin with https://, because passwords and CVs travel there (http is for localhost only)')
  if (url && url.hostname !== 'localhost' && PUBLIC_URL && url.hostname === new URL(PUBLIC_URL).hostname)
    refuse(
      'DESK_URL',
      'must have another host than PUBLIC_URL, because browsers send the cookies of a host to all its ports',
    )
  return { port: DESK_PORT, host: DESK_HOST, url: url?.origin }
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost']

const wholeNumber = (from: number, to: number) => {
  const complaint = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, complaint)
    .transform(Number)
    .refine((number) => number >= from && number <= to, complaint)
}

const portOrOff = z.union([z.literal('off'), wholeNumber(0, 65_535)], 'must be off or a whole number from 0 to 65535')

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .transform((address) => new URL(address).href.replace(/(?<!\/)\/+$/, ''))

/** Links of the site and the desk begin at the root of their hosts. */
const rootAddress = webAddress.refine(
  (address) => new URL(address).origin === address,
  'must be an address without a path, such as https://www.example.com',
)

const host = z
  .string()
  .refine(
    (text) =>
      (isIP(text) > 0 && !text.includes('%')) ||
      (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && URL.canParse(`http://${text}`)),
    'must be an address of this machine like 127.0.0.1 or ::1, or its name',
  )
  .default('127.0.0.1')

const PASSWORD_HINT = 'in a password write / @ # ? % as %2F %40 %23 %3F %25'

/** An unescaped sign in the password ends the host early and leaves the @ behind it. */
function isAddressWithPassword(text: string) {
  const [, rest = ''] = /^[a-z]+:\/\/[^/?#]*(.*)$/s.exec(text) ?? []
  if (rest.includes('@') || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return [username, password].every((part) => decodeUriText(part) !== undefined)
}

const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

export const USUAL_DESK_PORT = 3001

const MAX_WORKERS = 64

const JOB_BOARDS = ['indeed', 'linkedin', 'ojobpub']

const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: host,
  WORKERS: z
    .union([z.literal('auto'), wholeNumber(1, MAX_WORKERS)], `must be auto or a whole number from 1 to ${MAX_WORKERS}`)
    .default(1),
  DESK_PORT: portOrOff.default(USUAL_DESK_PORT),
  DESK_HOST: host,
  DESK_URL: rootAddress.optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  METRICS_PORT: portOrOff.default('off'),
  METRICS_HOST: host,
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().default('./content'),
  DATABASE_URL: z
    .string()
    // `URL` needs a host; the driver takes a socket's address without one.
    .transform((address) => address.replace('@/', '@localhost/'))
    .refine(
      (address) => /^postgres(ql)?:\/\//.test(address) && isAddressWithPassword(address),
      `must look like postgres://user:password@host:5432/name; ${PASSWORD_HINT}`,
    )
    .refine(
      (address) => [...optionsOf(address).keys()].every((name) => !/ssl|tls/i.test(name) || TLS_OPTIONS.includes(name)),
      `knows of encryption the options ${TLS_OPTIONS.join(', ')} and no other`,
    )
    .refine(
      (address) =>
        optionsOf(address)
          .getAll('sslmode')
          .every((mode) => [...TLS_MODES, ...VERIFYING_MODES].includes(mode)),
      `its option sslmode must be ${TLS_MODES.join(', ')}; ${VERIFYING_MODES.join(', ')} are read as ${TLS_MODES[0]}`,
    )
    // The driver does the same, with a warning of ten lines.
    .transform((address) =>
      optionsOf(address).has('uselibpqcompat')
        ? address
        : address.replace(new RegExp(`([?&]sslmode=)(?:${VERIFYING_MODES.join('|')})(?=&|$)`), `$1${TLS_MODES[0]}`),
    )
    .optional(),
  STORAGE_URL: z.string().optional(),
  API_HOST: webAddress.optional(),
  PUBLIC_URL: rootAddress.optional(),
  SUBMISSIONS_PER_MINUTE: wholeNumber(1, 1_000_000).default(10),
  PROOF_ABOVE_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
  ALLOWED_ORIGINS: list
    .refine((origins) => origins.every(isOrigin), 'must be origins like https://shop.example, separated by commas')
    .default([]),
  CV_MAX_MB: z
    .string()
    .transform(Number)
    .refine((size) => size >= 0.1 && size <= 100, 'must be a number of megabytes from 0.1 to 100')
    .default(5),
  CLAMD: z
    .string()
    .transform(readSocketAddress)
    .refine(
      (address) => address !== undefined,
      'must be the path of a socket, or a host and a port like 127.0.0.1:3310',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (address) => /^smtps?:\/\/[^/?#]+\/?(\?|$)/.test(address) && isAddressWithPassword(address),
      `must look like smtps://user:password@mail.example:465; ${PASSWORD_HINT}`,
    )
    .optional(),
  MAIL_TO: list
    .transform((addresses) => addresses.map(withAsciiDomain))
    .refine((addresses) => addresses.every(isMailAddress), 'must be mail addresses, separated by commas')
    .default([]),
  MAIL_FROM: z.string().overwrite(withAsciiDomain).refine(isMailAddress, 'must be a mail address').optional(),
  IMAP_URL: z
    .string()
    .refine(
      (address) => /^imaps?:\/\/[^/?#]+(\/[^?#]*)?$/.test(address) && isAddressWithPassword(address),
      `must look like ${IMAP_FORM}; ${PASSWORD_HINT}`,
    )
    .optional(),
  REPLY_TO: z
    .string()
    .overwrite(withAsciiDomain)
    .refine(
      (address) => isMailAddress(address.replace('*', 'token')),
      'must be a mail address, with * where the token of a record stands: jobs+*@nuqta.example',
    )
    .optional(),
  REPLY_HOOK_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  STAFF_LANGUAGE: z.enum(LANGUAGES, `must be ${LANGUAGES.join(' or ')}`).default(DEFAULT_LANGUAGE),
  DKIM_SELECTOR: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
      'must be a name of letters, digits and hyphens',
    )
    .optional(),
  DKIM_KEY_FILE: z.string().optional(),
  CONFIRMATIONS_PER_DAY: wholeNumber(0, 1_000_000).default(1000),
  TRUST_PROXY: list
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'must be addresses or ranges like 10.0.0.0/8, separated by commas; not all addresses (/0), since anybody could then say where they come from',
    )
    .default([]),
  RETENTION_MONTHS: wholeNumber(1, 1200).default(12),
  VISITOR_FIGURES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SHARE_PICTURES: z.enum(['ahead', 'on-demand'], 'must be one of ahead, on-demand').default('ahead'),
  UNSAFE_WEBHOOKS_TO_LOOPBACK: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  JOB_FEEDS: list
    .refine((boards) => boards.every((board) => JOB_BOARDS.includes(board)), `must be some of ${JOB_BOARDS.join(', ')}`)
    .default([]),
  LINKEDIN_COMPANY_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of the company at LinkedIn')
    .optional(),
  PURGE_URL: webAddress.optional(),
  PURGE_HEADER: z.string().optional(),
  GOOGLE_INDEXING_KEY_FILE: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEY: list
    .refine((keys) => !keys.some(isSecretKey), SECRET_KEY_COMPLAINT)
    .refine((keys) => keys.every(isRecipient), 'must be public keys of age, which begin with age1')
    .default([]),
  BACKUP_KEY_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'silent'], 'must be one of error, warn, info, silent').default('info'),
  SLOW_QUERY_MILLISECONDS: z
    .union([z.literal('off'), wholeNumber(1, 600_000)], 'must be off or a whole number from 1 to 600000')
    .default(500),
  ERROR_WEBHOOK_URL: webAddress.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
})

export const SETTING_NAMES = Object.keys(settings.shape)

/** In the environment, which holds the names of ENV_FILE, too. */
export function describeMisspelt(environment: object = process.env): string | undefined {
  const misspelt = misspeltSettings(Object.keys(environment))
  return misspelt.length > 0 ? `not read, because they are no settings: ${misspelt.join(', ')}` : undefined
}

/** Login and cron set these. */
const OTHERS_NAMES = ['MAIL', 'MAILTO']

export function misspeltSettings(names: string[]): string[] {
  return names.flatMap((name) => {
    if (SETTING_NAMES.includes(name) || OTHERS_NAMES.includes(name)) return []
    const meant = SETTING_NAMES.find((setting) => isNearly(name, setting))
    return meant ? [`${name} (perhaps ${meant})`] : []
  })
}

const MAX_MISSPELT_LETTERS = 2

/** A few letters differ, not the first one; underscores do not count. */
function isNearly(name: string, setting: string) {
  const [one, other] = [name, setting].map((text) => text.toUpperCase().replaceAll('_', '')) as [string, string]
  return one[0] === other[0] && isWithin(Math.min(MAX_MISSPELT_LETTERS, Math.floor(other.length / 3)), one, other)
}

/** Whether so many letters added, removed or replaced turn one text into the other (Levenshtein). */
function isWithin(edits: number, one: string, other: string): boolean {
  if (one === other) return true
  const [rest, otherRest] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isWithin(edits, rest, otherRest)
  return (
    edits > 0 &&
    [
      [rest, otherRest],
      [rest, other],
      [one, otherRest],
    ].some(([a = '', b = '']) => isWithin(edits - 1, a, b))
  )
}

function folderAbove(start: string, file: string): string {
  if (existsSync(path.join(start, file))) return start
  const parent = path.dirname(start)
  if (parent === start) throw new Error(`There is no ${file} above ${import.meta.dirname}`)
  return folderAbove(parent, file)
}

function readSocketAddress(text: string) {
  if (path.isAbsolute(text)) return { path: text }
  const [, host, port] = /^\[?([^\s/]+?)\]?:(\d{1,5})$/.exec(text) ?? []
  return host !== undefined && Number(port) > 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

function isAddressRange(text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (!family || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128))
}
