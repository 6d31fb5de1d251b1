import { readdir } from 'node:fs/promises'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { daysAfter } from '../platform/calendar.ts'
import { DAY, HOUR } from '../platform/durations.ts'
import { MAX_PAUSE_DAYS } from '../platform/jobs/daily-jobs.ts'
import type { StorageSettings } from '../platform/storage/kept-files.ts'
import { openRemoteBackups } from './remote-backups.ts'

/** Encrypted backups end with .age, unfinished ones with .partial. */
const BACKUP_NAME = /^nuqta-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(sqlite|dump)(\.age)?(\.partial)?$/

export const ENCRYPTED_SUFFIX = '.age'

interface FoundBackup {
  name: string
  madeAt: Date
}

/** A folder, or an object storage that tells its names. */
export type BackupPlace = string | { names(): Promise<string[]> }

export async function listBackups(place: BackupPlace): Promise<FoundBackup[]> {
  const names = typeof place === 'string' ? readdir(place) : place.names()
  return backupsAmong(await names.catch(() => []))
}

export const placeOfBackups = async ({ folder, remote }: BackupSettings): Promise<BackupPlace> =>
  remote ? openRemoteBackups(remote) : folder

interface BackupSettings {
  folder: string
  remote?: StorageSettings | undefined
}

export function backupsAmong(names: string[]): FoundBackup[] {
  const found = names.flatMap((name) => {
    const [, day, hours, minutes, seconds, , , partial] = BACKUP_NAME.exec(name) ?? []
    return day && !partial ? [{ name, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }] : []
  })
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

const MAX_AHEAD_MILLISECONDS = HOUR

/** Made while the clock was wrong. */
export const isFromFuture = ({ madeAt }: FoundBackup, now: Date) =>
  madeAt.getTime() - now.getTime() > MAX_AHEAD_MILLISECONDS

export const newestBackup = (backups: FoundBackup[], now: Date): FoundBackup | undefined =>
  backups.find((backup) => !isFromFuture(backup, now))

const MAX_PAUSE_MILLISECONDS = MAX_PAUSE_DAYS * DAY

const backupBefore = (backups: FoundBackup[], now: Date) =>
  backups.find(({ madeAt }) => now.getTime() - madeAt.getTime() > MAX_AHEAD_MILLISECONDS)

/** After a week's pause the clock may have jumped ahead: not trusted until the next night. */
export function mayDeleteOutdated(backups: FoundBackup[], now: Date): boolean {
  const before = backupBefore(backups, now)
  return before !== undefined && now.getTime() - before.madeAt.getTime() <= MAX_PAUSE_MILLISECONDS
}

/** After a week's pause, counted from the backup before it: a clock that jumped ahead deletes nothing. */
export function backupsOlderThan(days: number, backups: FoundBackup[], now: Date): FoundBackup[] {
  const believed = mayDeleteOutdated(backups, now) ? now : (backupBefore(backups, now)?.madeAt ?? now)
  return backups.filter(({ madeAt }) => madeAt.getTime() < believed.getTime() - days * DAY)
}

const DAILY_KEPT = 7
const WEEKLY_KEPT = LIFETIMES.backupDays / 7

/** All but the newest of each of the last seven days and five weeks. */
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
