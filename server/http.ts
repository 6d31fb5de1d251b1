import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { sendProblem } from '#api/errors.ts'
import type { Config } from './config.ts'

const SECOND = 1000

/** Time and size limits hold for every request, whatever it asks for. */
const LIMITS = {
  headersTimeout: 10 * SECOND,
  // A CV over a slow line takes its time; a trickle that never ends does not get it.
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
  bodyLimit: 64 * 1024,
  maxHeaderSize: 16 * 1024,
}

/** A bare server with its limits, its log and its request ids; api and pages are registered by the caller. */
export function createHttpServer({ trustProxy, logLevel }: Pick<Config, 'trustProxy' | 'logLevel'>): FastifyInstance {
  const app = Fastify({
    logger: { level: logLevel, base: null, timestamp: isoTime, serializers: { err: describeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    requestTimeout: LIMITS.requestTimeout,
    keepAliveTimeout: LIMITS.keepAliveTimeout,
    bodyLimit: LIMITS.bodyLimit,
    http: { maxHeaderSize: LIMITS.maxHeaderSize, connectionsCheckingInterval: LIMITS.connectionsCheckingInterval },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
  })
  app.server.headersTimeout = LIMITS.headersTimeout

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })

  // One line for each request. Addresses of visitors, query strings and bodies are personal and stay out;
  // the route stands for the address, which a stranger may have filled with anything.
  app.addHook('onResponse', async (request, reply) => {
    app.log.info({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.raw.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    })
  })

  return app
}

const ID_BYTES = 12

/** An id given by a proxy, or by a page that calls the API in the process, is kept if it is harmless to log. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>) {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomBytes(ID_BYTES).toString('base64url')
}

function isoTime() {
  return `,"time":"${new Date().toISOString()}"`
}

/** Not every property of an error: a database may put the values of a row into `detail`. */
function describeError(error: Error & { code?: string }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...(error.code && { code: error.code }) }
}
