import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface LoadWatch {
  /** There is more to do than gets done; who comes now would wait for long, and make everybody else wait. */
  isOverloaded(): boolean
  /** So much more that even a page which keeps somebody's answers is too much to make. */
  isOverwhelmed(): boolean
  stop(): void
}

const KNOCKS_EVERY_MILLISECONDS = 100
const LATE_MILLISECONDS = 400
const OVERWHELMED_MILLISECONDS = 2_000
// A burst is over by then and everybody in it was served; what lasts longer is a crowd, until it has been calm for as long as below.
const CROWD_AFTER_MILLISECONDS = 1_500
const CALM_AFTER_MILLISECONDS = 5_000
const NOBODY_ASKS_AFTER_MILLISECONDS = 10_000

/**
 * Knocks at its own door now and then and sees how long it takes until it is let in, as every visitor does: whatever the process is
 * busy with, it takes new connections late (Node 20 takes one in each turn of its loop), so a crowd shows here first. Connections
 * that were let in and trickle delay no knock, however many there are, so they keep nobody out. While nobody asks, nobody knocks.
 */
export function watchLoad(server: Server): LoadWatch {
  let knock: Socket | undefined
  let startedAt = performance.now()
  let waited = 0
  let lateSince: number | undefined
  let lastLateAt = 0
  let lastAskedAt = Number.NEGATIVE_INFINITY
  let isCrowded = false
  const timer = setInterval(knockAtTheDoor, KNOCKS_EVERY_MILLISECONDS).unref()
  server.on('connection', letIn)
  // One too many for the limit of connections; the door was reached all the same.
  server.on('drop', (dropped) => letIn(dropped as { remotePort?: number }))

  return {
    isOverloaded: () => asked() > LATE_MILLISECONDS,
    isOverwhelmed: () => asked() > OVERWHELMED_MILLISECONDS,
    stop: () => clearInterval(timer),
  }

  function asked() {
    lastAskedAt = performance.now()
    return waitInCrowd()
  }

  function waitInCrowd() {
    const now = performance.now()
    // The last knock's, or this one's so far; without one, how late the next is.
    const wait = Math.max(waited, now - startedAt - (knock ? 0 : KNOCKS_EVERY_MILLISECONDS))
    if (wait > LATE_MILLISECONDS) {
      lateSince ??= now - wait
      lastLateAt = now
      isCrowded ||= now - lateSince > CROWD_AFTER_MILLISECONDS
    } else {
      lateSince = undefined
      isCrowded &&= now - lastLateAt < CALM_AFTER_MILLISECONDS
    }
    return isCrowded ? wait : 0
  }

  function knockAtTheDoor() {
    const address = server.address()
    if (knock || address === null || typeof address === 'string') return
    startedAt = performance.now()
    if (startedAt - lastAskedAt > NOBODY_ASKS_AFTER_MILLISECONDS) {
      waited = 0
      return
    }
    knock = connect({ port: address.port, host: ANY_ADDRESS[address.address] ?? address.address }).unref()
    knock.once('error', () => {
      knock = undefined
    })
  }

  function letIn(socket: { remotePort?: number | undefined; destroy?(): unknown }) {
    if (!knock || socket.remotePort !== knock.localPort) return
    waited = performance.now() - startedAt
    waitInCrowd()
    socket.destroy?.()
    knock.destroy()
    knock = undefined
  }
}

const ANY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
