import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { ADMISSION } from './admission.ts'

interface OverloadMonitor {
  /** More arrives than gets done: a new request would wait for long, and make all others wait. */
  isOverloaded(): boolean
  /** Above this, even rendering a form's page with its answers is refused. */
  isOverwhelmed(): boolean
  stop(): void
}

const { late, overwhelmed, overloadAfter, calmAfter } = ADMISSION.delays
const PROBE_INTERVAL_MILLISECONDS = 100
const IDLE_AFTER_MILLISECONDS = 10_000

/**
 * Connects to its own port now and then and measures how long it takes until the connection is accepted, as it takes every visitor:
 * whatever the process is busy with, it accepts new connections late (Node 20 accepts one in each turn of its loop), so an overload
 * shows here first. Connections that were accepted and trickle delay no probe, however many there are, so they keep nobody out.
 * Without forms to decide about there are no probes.
 */
export function monitorOverload(server: Server): OverloadMonitor {
  let probe: Socket | undefined
  let startedAt = performance.now()
  let lastDelay = 0
  let lateSince: number | undefined
  let lastLateAt = 0
  let lastAskedAt = Number.NEGATIVE_INFINITY
  let isOverload = false
  const timer = setInterval(probeAccept, PROBE_INTERVAL_MILLISECONDS).unref()
  server.on('connection', onProbeAccepted)
  // One too many for the limit of connections; it was reached all the same.
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
    // In development another server listens and hands its requests over; nothing is known of the delay then.
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

  /** Of several workers any may accept it. It notices the end of a connection without a request and ends it, too. */
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
