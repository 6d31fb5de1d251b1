import { AsyncResource } from 'node:async_hooks'
import { type IncomingHttpHeaders, IncomingMessage, METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Problem, type ProblemName, problemBody, sendProblem } from '#api/http/problem.ts'
import { inSpan, isTracing } from '#domain/platform/tracing.ts'
import type { Config } from '#settings/settings.ts'
import { DEFAULT_LANGUAGE } from '#texts/languages.ts'
import { ADMISSION } from './admission.ts'
import {
  type CountResponse,
  createAccessLog,
  createLogDestination,
  createLogger,
  type LogResponse,
  routeOf,
} from './log.ts'
import { parseJsonBodies } from './parse-json.ts'
import {
  closeUnusedConnections,
  createRequestIds,
  createTrust,
  limitConnectionsOfOne,
  newRequestId,
  traceIdOf,
  watchConnections,
} from './peers.ts'
import { securityHeaders } from './security-headers.ts'

export type ServeFromMemory = (request: FastifyRequest, reply: FastifyReply) => false | void | Promise<void>

interface ServerParts {
  serveFromMemory?: ServeFromMemory
  countResponse?: CountResponse
  rewriteUrl?: (request: IncomingMessage) => string
  /** The page that an address shows, by its pattern. */
  pageOf?: ((url: string) => string | undefined) | undefined
}

export function createHttpServer(
  { trustProxy, logLevel, publicUrl }: Pick<Config, 'trustProxy' | 'logLevel' | 'publicUrl'>,
  {
    serveFromMemory = () => false,
    countResponse = () => {},
    rewriteUrl = ({ url = '/' }) => url,
    pageOf,
  }: ServerParts = {},
): FastifyInstance {
  const destination = createLogDestination()
  const logger = createLogger(logLevel, destination)
  const writeLine = createAccessLog(logLevel, destination)
  const logResponse: LogResponse = (requestId, method, route, status, milliseconds, traceId, page) => {
    countResponse(method, route, status, milliseconds)
    writeLine(requestId, method, route, status, milliseconds, traceId, page)
  }
  const headers = securityHeaders({ publicUrl })

  const app = Fastify({
    ...SERVER_OPTIONS,
    // Log lines name the request themselves, so requests share one logger.
    childLoggerFactory: () => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trustProxy),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    rewriteUrl,
    // The address cannot be decoded; no hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => logResponse(request.id, request.method, 'unknown', reply.raw.statusCode, 0))
      sendProblem(error, request, reply.headers(headers).header('x-request-id', request.id))
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, headers, logResponse),
  })
  Object.assign(app, { log: logger })
  app.server.headersTimeout = ADMISSION.headersTimeout
  app.server.maxConnections = ADMISSION.maxConnections
  watchConnections(app.server)
  app.addHook('preClose', async () => closeUnusedConnections(app.server))
  limitConnectionsOfOne(app.server, ADMISSION.shareOfOneSender, createTrust(trustProxy))
  // Without a listener Node refuses an unknown expectation itself, without headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // Unregistered methods would get 404 instead of 405.
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method)
  parseJsonBodies(app)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(() => {
    throw new Problem('notFound')
  })

  app.addHook('onRequest', (request, reply, done) => {
    const isFromOutside = request.raw instanceof IncomingMessage
    if (isFromOutside && trustProxy.length > 0) dropPorts(request.raw.headers)
    const refusal = isFromOutside ? refusalOf(request.raw) : undefined
    // A page's call inside the process is part of the page's own request: neither counted nor logged.
    const log = createRequestLog(request, reply, isFromOutside ? logResponse : () => {}, pageOf)
    const served = refusal ? false : serveFromMemory(request, reply)
    if (served instanceof Promise) return void served.then(() => log())
    if (served !== false) return log()
    reply.raw.once('finish', log)
    if (isFromOutside) logCutOff(reply, log, writeLine)
    reply.headers(headers).header('x-request-id', request.id)
    if (isTracing() && !UNTRACED.test(routeOf(request))) return traceRequest(request, reply, () => done(refusal))
    done(refusal)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const within = spans.get(request)
    if (within) within(done)
    else done()
  })
  return app
}

const noCompiler = () => () => {
  throw new Error('JSON schemas are not compiled here: use zod')
}

const SERVER_OPTIONS = {
  // Fastify's own logger listens to the end of every response, a tenth of the cost of a cached page.
  logger: false,
  routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  requestTimeout: ADMISSION.requestTimeout,
  connectionTimeout: ADMISSION.connectionTimeout,
  keepAliveTimeout: ADMISSION.keepAliveTimeout,
  bodyLimit: ADMISSION.maxJsonBytes,
  // No route has a JSON schema, so Fastify's compilers for them are not loaded.
  schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  http: {
    maxHeaderSize: ADMISSION.maxHeaderBytes,
    connectionsCheckingInterval: ADMISSION.connectionsCheckingInterval,
    // `refusalOf` does it, with security headers.
    requireHostHeader: false,
  },
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const

const UNTRACED = /^\/(healthz|readyz|assets\/)/
/** Runs a hook within the span of its request: the events of a body's stream have lost it. */
const spans = new WeakMap<FastifyRequest, (hook: () => void) => void>()

function traceRequest(request: FastifyRequest, reply: FastifyReply, next: () => void) {
  const { method, headers } = request
  const route = routeOf(request)
  const attributes = { 'http.request.method': method, 'http.route': route }
  const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined
  void inSpan(
    `${method} ${route}`,
    attributes,
    async (add) => {
      const ended = new Promise((resolve) => reply.raw.once('finish', resolve).once('close', resolve))
      spans.set(
        request,
        AsyncResource.bind((hook: () => void) => hook()),
      )
      next()
      await ended
      add({ 'http.response.status_code': reply.raw.statusCode })
    },
    traceparent,
  )
}

function createRequestLog(
  request: FastifyRequest,
  reply: FastifyReply,
  write: LogResponse,
  pageOf: ServerParts['pageOf'],
) {
  const start = performance.now()
  const traceId = traceIdOf(request.headers.traceparent)
  return (status = reply.raw.statusCode, writeAs = write) => {
    const route = routeOf(request)
    const page = route === EVERY_PAGE ? pageOf?.(request.url) : undefined
    writeAs(request.id, request.method, route, status, performance.now() - start, traceId, page)
  }
}

const EVERY_PAGE = '/*'

/** Nginx's status for a client that hung up. */
const CLIENT_LEFT = 499

function logCutOff({ raw }: FastifyReply, log: ReturnType<typeof createRequestLog>, writeLine: LogResponse) {
  raw.once('close', () => {
    if (raw.writableFinished) return
    raw.off('finish', log)
    log(raw.headersSent ? raw.statusCode : CLIENT_LEFT, writeLine)
  })
}

/** Some proxies add the port, which would make each connection a visitor of its own. */
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

/** Violations of HTTP that Node's parser accepts. */
function refusalOf({ headers, rawHeaders, httpVersionMinor }: IncomingMessage) {
  if (headers.host === undefined && httpVersionMinor > 0) return new Problem('badRequest')
  // Node takes the first of several hosts; a proxy may have taken another.
  if (rawHeaders.filter(isHostName).length > 1) return new Problem('badRequest')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new Problem('expectationFailed')
}

const isHostName = (text: string, index: number) => index % 2 === 0 && text.length === 4 && /^host$/i.test(text)

const UNREADABLE: Record<string, ProblemName> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
}

/** Malformed or unfinished HTTP: there is no request, so the response goes to the bare connection. */
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
  // Both halves: a client that goes on sending would keep the connection open.
  socket.destroySoon()
  logResponse(requestId, 'unknown', 'unknown', problem.status, 0)
}
