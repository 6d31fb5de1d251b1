import cluster from 'node:cluster'
import type { RequestListener } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeUnusedConnections } from './peers.ts'

export const SHUTDOWN_MILLISECONDS = 30_000
const CLOSE_IDLE_EVERY_MILLISECONDS = 50
/** Longer than a client on a busy connection waits between two requests. */
const NOTICE_MILLISECONDS = 500

/** The first signal lets requests finish, a second one ends the process. SIGHUP may come twice; a worker hears of one end several times. */
export function endCleanly(app: FastifyInstance, others: ({ close(): Promise<void> } | undefined)[]) {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return end

  async function end(signal?: NodeJS.Signals) {
    if (isEnding && (cluster.isWorker || signal === 'SIGHUP')) return
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS).unref()
    await Promise.all([drainRequests(app, NOTICE_MILLISECONDS), ...others.map((other) => other?.close())])
    await app.close()
    process.exit(0)
  }
}

const draining = new WeakSet<FastifyInstance['server']>()

export const isDraining = ({ server }: FastifyInstance) => draining.has(server)

/**
 * Finishes requests before Fastify closes, because pages call the API until then.
 * For `noticeMilliseconds` the port stays open: `/readyz` is 503, and each response ends its connection.
 */
export async function drainRequests({ server }: FastifyInstance, noticeMilliseconds = 0) {
  draining.add(server)
  const requests = takeRequests(server)
  if (noticeMilliseconds > 0) {
    await pause(noticeMilliseconds)
    requests.hold()
    await untilNoneArrives(server)
  }
  // The port alone: a proxy may just be sending a form on an idle connection, and does not send it twice.
  const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve))
  // The supervisor closes its copy of the port once all workers have closed theirs.
  if (noticeMilliseconds > 0 && cluster.isWorker) await pause(SUPERVISOR_MILLISECONDS)
  requests.release()
  if (noticeMilliseconds > 0) await Promise.race([closed, requests.untilNoneComes()])
  // Responses begun earlier may have promised keep-alive.
  const timer = setInterval(() => {
    server.closeIdleConnections()
    closeUnusedConnections(server)
  }, CLOSE_IDLE_EVERY_MILLISECONDS)
  await closed
  clearInterval(timer)
}

/** Ends keep-alive with each response. While requests are held, their clients send no others. */
function takeRequests(server: FastifyInstance['server']) {
  const handlers = server.listeners('request')
  let held: Parameters<RequestListener>[] | undefined
  let arrivedAt = 0
  const pass = (exchange: Parameters<RequestListener>) => {
    for (const handle of handlers) handle.apply(server, exchange)
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    response.shouldKeepAlive = false
    arrivedAt = performance.now()
    if (held) held.push([request, response])
    else pass([request, response])
  })
  return {
    hold() {
      held = []
    },
    release() {
      const waiting = held ?? []
      held = undefined
      for (const exchange of waiting) pass(exchange)
    },
    /** A proxy that is refused a connection leaves this machine out, also with those that it has. */
    async untilNoneComes() {
      arrivedAt = performance.now()
      const deadline = arrivedAt + MAX_WAIT_MILLISECONDS
      while (performance.now() - arrivedAt < IDLE_MILLISECONDS && performance.now() < deadline)
        await pause(LOOK_EVERY_MILLISECONDS)
    },
  }
}

const SUPERVISOR_MILLISECONDS = 200
/** Longer than a busy client waits between a response and its next connection. */
const QUIET_MILLISECONDS = 60
/** Longer than a busy proxy waits before it uses an idle connection. */
const IDLE_MILLISECONDS = 250
const LOOK_EVERY_MILLISECONDS = 10
const MAX_WAIT_MILLISECONDS = 1_500

/** Closing a port resets connections that are not accepted yet. Clients of held requests open no others, so wait until none arrives. */
async function untilNoneArrives(server: FastifyInstance['server']) {
  const deadline = performance.now() + MAX_WAIT_MILLISECONDS
  let arrivedAt = performance.now()
  const note = () => {
    arrivedAt = performance.now()
  }
  server.on('connection', note)
  do {
    await pause(LOOK_EVERY_MILLISECONDS)
    // Just after the event loop has accepted what waited.
    await setImmediate()
  } while (performance.now() - arrivedAt < QUIET_MILLISECONDS && performance.now() < deadline)
  server.off('connection', note)
}
