import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { BACKUP_NAME, listBackups, mayDeleteOutdated, outdatedBackups } from '#domain/operations/backups.ts'
import type { Terminal } from '../terminal.ts'
import { manifestOf } from './backup-file.ts'
import { STAGING_NAME } from './staging.ts'

const LEFTOVER = /^backing-up-\d+$|^nuqta-.*\.partial(-journal|\.d)?$/
const LEFTOVER_AFTER_MILLISECONDS = 6 * 60 * 60 * 1000

/** Files of backups that were being made when their process was killed. */
export async function removeLeftovers(folders: string[], now: Date) {
  for (const folder of new Set(folders))
    for (const name of await readdir(folder).catch(() => [])) {
      const entry = path.join(folder, name)
      if (!LEFTOVER.test(name) && !STAGING_NAME.test(name)) continue
      const { mtimeMs } = await stat(entry)
      if (now.getTime() - mtimeMs > LEFTOVER_AFTER_MILLISECONDS) await rm(entry, { recursive: true, force: true })
    }
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

export async function deleteOlder(folder: string, days: number, now: Date, terminal: Terminal) {
  const before = now.getTime() - days * DAY_MILLISECONDS
  for (const name of await readdir(folder)) {
    const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
    if (!day || Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) >= before) continue
    await deleteBackup(folder, name, terminal)
  }
}

/** Keeps seven days and five weeks. */
export async function deleteOutdated(folder: string, now: Date, terminal: Terminal) {
  const backups = await listBackups(folder)
  const outdated = outdatedBackups(backups, now)
  if (outdated.length > 0 && !mayDeleteOutdated(backups, now))
    return terminal.remark(
      'The last backup before this one is older than a week: nothing is deleted before the next one.',
    )
  for (const { name } of outdated) await deleteBackup(folder, name, terminal)
}

async function deleteBackup(folder: string, name: string, terminal: Terminal) {
  await rm(path.join(folder, name))
  await rm(manifestOf(path.join(folder, name)), { force: true })
  terminal.print(`${name} is deleted.`)
}
