import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'

export const SHUTDOWN_MILLISECONDS = 30_000
const CLOSE_IDLE_EVERY_MILLISECONDS = 50

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
    await Promise.all([drainRequests(app), ...others.map((other) => other?.close())])
    await app.close()
    process.exit(0)
  }
}

/** Finishes requests before Fastify closes, because pages call the API until then. Ends keep-alive with each response. */
export async function drainRequests({ server }: FastifyInstance) {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // Responses begun earlier may have promised keep-alive.
  const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MILLISECONDS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(timer)
}
