import { type Clock, calendarDay, hourOfDay } from '../calendar.ts'
import type { ContentVersion } from '../catalogue/content-version.ts'
import type { Database } from '../database/connection.ts'
import { claimChore } from '../database/daily-jobs.ts'
import { type Counts, purgeOld } from './purge.ts'

interface RetentionOptions {
  database: Database
  edition: () => Pick<ContentVersion, 'timeZone'>
  months: number
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
}

export interface Retention {
  /** Purges if it is time and nobody has done so today. */
  look(): Promise<void>
  stop(): Promise<void>
}

const LOOK_EVERY_MILLISECONDS = 10 * 60 * 1000
/** Of the company's day; a process that was not there then purges later the same day. */
const QUIET_HOUR = 3

/** Every night what is older than RETENTION_MONTHS goes, by one of however many processes there are. */
export function keepRetention({
  database,
  edition,
  months,
  log,
  clock = () => new Date(),
}: RetentionOptions): Retention {
  let underWay: Promise<void> | undefined
  const timer = setInterval(look, LOOK_EVERY_MILLISECONDS).unref()

  return {
    look,
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }

  function look(): Promise<void> {
    underWay ??= purgeOnceADay()
      .catch((error) => log.error({ err: error }, 'Old submissions could not be purged'))
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  async function purgeOnceADay() {
    const now = clock()
    const { timeZone } = edition()
    if (hourOfDay(now, timeZone) < QUIET_HOUR) return
    const isOurs = await database.write((queries) => claimChore(queries, 'purge', calendarDay(now, timeZone)))
    if (!isOurs) return
    const counts: Counts = await purgeOld(database, months, now)
    log.info({ ...counts }, 'Old submissions were purged')
  }
}
