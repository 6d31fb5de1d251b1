import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { HOUR, MINUTE } from '#domain/platform/durations.ts'
import { OWNER_ONLY_FILE } from '#domain/platform/make-folder.ts'
import { Refusal } from './command.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const unfinished = new Set<string>()
let running = 0
let heartbeat: NodeJS.Timeout | undefined

const HEARTBEAT_MILLISECONDS = MINUTE
/** Longer than the longest step that lets no timer run. */
const ABANDONED_AFTER_MILLISECONDS = 6 * HOUR

export const isAbandoned = (touchedAt: Date, now: Date) =>
  now.getTime() - touchedAt.getTime() > ABANDONED_AFTER_MILLISECONDS

/** Removes these places when a signal ends `work`. Touches them every minute, which tells them from a killed process's leftovers. */
export async function removeIfStopped<Result>(places: string[], work: () => Promise<Result>): Promise<Result> {
  if (running++ === 0) {
    for (const signal of SIGNALS) process.on(signal, removeAndEnd)
    heartbeat = setInterval(touchUnfinished, HEARTBEAT_MILLISECONDS).unref()
  }
  for (const place of places) unfinished.add(place)
  try {
    return await work()
  } finally {
    for (const place of places) unfinished.delete(place)
    if (--running === 0) {
      for (const signal of SIGNALS) process.off(signal, removeAndEnd)
      clearInterval(heartbeat)
    }
  }
}

function touchUnfinished() {
  const now = new Date()
  for (const place of unfinished) {
    try {
      utimesSync(place, now, now)
    } catch {
      // Not begun yet.
    }
  }
}

function removeAndEnd(signal: (typeof SIGNALS)[number]) {
  for (const place of unfinished) rmSync(place, { recursive: true, force: true })
  process.stderr.write('Stopped.\n')
  process.exit(128 + constants.signals[signal])
}

export const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String((error as NodeJS.ErrnoException | undefined)?.code))

/** Names the full disk, since the system does not say which one it is. */
export async function nameFullDisk<Result>(folder: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new Refusal(`The disk of ${path.resolve(folder)} is full: free some space, or choose another disk.`)
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
