import cluster from 'node:cluster'
import type { FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Config } from '#settings/settings.ts'

// Each write is handed to a thread, which under load would cost more than making the lines.
const MIN_WRITTEN_BYTES = 4096
const MAX_UNWRITTEN_MILLISECONDS = 200
// Workers write to one pipe: what is no longer than this arrives in one piece (PIPE_BUF), so their lines do not mix.
const SHARED_OUTPUT = cluster.isWorker ? { minLength: 2048, maxWrite: 4096 } : undefined

/**
 * Where log lines go. Writing does not wait for the disk or the terminal behind standard output; what has not been written yet is
 * written a moment later, and when the process ends, also by an uncaught error.
 */
export function createLogDestination() {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: MIN_WRITTEN_BYTES,
    periodicFlush: MAX_UNWRITTEN_MILLISECONDS,
    ...SHARED_OUTPUT,
  })
}

type Destination = ReturnType<typeof createLogDestination>

export const createLogger = (level: Config['logLevel'], destination: Destination) =>
  pino(
    { level, base: null, timestamp: () => `,"time":"${isoTime()}"`, serializers: { err: describeError } },
    destination,
  )

const INFO = pino.levels.values.info

/**
 * One line for each response. Addresses of visitors, query strings and bodies are personal and stay out; the route stands for the
 * address, which a stranger may have filled with anything. Written by hand: no value needs escaping, and a cached page costs so
 * little that a logger's call would be an eighth of it.
 */
export function createAccessLog(level: Config['logLevel'], destination: Destination) {
  if (level !== 'info') return (() => {}) as LogResponse
  const logResponse: LogResponse = (requestId, method, route, status, milliseconds, traceId) => {
    const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`
    destination.write(
      `{"level":${INFO},"time":"${isoTime()}","requestId":"${requestId}"${trace},"method":"${method}","route":"${route}","status":${status},"milliseconds":${Math.round(milliseconds * 10) / 10}}\n`,
    )
  }
  return logResponse
}

export type LogResponse = (
  requestId: string,
  method: string,
  route: string,
  status: number,
  milliseconds: number,
  traceId?: string | undefined,
) => void

export const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'unknown'

let lastMoment = 0
let lastIsoTime = ''

function isoTime() {
  const now = Date.now()
  if (now !== lastMoment) {
    lastMoment = now
    lastIsoTime = new Date(now).toISOString()
  }
  return lastIsoTime
}

/** Not every property of an error: a database may put the values of a row into `detail`. */
function describeError(error: Error & { code?: string }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...(error.code && { code: error.code }) }
}
