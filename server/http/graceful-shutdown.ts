import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN_AFTER_MILLISECONDS = 50

/**
 * Takes no new connection and answers everything that has arrived, before Fastify begins to close: from then on pages could not ask
 * the API any more. Every answer from here on ends its connection.
 */
export async function finishRequests({ server }: FastifyInstance) {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // An answer that was begun before the end may have promised to keep its connection.
  const timer = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_AFTER_MILLISECONDS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(timer)
}
