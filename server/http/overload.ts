import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { ADMISSION } from './admission.ts'

const { late, overwhelmed, overloadAfter, calmAfter } = ADMISSION.delays
const PROBE_INTERVAL_MILLISECONDS = 100
const IDLE_AFTER_MILLISECONDS = 10_000

/** Measures how late the own port accepts a connection, while forms arrive. docs/decisions/overload.md */
export function monitorOverload(server: Server) {
  let probe: Socket | undefined
  let startedAt = performance.now()
  let lastDelay = 0
  let lateSince: number | undefined
  let lastLateAt = 0
  let lastAskedAt = Number.NEGATIVE_INFINITY
  let isOverload = false
  const timer = setInterval(probeAccept, PROBE_INTERVAL_MILLISECONDS).unref()
  server.on('connection', onProbeAccepted)
  // Dropped by the limit of connections, but reached.
  server.on('drop', (dropped) => onProbeAccepted(dropped as { remotePort?: number }))

  return {
    isOverloaded: () => askedDelay() > late,
    isOverwhelmed: () => askedDelay() > overwhelmed,
    stop: () => clearInterval(timer),
  }

  function askedDelay() {
    lastAskedAt = performance.now()
    return currentDelay()
  }

  function currentDelay() {
    const now = performance.now()
    // The last probe's, or this one's so far; without one, how late the next is.
    const delay = Math.max(lastDelay, now - startedAt - (probe ? 0 : PROBE_INTERVAL_MILLISECONDS))
    if (delay > late) {
      lateSince ??= now - delay
      lastLateAt = now
      isOverload ||= now - lateSince > overloadAfter
    } else {
      lateSince = undefined
      isOverload &&= now - lastLateAt < calmAfter
    }
    return isOverload ? delay : 0
  }

  function probeAccept() {
    if (probe) return
    startedAt = performance.now()
    const address = server.address()
    // In development another server listens.
    if (address === null || typeof address === 'string') return
    if (startedAt - lastAskedAt > IDLE_AFTER_MILLISECONDS) {
      lastDelay = 0
      return
    }
    probe = connect({ port: address.port, host: ANY_ADDRESS[address.address] ?? address.address }).unref()
    probe.once('error', () => {
      probe = undefined
    })
    if (cluster.isWorker) closeOnAccept(probe)
  }

  /** Any worker may accept it, and ends a connection that ends without a request. */
  function closeOnAccept(sent: Socket) {
    sent.end()
    sent.resume()
    sent.once('close', () => {
      if (sent === probe) noteAccepted()
    })
  }

  function onProbeAccepted(socket: { remotePort?: number | undefined; destroy?(): unknown }) {
    if (!probe || socket.remotePort !== probe.localPort) return
    socket.destroy?.()
    noteAccepted()
  }

  function noteAccepted() {
    lastDelay = performance.now() - startedAt
    currentDelay()
    probe?.destroy()
    probe = undefined
  }
}

const ANY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
