import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OWNER_ONLY_FILE } from '#domain/platform/make-folder.ts'
import { Refusal } from './command.ts'

export const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String((error as NodeJS.ErrnoException | undefined)?.code))

/** Names the full disk, since the system does not say which one it is. */
export async function nameFullDisk<Result>(folder: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new Refusal(`The disk of ${path.resolve(folder)} is full: make room there, or name a place on another disk.`)
  }
}

/** Owner-only and whole or not at all; an existing file stays as it is. */
export function writeNewFile(file: string, content: string | Buffer) {
  return nameFullDisk(path.dirname(file), () => {
    try {
      writeFileSync(file, content, { mode: OWNER_ONLY_FILE, flag: 'wx', flush: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
      throw error
    }
  })
}
