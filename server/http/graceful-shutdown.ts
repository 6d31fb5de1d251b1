import type { FastifyInstance } from 'fastify'

/** What takes longer is cut off. */
export const SHUTDOWN_MILLISECONDS = 30_000
const CLOSE_IDLE_EVERY_MILLISECONDS = 50

/**
 * Takes no new connection and answers every request that has arrived, before Fastify begins to close: from then on pages could not
 * call the API any more. Every response from here on ends its connection.
 */
export async function drainRequests({ server }: FastifyInstance) {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // A response that was begun before may have promised to keep its connection.
  const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MILLISECONDS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(timer)
}
