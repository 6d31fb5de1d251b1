import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const unfinished = new Set<string>()
let running = 0

/** Ctrl-C, a service manager or a closed terminal: what `work` has begun to write in these places goes before the process does. */
export async function removeIfStopped<Result>(places: string[], work: () => Promise<Result>): Promise<Result> {
  if (running++ === 0) for (const signal of SIGNALS) process.on(signal, removeAndEnd)
  for (const place of places) unfinished.add(place)
  try {
    return await work()
  } finally {
    for (const place of places) unfinished.delete(place)
    if (--running === 0) for (const signal of SIGNALS) process.off(signal, removeAndEnd)
  }
}

function removeAndEnd(signal: (typeof SIGNALS)[number]) {
  for (const place of unfinished) rmSync(place, { recursive: true, force: true })
  process.stderr.write('Stopped.\n')
  process.exit(128 + constants.signals[signal])
}
