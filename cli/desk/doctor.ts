import { accessSync, constants } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { tryMailbox } from '#domain/candidates/replies/imap-job.ts'
import { tryMailServer } from '#domain/notifications/mail/transport.ts'
import { isFromFuture, listBackups, newestBackup, placeOfBackups } from '#domain/operations/backups.ts'
import { clockDifference, MAX_BACKUP_AGE, MAX_CLOCK_DIFFERENCE, MIN_FREE_SHARE } from '#domain/operations/conditions.ts'
import { readDisk } from '#domain/operations/disk.ts'
import { tryStorage } from '#domain/operations/services.ts'
import { createWriteProbe } from '#domain/operations/write-probe.ts'
import { createCompanySignIn } from '#domain/people/openid.ts'
import { describeDatabase, openIfExists } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { pendingMigrations, unknownMigrations } from '#domain/platform/database/migrate.ts'
import { HOUR } from '#domain/platform/durations.ts'
import { countJobs } from '#domain/platform/jobs/stuck-jobs.ts'
import { tryScanner } from '#domain/submissions/cv/virus-scan.ts'
import { RELEASE, UPGRADE } from '#settings/release.ts'
import { type Config, describeMisspelt } from '#settings/settings.ts'
import { backupsFolder } from '../backup/backup-file.ts'
import { type Call, type Command, NotDone } from '../command.ts'

interface Finding {
  about: string
  verdict: 'ok' | 'note' | 'wrong'
  says: string
}

export const doctor: Command = {
  summary:
    'checks database, mail, disk, backups, object storage, virus scanner, clock and settings, and says what is wrong; changes nothing',

  async run(call) {
    const { config, terminal } = call
    const misspelt = describeMisspelt()
    const opened = await openIfExists(config).catch((error) => new Error(error.message || error.code))
    const database = opened instanceof Error ? undefined : opened
    try {
      const usable = database && (await pendingMigrations(database)).length === 0 ? database : undefined
      const findings = [
        ok('release', describeRelease()),
        ...(await examineDatabase(config, opened)),
        ...(await examineMail(call, usable)),
        ...(await examineReplies(call)),
        ...(await examineDisks(config)),
        ...(await examineBackups(call)),
        ...(await examineStorage(call, usable)),
        ...(await examineScanner(call)),
        ...(await examineProvider(call)),
        ...(await examineClock(call, usable)),
        ...examineAddresses(config),
        ...(misspelt ? [wrong('settings', misspelt)] : []),
      ]
      const widest = Math.max(...findings.map(({ about }) => about.length))
      for (const { about, verdict, says } of findings)
        terminal.print(`${verdict.toUpperCase().padEnd(5)}  ${about.padEnd(widest)}  ${says}`)
      if (findings.some(({ verdict }) => verdict === 'wrong')) throw new NotDone()
    } finally {
      await database?.close()
    }
  },
}

const ok = (about: string, says: string): Finding => ({ about, verdict: 'ok', says })
const note = (about: string, says: string): Finding => ({ about, verdict: 'note', says })
const wrong = (about: string, says: string): Finding => ({ about, verdict: 'wrong', says })

function describeRelease() {
  const { from, rollingFrom } = UPGRADE
  return `${RELEASE}: updates databases of ${from} and later; from ${rollingFrom} on one machine after the other`
}

async function examineDatabase(config: Config, database: Database | Error | undefined): Promise<Finding[]> {
  const where = describeDatabase(config)
  if (database === undefined) return [wrong('database', `there is none at ${where}; npm start creates one`)]
  if (database instanceof Error) return [wrong('database', `${where} cannot be opened: ${database.message}`)]
  const pending = await pendingMigrations(database)
  if ((await unknownMigrations(database)).length > 0)
    return [
      ok('database', where),
      wrong('migrations', 'a later release has used it: start that release or a newer one'),
    ]
  return [
    ok('database', where),
    pending.length > 0
      ? wrong('migrations', `${pending.join(', ')} are missing; npm start or npm run migrate applies them`)
      : ok('migrations', 'all applied'),
  ]
}

async function examineMail({ config, now }: Call, database: Database | undefined): Promise<Finding[]> {
  const { smtpUrl, mailTo } = config
  if (!smtpUrl && mailTo.length === 0) return [note('mail', 'no mail is sent: SMTP_URL and MAIL_TO are not set')]
  if (!smtpUrl || mailTo.length === 0)
    return [wrong('mail', `no mail is sent: ${smtpUrl ? 'MAIL_TO' : 'SMTP_URL'} is not set`)]
  const { host } = new URL(smtpUrl)
  const heard = await tryMailServer(smtpUrl)
  const server = heard
    ? wrong('mail', `${host} does not accept mail: ${heard}`)
    : ok('mail', `${host} accepts the connection`)
  if (!database) return [server]
  const { mail } = await countJobs(database.queries, now)
  if (mail.left === 0) return [server, ok('outbox', 'empty')]
  const minutes = Math.floor(mail.oldestSeconds / 60)
  const waiting = `${mail.left} not sent (${mail.stuck} stuck), the oldest due for ${minutes} minutes; npm run desk -- queue says why`
  return [server, minutes >= 60 ? wrong('outbox', waiting) : note('outbox', waiting)]
}

async function examineReplies({ config: { replies, smtpUrl, mailTo } }: Call): Promise<Finding[]> {
  if (!smtpUrl || mailTo.length === 0) return []
  if (!replies)
    return [note('replies', 'they go to the mailbox of MAIL_TO: IMAP_URL and REPLY_HOOK_SECRET are not set')]
  const hook = replies.hookSecret ? [ok('replies', 'a mail provider may hand them over')] : []
  if (!replies.imap) return hook
  const heard = await tryMailbox(replies.imap)
  const { host, folder } = replies.imap
  return [
    ...hook,
    heard ? wrong('replies', `${host} cannot be read: ${heard}`) : ok('replies', `${folder} at ${host} can be read`),
  ]
}

function examineDisks({ dataDirectory, databaseUrl, backups }: Config): Promise<Finding[]> {
  const folders = { DATA_DIR: dataDirectory, ...(backups && !backups.remote && { BACKUP_DIR: backups.folder }) }
  const findings = Object.entries(folders).map(async ([setting, folder]) => {
    const disk = await readDisk(folder)
    if (!disk) return wrong('disk', `${setting}: there is no folder ${folder}`)
    const isWritten = setting === 'BACKUP_DIR' || !databaseUrl
    if (isWritten && !(await createWriteProbe(folder)()))
      return wrong('disk', `${setting}: nothing can be written to ${folder}`)
    const share = disk.freeBytes / disk.sizeBytes
    const says = `${setting}: ${Math.floor(share * 100)}% free (${Math.floor(disk.freeBytes / 1e9)} GB)`
    return share < MIN_FREE_SHARE ? wrong('disk', says) : ok('disk', says)
  })
  return Promise.all(findings)
}

async function examineBackups({ config: { backups, dataDirectory }, now }: Call): Promise<Finding[]> {
  const folder = backupsFolder({ backups, dataDirectory })
  if (mayNotBeRead(folder)) return [wrong('backups', `${folder} cannot be read by this user`)]
  const place = backups ? await placeOfBackups(backups) : folder
  if (typeof place !== 'string') {
    const heard = await place.names().catch((error: Error) => error)
    if (heard instanceof Error) return [wrong('backups', `BACKUP_DIR cannot be used: ${heard.message}`)]
  }
  const found = await listBackups(place)
  const newest = newestBackup(found, now)
  const [last] = found
  const ahead =
    last && isFromFuture(last, now)
      ? [
          wrong(
            'backups',
            `${last.name} is dated in the future: the clock is or was wrong; delete the file once the clock is right`,
          ),
        ]
      : []
  const age = newest ? now.getTime() - newest.madeAt.getTime() : undefined
  const hours = age === undefined ? undefined : Math.floor(age / HOUR)
  const says = newest
    ? `the newest is ${newest.name}, ${hours} hours old`
    : `there is none in ${backups?.remote ? 'the object storage of BACKUP_DIR' : folder}`
  if (!backups) return [...ahead, note('backups', `no nightly backups: BACKUP_DIR is not set; ${says}`)]
  const isOld = age === undefined || age > MAX_BACKUP_AGE
  const key = backups.recipients.length > 0 ? 'encrypted' : 'not encrypted, BACKUP_KEY is not set'
  return [...ahead, isOld ? wrong('backups', says) : ok('backups', `${says}; ${key}`)]
}

function mayNotBeRead(folder: string) {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

async function examineStorage({ config: { storage }, now }: Call, database: Database | undefined): Promise<Finding[]> {
  if (!storage || !database) return []
  const { queries, files } = database
  const heard = await tryStorage(files)
  if (heard) return [wrong('storage', `STORAGE_URL cannot be used: ${heard}`)]
  const { left: count, stuck } = (await countJobs(queries, now))['file-deletion']
  const left = `${count === 1 ? '1 file is' : `${count} files are`} still to be deleted`
  return [stuck > 0 ? wrong('storage', `${left}, ${stuck} of them refused for more than an hour`) : ok('storage', left)]
}

async function examineScanner({ config: { clamd } }: Call): Promise<Finding[]> {
  if (!clamd) return []
  const heard = await tryScanner(clamd)
  return [heard ? wrong('scanner', `CLAMD cannot be used: ${heard}`) : ok('scanner', 'ClamAV answers')]
}

async function examineProvider({ config: { openId } }: Call): Promise<Finding[]> {
  if (!openId) return []
  const signIn = createCompanySignIn(openId, () => 'https://desk.example/')
  return signIn.begin(false).then(
    () => [ok('sign-in', `${openId.issuer} describes itself`)],
    () => [wrong('sign-in', `OIDC_ISSUER: ${openId.issuer} cannot be reached, or is no OpenID provider`)],
  )
}

async function examineClock({ now }: Call, database: Database | undefined): Promise<Finding[]> {
  if (!database) return []
  const { kind, queries } = database
  const seconds = Math.round((await clockDifference(queries, now)) / 1000)
  const other = kind === 'postgres' ? "the database server's clock" : 'the newest submission'
  const compared = seconds < 0 ? 'behind' : kind === 'postgres' ? 'ahead of' : undefined
  const says = `${now.toISOString()}, ${compared ? `${Math.abs(seconds)} seconds ${compared}` : 'not behind'} ${other}`
  return [Math.abs(seconds) * 1000 > MAX_CLOCK_DIFFERENCE ? wrong('clock', says) : ok('clock', says)]
}

function examineAddresses({ publicUrl, trustProxy, host }: Config): Finding[] {
  const isSecure = publicUrl?.startsWith('https:')
  const insecure = publicUrl
    ? `${publicUrl} is not https: others can read what visitors send`
    : 'is not set: links in emails and feeds lead to this machine'
  return [
    publicUrl && isSecure ? ok('PUBLIC_URL', publicUrl) : note('PUBLIC_URL', insecure),
    isSecure && trustProxy.length === 0
      ? wrong('TRUST_PROXY', 'is not set, though a proxy answers for PUBLIC_URL: all visitors share one rate limit')
      : ok('TRUST_PROXY', trustProxy.join(', ') || 'none'),
    ...(isOwnAddress(host) ? [] : [wrong('HOST', `${host} is not an address of this machine`)]),
  ]
}

function isOwnAddress(host: string) {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return !/^[\d.:a-f]+$/i.test(host) || own.some(({ address }) => address === host)
}
