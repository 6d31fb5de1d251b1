import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { type Clock, calendarDay, hourOfDay } from '#domain/calendar.ts'
import type { ContentVersion } from '#domain/catalogue/content-version.ts'
import type { Database } from '#domain/database/connection.ts'
import { claimDailyJob } from '#domain/database/daily-jobs.ts'
import { listBackups, newestBackup } from '#domain/operations/backups.ts'
import { SITE_FOLDER } from '#settings/settings.ts'

interface NightlyBackupsOptions {
  database: Database
  contentVersion: () => Pick<ContentVersion, 'timeZone'>
  folder: string
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
  /** What the command is to know besides the environment of this process. */
  environment?: Record<string, string>
}

interface NightlyBackups {
  /** Makes the backup of this day if it is time, it is not there and no other process is making it. */
  runIfDue(): Promise<void>
  stop(): Promise<void>
}

const POLL_MILLISECONDS = 10 * 60 * 1000
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
    running ??= backUpOnceADay()
      .catch((error) => log.error({ err: error }, 'The nightly backup failed'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function backUpOnceADay() {
    const now = clock()
    const { timeZone } = contentVersion()
    const hour = hourOfDay(now, timeZone)
    const today = calendarDay(now, timeZone)
    if (hour < QUIET_HOUR) return
    const newest = newestBackup(await listBackups(folder), now)
    if (newest && calendarDay(newest.madeAt, timeZone) >= today) return
    const thisHour = `${today} ${String(hour).padStart(2, '0')}`
    if (!(await database.write((queries) => claimDailyJob(queries, 'backup', thisHour)))) return
    const { code, lastLine } = await runBackup()
    if (code === 0) log.info({}, 'The nightly backup is made')
    else log.error({ reason: lastLine }, 'The nightly backup failed')
  }

  function runBackup() {
    return new Promise<{ code: number | null; lastLine: string }>((resolve, reject) => {
      const started = spawn(process.execPath, [COMMAND, 'backup', '--nightly'], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      if (started.pid !== undefined) lowerPriority(started.pid)
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

const MAX_REMARK = 2_000

function lowerPriority(pid: number) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Not every system lets us; the backup is made all the same.
  }
}
