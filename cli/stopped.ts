import { rmSync, utimesSync } from 'node:fs'
import { constants } from 'node:os'
import { HOUR, MINUTE } from '#domain/platform/durations.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const unfinished = new Set<string>()
let running = 0
let heartbeat: NodeJS.Timeout | undefined

const HEARTBEAT_MILLISECONDS = MINUTE
/** Longer than the longest step that lets no timer run. */
const ABANDONED_AFTER_MILLISECONDS = 6 * HOUR

/** Whether the process that worked in this place was killed. */
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
