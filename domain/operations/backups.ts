import { readdir } from 'node:fs/promises'
import { daysAfter } from '../platform/calendar.ts'
import { DAY, HOUR } from '../platform/durations.ts'
import { MAX_PAUSE_DAYS } from '../platform/jobs/daily-jobs.ts'

/** Like nuqta-2026-03-01T03-00-00Z.sqlite, and with .age where it is encrypted. One that is being made ends with .partial. */
const BACKUP_NAME = /^nuqta-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(sqlite|dump)(\.age)?(\.partial)?$/

export const ENCRYPTED_SUFFIX = '.age'

interface FoundBackup {
  name: string
  madeAt: Date
}

/** The finished backups of a folder, the newest first; none where it cannot be read. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const names = await readdir(folder).catch(() => [])
  return backupsAmong(names)
}

export function backupsAmong(names: string[]): FoundBackup[] {
  const found = names.flatMap((name) => {
    const [, day, hours, minutes, seconds, , , partial] = BACKUP_NAME.exec(name) ?? []
    return day && !partial ? [{ name, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }] : []
  })
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

const MAX_AHEAD_MILLISECONDS = HOUR

/** Made while the clock was wrong: it says nothing of when. */
export const isFromFuture = ({ madeAt }: FoundBackup, now: Date) =>
  madeAt.getTime() - now.getTime() > MAX_AHEAD_MILLISECONDS

/** Of backups, the newest first, the one that counts. */
export const newestBackup = (backups: FoundBackup[], now: Date): FoundBackup | undefined =>
  backups.find((backup) => !isFromFuture(backup, now))

const MAX_PAUSE_MILLISECONDS = MAX_PAUSE_DAYS * DAY

/** The one before that of this moment. */
const backupBefore = (backups: FoundBackup[], now: Date) =>
  backups.find(({ madeAt }) => now.getTime() - madeAt.getTime() > MAX_AHEAD_MILLISECONDS)

/**
 * Whether the clock can be believed that says which backups are old: not after a pause of more than a week, when it may have jumped ahead.
 * The night after there is a backup of the night before.
 */
export function mayDeleteOutdated(backups: FoundBackup[], now: Date): boolean {
  const before = backupBefore(backups, now)
  return before !== undefined && now.getTime() - before.madeAt.getTime() <= MAX_PAUSE_MILLISECONDS
}

/**
 * Those older than so many days. After a pause of more than a week they are counted from the backup before it: so a clock that has jumped
 * ahead takes nothing with it, and whoever makes a backup once a month is late by one.
 */
export function backupsOlderThan(days: number, backups: FoundBackup[], now: Date): FoundBackup[] {
  const believed = mayDeleteOutdated(backups, now) ? now : (backupBefore(backups, now)?.madeAt ?? now)
  return backups.filter(({ madeAt }) => madeAt.getTime() < believed.getTime() - days * DAY)
}

const DAILY_KEPT = 7
const WEEKLY_KEPT = 5

/**
 * Of the backups of a folder those that are kept no longer: the newest of each of the last seven days and of each of the last five weeks
 * stay. So whoever is erased is gone from them after five weeks.
 */
export function outdatedBackups(backups: FoundBackup[], now: Date): FoundBackup[] {
  const today = dayOf(now)
  const firstDay = daysAfter(today, 1 - DAILY_KEPT)
  const firstWeek = daysAfter(mondayOf(today), 7 * (1 - WEEKLY_KEPT))
  const kept = new Set<string>()
  const isFirst = (key: string) => !kept.has(key) && Boolean(kept.add(key))
  const newestFirst = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  return newestFirst.filter(({ madeAt }) => {
    const day = dayOf(madeAt)
    const isOfItsWeek = isFirst(`week ${mondayOf(day)}`) && mondayOf(day) >= firstWeek
    const isOfItsDay = isFirst(`day ${day}`) && day >= firstDay
    return !isOfItsWeek && !isOfItsDay
  })
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

function mondayOf(day: string) {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return daysAfter(day, -daysSinceMonday)
}
