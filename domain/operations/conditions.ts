import { sql } from 'kysely'
import { type Database, kindOf, type Queries } from '../platform/database/database.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { DAY, HOUR, MINUTE } from '../platform/durations.ts'
import { SWEEP_JOB } from '../platform/file-deletions.ts'
import { isJobHeld } from '../platform/jobs/daily-jobs.ts'
import { countJobs } from '../platform/jobs/stuck-jobs.ts'
import { type BackupPlace, isFromFuture, listBackups, newestBackup } from './backups.ts'
import { readDisk } from './disk.ts'
import { PURGE_JOB } from './retention.ts'

export const CONDITIONS = [
  'mailStuck',
  'diskLow',
  'backupOld',
  'backupAhead',
  'clockOff',
  'clockSet',
  'purgeHeld',
  'migrationsPending',
  'contentBehind',
  'deletionsFail',
  'storageShared',
  'repliesUnread',
  'storageUnreachable',
  'scannerUnreachable',
] as const
export type ConditionName = (typeof CONDITIONS)[number]

export interface Condition {
  name: ConditionName
  values: Record<string, string | number>
}

interface ConditionSources {
  database: Database
  dataDirectory: string
  backupDirectory: BackupPlace | undefined
  /** Of the replies, where they come by IMAP. */
  mailbox?: string | undefined
  now: Date
}

const MAIL_STUCK_SECONDS = 60 * 60
export const MIN_FREE_SHARE = 0.1
/** A day, and the time that making one may take. */
export const MAX_BACKUP_AGE = 26 * HOUR
export const MAX_CLOCK_DIFFERENCE = MINUTE
const CONTENT_BEHIND_AFTER = 7 * DAY

export async function findConditions(sources: ConditionSources): Promise<Condition[]> {
  const { database, dataDirectory, backupDirectory, mailbox, now } = sources
  const { queries } = database
  const pending = await pendingMigrations(database)
  // The other queries need the new tables.
  if (pending.length > 0) return [{ name: 'migrationsPending', values: { count: pending.length } }]
  const found = [
    await findStuckMail(queries, now),
    await findLowDisk('DATA_DIR', dataDirectory),
    typeof backupDirectory === 'string' && (await findLowDisk('BACKUP_DIR', backupDirectory)),
    backupDirectory && (await findOldBackup(backupDirectory, now)),
    backupDirectory && (await findBackupAhead(backupDirectory, now)),
    await findHeldJob(queries, PURGE_JOB, 'purgeHeld'),
    await findWrongClock(queries, now),
    await findContentBehind(queries, now),
    await findFailingDeletions(queries, now),
    await findHeldJob(queries, SWEEP_JOB, 'storageShared'),
    mailbox && (await findUnreadMailbox(queries, mailbox, now)),
  ]
  return found.filter((condition) => typeof condition === 'object')
}

async function findStuckMail(queries: Queries, now: Date): Promise<Condition | undefined> {
  const { mail } = await countJobs(queries, now)
  const hours = Math.floor(mail.oldestSeconds / MAIL_STUCK_SECONDS)
  return mail.oldestSeconds > MAIL_STUCK_SECONDS
    ? { name: 'mailStuck', values: { hours, count: mail.left } }
    : undefined
}

async function findLowDisk(setting: string, folder: string): Promise<Condition | undefined> {
  const disk = await readDisk(folder)
  const share = disk && disk.sizeBytes > 0 ? disk.freeBytes / disk.sizeBytes : 1
  return share < MIN_FREE_SHARE
    ? { name: 'diskLow', values: { folder: setting, percent: Math.floor(share * 100) } }
    : undefined
}

async function findOldBackup(folder: BackupPlace, now: Date): Promise<Condition | undefined> {
  const newest = newestBackup(await listBackups(folder), now)
  const age = newest ? now.getTime() - newest.madeAt.getTime() : Number.POSITIVE_INFINITY
  if (age <= MAX_BACKUP_AGE) return undefined
  return { name: 'backupOld', values: { hours: newest ? Math.floor(age / HOUR) : 0, hasAny: newest ? 'yes' : 'no' } }
}

async function findBackupAhead(folder: BackupPlace, now: Date): Promise<Condition | undefined> {
  const ahead = (await listBackups(folder)).filter((backup) => isFromFuture(backup, now))
  const [last] = ahead
  return last && { name: 'backupAhead', values: { count: ahead.length, file: last.name } }
}

async function findHeldJob(queries: Queries, job: string, name: ConditionName): Promise<Condition | undefined> {
  return (await isJobHeld(queries, job)) ? { name, values: {} } : undefined
}

/** Milliseconds ahead of the database server's clock, or of the newest entry. */
export async function clockDifference(queries: Queries, now: Date): Promise<number> {
  if (kindOf(queries) === 'postgres') {
    const asked = performance.now()
    const { rows } = await sql<{
      now: string
    }>`select (extract(epoch from clock_timestamp()) * 1000)::text as now`.execute(queries)
    const onTheWay = (performance.now() - asked) / 2
    return now.getTime() + onTheWay - Number(rows[0]?.now)
  }
  const newest = await queries
    .selectFrom('submissions')
    .select(({ fn }) => fn.max('created_at').as('created_at'))
    .executeTakeFirst()
  // Nothing was sent in the future: the clock was ahead then, or is behind now.
  return newest?.created_at ? Math.min(0, now.getTime() - Date.parse(newest.created_at)) : 0
}

async function findWrongClock(queries: Queries, now: Date): Promise<Condition | undefined> {
  const difference = Math.abs(await clockDifference(queries, now))
  return difference > MAX_CLOCK_DIFFERENCE
    ? { name: 'clockOff', values: { minutes: Math.round(difference / MINUTE) } }
    : undefined
}

async function findContentBehind(queries: Queries, now: Date): Promise<Condition | undefined> {
  const { count } = await queries
    .selectFrom('content_parts')
    .innerJoin('content_records', (join) =>
      join
        .onRef('content_records.type', '=', 'content_parts.type')
        .onRef('content_records.id', '=', 'content_parts.record_id'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .where('is_behind', '=', 1)
    .where('is_published', '=', 1)
    .where('content_records.changed_at', '<', new Date(now.getTime() - CONTENT_BEHIND_AFTER).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count) > 0 ? { name: 'contentBehind', values: { count: Number(count) } } : undefined
}

async function findFailingDeletions(queries: Queries, now: Date): Promise<Condition | undefined> {
  const { stuck: count } = (await countJobs(queries, now))['file-deletion']
  return count > 0 ? { name: 'deletionsFail', values: { count } } : undefined
}

const MAILBOX_UNREAD_AFTER = HOUR

async function findUnreadMailbox(queries: Queries, name: string, now: Date): Promise<Condition | undefined> {
  const row = await queries.selectFrom('mailboxes').select('failing_since').where('name', '=', name).executeTakeFirst()
  const since = row?.failing_since
  if (!since || now.getTime() - Date.parse(since) < MAILBOX_UNREAD_AFTER) return undefined
  return { name: 'repliesUnread', values: { hours: Math.floor((now.getTime() - Date.parse(since)) / HOUR) } }
}

const CLOCK_JUMP_TOLD_FOR = HOUR

/** Compares the clock with the monotonic counter, which cannot be set. */
export function watchClock(now = Date.now, counter = () => performance.now()) {
  let expected = now() - counter()
  let jump: { at: number; minutes: number } | undefined
  return function findJump(): Condition | undefined {
    const offset = now() - counter()
    const difference = offset - expected
    if (Math.abs(difference) > MAX_CLOCK_DIFFERENCE) {
      expected = offset
      jump = { at: counter(), minutes: Math.round(Math.abs(difference) / MINUTE) }
    }
    if (!jump || counter() - jump.at > CLOCK_JUMP_TOLD_FOR) return undefined
    return { name: 'clockSet', values: { minutes: jump.minutes } }
  }
}
