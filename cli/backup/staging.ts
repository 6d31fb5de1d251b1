import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#settings/settings.ts'
import { isDiskFull } from '../full-disk.ts'
import { removeIfStopped } from '../stopped.ts'
import { BackupError } from './backup-file.ts'

export class StagingError extends BackupError {}

/** Names of staging folders, which a killed process leaves behind. */
export const STAGING_NAME = /^nuqta-(trying|restoring|decrypted|encrypting)-\w+$/

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
    throw isDiskFull(error) ? noRoom(root) : new StagingError(`Nothing can be written in ${root} (${error.code}).`)
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
