import { type IncomingHttpHeaders, IncomingMessage, METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Problem, type ProblemName, problemBody, sendProblem } from '#api/http/problem.ts'
import type { Config } from '#settings/settings.ts'
import { DEFAULT_LANGUAGE } from '#texts/languages.ts'
import type { CountResponse } from '../metrics/measurements.ts'
import { ADMISSION } from './admission.ts'
import { createAccessLog, createLogDestination, createLogger, type LogResponse, routeOf } from './log.ts'
import { parseJsonBodies } from './parse-json.ts'
import { createTrust, limitConnectionsOfOne } from './peers.ts'
import { createRequestIds, newRequestId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import { traceIdOf } from './trace-id.ts'

/** Takes the request over, or returns false. What it sends brings all its headers along. */
export type ServeFromMemory = (request: FastifyRequest, reply: FastifyReply) => false | void | Promise<void>

/** A bare server with its limits, its log and its request ids; api and pages are registered by the caller. */
export function createHttpServer(
  { trustProxy, logLevel, publicUrl }: Pick<Config, 'trustProxy' | 'logLevel' | 'publicUrl'>,
  serveFromMemory: ServeFromMemory = () => false,
  countResponse: CountResponse = () => {},
  rewriteUrl: (request: IncomingMessage) => string = ({ url = '/' }) => url,
): FastifyInstance {
  const destination = createLogDestination()
  const logger = createLogger(logLevel, destination)
  const writeLine = createAccessLog(logLevel, destination)
  const logResponse: LogResponse = (requestId, method, route, status, milliseconds, traceId) => {
    countResponse(method, route, status, milliseconds)
    writeLine(requestId, method, route, status, milliseconds, traceId)
  }
  const headers = securityHeaders({ publicUrl })

  const app = Fastify({
    // Ours, below: for one of its own Fastify listens to the end of every response, which costs a tenth of a cached page.
    logger: false,
    // Log lines name the request themselves, so a logger of its own for each request would only cost time.
    childLoggerFactory: () => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trustProxy),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    rewriteUrl,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    requestTimeout: ADMISSION.requestTimeout,
    connectionTimeout: ADMISSION.connectionTimeout,
    keepAliveTimeout: ADMISSION.keepAliveTimeout,
    bodyLimit: ADMISSION.maxJsonBytes,
    http: {
      maxHeaderSize: ADMISSION.maxHeaderBytes,
      connectionsCheckingInterval: ADMISSION.connectionsCheckingInterval,
      // Refused below instead: what Node refuses by itself has no security headers.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Before any hook: the address cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => logResponse(request.id, request.method, 'unknown', reply.raw.statusCode, 0))
      sendProblem(error, request, reply.headers(headers).header('x-request-id', request.id))
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, headers, logResponse),
  })
  Object.assign(app, { log: logger })
  app.server.headersTimeout = ADMISSION.headersTimeout
  app.server.maxConnections = ADMISSION.maxConnections
  limitConnectionsOfOne(app.server, ADMISSION.shareOfOneSender, createTrust(trustProxy))
  // Node would refuse an unknown expectation by itself, without any header.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // A method that nobody registered would be an unknown address; this way it is a wrong method.
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method)

  parseJsonBodies(app)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(() => {
    throw new Problem('notFound')
  })

  app.addHook('onRequest', (request, reply, done) => {
    const start = performance.now()
    const isFromOutside = request.raw instanceof IncomingMessage
    if (isFromOutside && trustProxy.length > 0) dropPorts(request.raw.headers)
    // What a page asks the API inside the process is part of the page's own request.
    const writeOrCount = isFromOutside ? logResponse : writeLine
    const traceId = traceIdOf(request.headers.traceparent)
    const logTo = (write: LogResponse, status: number) =>
      write(request.id, request.method, routeOf(request), status, performance.now() - start, traceId)
    const log = () => logTo(writeOrCount, reply.raw.statusCode)
    const refusal = isFromOutside ? refusalOf(request.raw) : undefined
    const served = refusal ? false : serveFromMemory(request, reply)
    if (served instanceof Promise) return void served.then(log)
    if (served !== false) return log()
    reply.raw.once('finish', log)
    // It was no response, so it is not counted as one; but nobody asks without leaving a line.
    reply.raw.once('close', () => {
      if (!isFromOutside || reply.raw.writableFinished) return
      reply.raw.off('finish', log)
      logTo(writeLine, reply.raw.headersSent ? reply.raw.statusCode : CLIENT_LEFT)
    })
    reply.headers(headers).header('x-request-id', request.id)
    done(refusal)
  })

  return app
}

/** Of no registry; nginx and others log it for a client that hung up before it was answered. */
const CLIENT_LEFT = 499

/** Some proxies write the port of the connection beside the address; each connection would be a visitor of its own. */
function dropPorts(headers: IncomingHttpHeaders) {
  const written = headers['x-forwarded-for']
  if (typeof written === 'string' && written.includes(':'))
    headers['x-forwarded-for'] = written.split(',').map(withoutPort).join(',')
}

function withoutPort(written: string) {
  const address = written.trim()
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\d*)?$|^([\d.]+):\d*$/.exec(address) ?? []
  return inBrackets ?? beforePort ?? address
}

/** What Node's parser lets through and HTTP does not. */
function refusalOf({ headers, rawHeaders, httpVersionMinor }: IncomingMessage) {
  if (headers.host === undefined && httpVersionMinor > 0) return new Problem('badRequest')
  // Node takes the first of several hosts; a proxy in front may have taken another.
  if (rawHeaders.filter(isHostName).length > 1) return new Problem('badRequest')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new Problem('expectationFailed')
}

const isHostName = (text: string, index: number) => index % 2 === 0 && text.length === 4 && /^host$/i.test(text)

const UNREADABLE: Record<string, ProblemName> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
}

/** What is not even HTTP, or never ends, is answered on the bare connection; there is no request to speak of. */
function refuseUnreadable(
  { code = '' }: { code?: string },
  socket: Socket,
  headers: Record<string, string>,
  logResponse: LogResponse,
) {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const problem = new Problem(UNREADABLE[code] ?? 'badRequest')
  const requestId = newRequestId()
  const body = JSON.stringify(problemBody(problem, DEFAULT_LANGUAGE, requestId))
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': DEFAULT_LANGUAGE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    date: new Date().toUTCString(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'))
  // Not only our half: a client that goes on sending would keep the other one open for ever.
  socket.destroySoon()
  logResponse(requestId, 'unknown', 'unknown', problem.status, 0)
}
