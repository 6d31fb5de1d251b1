import { once } from 'node:events'
import { createServer } from 'node:net'

/** Above the ports that browsers refuse, and below those of which the system takes one for every outgoing connection. */
const FIRST = 10_240
const LAST = 32_000

let next = FIRST + Math.floor(Math.random() * (LAST - FIRST))

/** A port nobody listens on, for whoever must know an address before the server starts. No process is given one twice. */
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
