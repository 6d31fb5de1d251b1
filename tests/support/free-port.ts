import { once } from 'node:events'
import { createServer } from 'node:net'

/** Above the ports that browsers refuse, below the system's range for outgoing connections. */
const FIRST = 10_240
const LAST = 32_000

let next = FIRST + Math.floor(Math.random() * (LAST - FIRST))

/** An unused port for an address that is needed before the server starts; unique in this run. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = next < LAST ? next + 1 : FIRST
    if (await isFree(port)) return port
  }
}

async function isFree(port: number) {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
