import { randomBytes } from 'node:crypto'
import { type IncomingMessage, METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Problem, type ProblemName, problemBody, sendProblem } from '#api/http/problem.ts'
import type { Config } from '#settings/settings.ts'
import { DEFAULT_LANGUAGE } from '#texts/languages.ts'
import { securityHeaders } from './security-headers.ts'

const SECOND = 1000

/** Time and size limits hold for every request, whatever it asks for. */
const LIMITS = {
  headersTimeout: 10 * SECOND,
  // A CV over a slow line takes its time; a trickle that never ends does not get it.
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  // Who asks and never reads the answer is let go of, too.
  silence: 130 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
  bodyLimit: 64 * 1024,
  // What so many requests hold at most still fits into memory; a connection beyond is not taken.
  mostConnections: 8_000,
  maxHeaderSize: 16 * 1024,
}

/** A bare server with its limits, its log and its request ids; api and pages are registered by the caller. */
export function createHttpServer({
  trustProxy,
  logLevel,
  publicUrl,
}: Pick<Config, 'trustProxy' | 'logLevel' | 'publicUrl'>): FastifyInstance {
  const app = Fastify({
    logger: { level: logLevel, base: null, timestamp: isoTime, serializers: { err: describeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    requestTimeout: LIMITS.requestTimeout,
    connectionTimeout: LIMITS.silence,
    keepAliveTimeout: LIMITS.keepAliveTimeout,
    bodyLimit: LIMITS.bodyLimit,
    http: { maxHeaderSize: LIMITS.maxHeaderSize, connectionsCheckingInterval: LIMITS.connectionsCheckingInterval },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply.header('x-request-id', request.id))
    },
    clientErrorHandler: answerUnreadable,
  })
  app.server.headersTimeout = LIMITS.headersTimeout
  app.server.maxConnections = LIMITS.mostConnections
  // A method that nobody registered would be an unknown address; this way it is a wrong method.
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method)

  app.setErrorHandler(sendProblem)

  const headers = securityHeaders({ publicUrl })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
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

const UNREADABLE: Record<string, ProblemName> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
}

/** What is not even HTTP, or never ends, is answered on the bare line; there is no request to speak of. */
function answerUnreadable({ code = '' }: { code?: string }, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const problem = new Problem(UNREADABLE[code] ?? 'badRequest')
  const body = JSON.stringify(problemBody(problem, DEFAULT_LANGUAGE, requestIdOf({ headers: {} })))
  socket.write(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  // Not only our half: who goes on sending would keep the other one open for ever.
  socket.destroySoon()
}

function isoTime() {
  return `,"time":"${new Date().toISOString()}"`
}

/** Not every property of an error: a database may put the values of a row into `detail`. */
function describeError(error: Error & { code?: string }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...(error.code && { code: error.code }) }
}
