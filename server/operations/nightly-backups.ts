import { spawn } from 'node:child_process'
import path from 'node:path'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { listBackups, newestBackup } from '#domain/operations/backups.ts'
import { type Clock, calendarDay, hourOfDay } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { claimDailyJob, finishDailyJob } from '#domain/platform/jobs/daily-jobs.ts'
import { lowerPriority } from '#domain/platform/subprocess/subprocess.ts'
import { SITE_FOLDER } from '#settings/settings.ts'

interface NightlyBackupsOptions {
  database: Database
  contentVersion: () => Pick<ContentVersion, 'timeZone'>
  folder: string
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
  /** Added to the environment of this process. */
  environment?: Record<string, string>
}

interface NightlyBackups {
  /**
   * Makes the backup of this day if it is time, it is not there and no other process is making it. While this process makes one, notes that
   * it is still at it.
   */
  runIfDue(): Promise<void>
  stop(): Promise<void>
}

const POLL_MILLISECONDS = 10 * MINUTE
/** One poll may fail. */
const CLAIM_MILLISECONDS = 2 * POLL_MILLISECONDS
const JOB = 'backup'
/** Of the company's day, before old submissions are purged; a process that was not there then does it later the same day. */
const QUIET_HOUR = 2
const COMMAND = path.join(SITE_FOLDER, 'scripts', 'command.js')

/**
 * Every night a backup, by one of however many processes there are. It is made by `npm run backup` in a process of its own and of low
 * priority: copying, hashing and encrypting a whole database would hold up the event loop. One that fails is tried again every hour.
 */
export function keepNightlyBackups({
  database,
  contentVersion,
  folder,
  log,
  clock = () => new Date(),
  environment = {},
}: NightlyBackupsOptions): NightlyBackups {
  let running: Promise<void> | undefined
  let child: ReturnType<typeof spawn> | undefined
  const timer = setInterval(runIfDue, POLL_MILLISECONDS).unref()

  return {
    runIfDue,
    async stop() {
      clearInterval(timer)
      // It leaves nothing half behind, and is made anew within the hour.
      child?.kill('SIGTERM')
      await running
    },
  }

  function runIfDue(): Promise<void> {
    if (child) return keepClaim(CLAIM_MILLISECONDS).catch((error) => log.error({ err: error }, CLAIM_FAILED))
    running ??= backUpOnceADay()
      .catch((error) => log.error({ err: error }, 'The nightly backup failed'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  /** Keeps other processes from starting a backup until then. */
  function keepClaim(milliseconds: number) {
    const until = new Date(clock().getTime() + milliseconds)
    return database.write((queries) => finishDailyJob(queries, JOB, hourIn(until)))
  }

  function hourIn(moment: Date) {
    const { timeZone } = contentVersion()
    return `${calendarDay(moment, timeZone)} ${String(hourOfDay(moment, timeZone)).padStart(2, '0')}`
  }

  async function backUpOnceADay() {
    const now = clock()
    const { timeZone } = contentVersion()
    const hour = hourOfDay(now, timeZone)
    const today = calendarDay(now, timeZone)
    if (hour < QUIET_HOUR) return
    const newest = newestBackup(await listBackups(folder), now)
    if (newest && calendarDay(newest.madeAt, timeZone) >= today) return
    if (!(await database.write((queries) => claimDailyJob(queries, JOB, hourIn(now))))) return
    await keepClaim(CLAIM_MILLISECONDS)
    const { code, lastLine } = await runBackup()
    if (code === 0) return log.info({}, 'The nightly backup is made')
    log.error({ reason: lastLine }, 'The nightly backup failed')
    // The first process of the next hour tries again.
    await keepClaim(0)
  }

  function runBackup() {
    return new Promise<{ code: number | null; lastLine: string }>((resolve, reject) => {
      const started = spawn(process.execPath, [COMMAND, 'backup', '--nightly'], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      if (started.pid !== undefined) lowerPriority(started.pid, 'PRIORITY_LOW')
      let said = ''
      started.stderr.setEncoding('utf8').on('data', (piece: string) => {
        said = (said + piece).slice(-MAX_REMARK)
      })
      started.once('error', reject)
      started.once('close', (code) => {
        child = undefined
        resolve({ code, lastLine: said.trim().split('\n').at(-1) ?? '' })
      })
    })
  }
}

const CLAIM_FAILED = 'Another process may begin the nightly backup, too: that it is being made could not be noted'
const MAX_REMARK = 2_000
