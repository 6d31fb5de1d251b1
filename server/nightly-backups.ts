import { type ChildProcess, execFile } from 'node:child_process'
import path from 'node:path'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { listBackups, newestBackup, placeOfBackups } from '#domain/operations/backups.ts'
import { type Clock, calendarDay, hourOfDay } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { claimDailyJob, finishDailyJob } from '#domain/platform/jobs/daily-jobs.ts'
import { lowerPriority } from '#domain/platform/subprocess/subprocess.ts'
import { SITE_FOLDER } from '#settings/settings.ts'

interface NightlyBackupsOptions {
  database: Database
  contentVersion: () => Pick<ContentVersion, 'timeZone'>
  backups: Parameters<typeof placeOfBackups>[0]
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
  environment?: Record<string, string>
}

const POLL_MILLISECONDS = 10 * MINUTE
const CLAIM_MILLISECONDS = 2 * POLL_MILLISECONDS
const JOB = 'backup'
/** In the company's time zone, before old submissions are purged. */
const QUIET_HOUR = 2
const COMMAND = path.join(SITE_FOLDER, 'scripts', 'command.js')

/** One process makes a backup every night, with `npm run backup` at low priority; a failed one is tried again every hour. */
export function keepNightlyBackups({
  database,
  contentVersion,
  backups,
  log,
  clock = () => new Date(),
  environment = {},
}: NightlyBackupsOptions) {
  let running: Promise<void> | undefined
  let child: ChildProcess | undefined
  const timer = setInterval(runIfDue, POLL_MILLISECONDS).unref()

  return {
    runIfDue,
    async stop() {
      clearInterval(timer)
      child?.kill('SIGTERM')
      await running
    },
  }

  /** Makes today's backup unless another process does; extends the claim while this one does. */
  function runIfDue(): Promise<void> {
    if (child) return keepClaim(CLAIM_MILLISECONDS).catch((error) => log.error({ err: error }, CLAIM_FAILED))
    running ??= backUpOnceADay()
      .catch((error) => log.error({ err: error }, 'The nightly backup failed'))
      .finally(() => {
        running = undefined
      })
    return running
  }

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
    if (hourOfDay(now, timeZone) < QUIET_HOUR) return
    const newest = newestBackup(await listBackups(await placeOfBackups(backups)), now)
    if (newest && calendarDay(newest.madeAt, timeZone) >= calendarDay(now, timeZone)) return
    if (!(await database.write((queries) => claimDailyJob(queries, JOB, hourIn(now))))) return
    await keepClaim(CLAIM_MILLISECONDS)
    const failure = await runBackup()
    if (failure === undefined) return log.info({}, 'The nightly backup was made')
    log.error({ reason: failure }, 'The nightly backup failed')
    // The first process of the next hour tries again.
    await keepClaim(0)
  }

  function runBackup() {
    return new Promise<string | undefined>((resolve) => {
      const env = { ...process.env, ...environment }
      child = execFile(process.execPath, [COMMAND, 'backup', '--nightly'], { env }, (error, _output, remarks) => {
        child = undefined
        resolve(error ? remarks.trim().split('\n').at(-1) || error.message : undefined)
      })
      if (child.pid !== undefined) lowerPriority(child.pid, 'PRIORITY_LOW')
    })
  }
}

const CLAIM_FAILED = 'Another process may begin the nightly backup, too: that it is being made could not be noted'
