import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { backupsOlderThan, listBackups, mayDeleteOutdated, outdatedBackups } from '#domain/operations/backups.ts'
import type { RemoteBackups } from '#domain/operations/remote-backups.ts'
import type { Config } from '#settings/settings.ts'
import type { Situation } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { isAbandoned, isDiskFull, removeIfStopped } from '../unfinished-files.ts'
import { BackupError, manifestOf } from './backup-file.ts'

export class StagingError extends BackupError {}

/** Names of staging folders, which a killed process leaves behind. */
const STAGING_NAME = /^nuqta-(trying|restoring|decrypted|encrypting)-\w+$/

/** Beside the database or the backup: the temporary folder may be small, in memory, or on an unencrypted disk. */
export const stagingRoot = ({ dataDirectory }: Pick<Config, 'dataDirectory'>, file: string) =>
  existsSync(dataDirectory) ? dataDirectory : path.dirname(file)

/** Calls `work` with a new folder that only this user may enter and that is gone afterwards. */
export async function withStaging<Result>(
  root: string,
  purpose: 'trying' | 'restoring' | 'decrypted' | 'encrypting',
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(root, `nuqta-${purpose}-`)).catch((error) => {
    throw isDiskFull(error) ? noRoom(root) : new StagingError(`Cannot write to ${root} (${error.code}).`)
  })
  try {
    return await removeIfStopped([folder], () => work(folder))
  } catch (error) {
    throw isDiskFull(error) ? noRoom(root) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const noRoom = (root: string) => new StagingError(`The disk of ${root} is full.`)

const LEFTOVER = /^nuqta-.*\.partial(-journal|-wal|-shm|\.d)?$/

/** Removes what killed backups and restores left: whole databases that are of no use. */
export async function removeLeftovers(folders: string[], { now, terminal }: Pick<Situation, 'now' | 'terminal'>) {
  for (const folder of new Set(folders))
    for (const name of await readdir(folder).catch(() => [])) {
      if (!LEFTOVER.test(name) && !STAGING_NAME.test(name)) continue
      const entry = path.join(folder, name)
      try {
        if (isAbandoned((await lstat(entry)).mtime, now)) await rm(entry, { recursive: true, force: true })
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ENOENT') terminal.remark(`${entry} was left by a killed process and cannot be deleted (${code}).`)
      }
    }
}

export async function deleteOlder(folder: Deletable, days: number, now: Date, terminal: Terminal) {
  const backups = await listBackups(folder)
  const old = backupsOlderThan(days, backups, now)
  if (old.length > 0 && !mayDeleteOutdated(backups, now))
    terminal.remark(`${PAUSED}: the days to keep are counted from that one.`)
  for (const { name } of old) await deleteBackup(folder, name, terminal)
}

const PAUSED = 'The last backup before this one is older than a week'

export async function deleteOutdated(folder: Deletable, now: Date, terminal: Terminal) {
  const backups = await listBackups(folder)
  const outdated = outdatedBackups(backups, now)
  if (outdated.length > 0 && !mayDeleteOutdated(backups, now))
    return terminal.remark(`${PAUSED}: nothing is deleted before the next one.`)
  for (const { name } of outdated) await deleteBackup(folder, name, terminal)
}

type Deletable = string | RemoteBackups

async function deleteBackup(place: Deletable, name: string, terminal: Terminal) {
  if (typeof place !== 'string') await place.delete(name)
  else {
    await rm(path.join(place, name), { force: true })
    await rm(manifestOf(path.join(place, name)), { force: true })
  }
  terminal.print(`${name} is deleted.`)
}
