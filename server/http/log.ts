import cluster from 'node:cluster'
import { write, writeSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Config } from '#settings/settings.ts'

// Each write is handed to a thread, which under load would cost more than making the lines.
const MIN_WRITTEN_BYTES = cluster.isWorker ? 2048 : 4096
// Workers write to one pipe: what is no longer than this arrives in one piece (PIPE_BUF), so their lines do not mix.
const MAX_WRITTEN_BYTES = cluster.isWorker ? 4096 : 16_384
const MAX_UNWRITTEN_MILLISECONDS = 200
// Of a disk that is full, or a reader that has stopped; what comes after is dropped.
const MAX_UNWRITTEN_BYTES = 1024 * 1024

interface LogDestination {
  write(line: string): void
}

/**
 * Where log lines go. Writing does not wait for the disk or the terminal behind standard output; what has not been written yet is
 * written a moment later, and when the process ends, also by an uncaught error. A log that cannot be written is no reason to stop
 * serving: not pino's own destination, which throws when the disk is full and then tries for ever to write while the process ends.
 */
export function createLogDestination(): LogDestination {
  standardOutput ??= openStandardOutput()
  return standardOutput
}

/** One for all of a process, so that its lines stay in order while it runs. */
let standardOutput: LogDestination | undefined

function openStandardOutput(): LogDestination {
  /** Whole lines, in pieces of no more than what is written at once, unless one line is longer. */
  const pieces: string[] = []
  let lastPieceBytes = 0
  let underWay: Buffer | undefined
  let isWriting = false
  let hasFailed = false
  let unwrittenBytes = 0
  let dropped = 0
  setInterval(writeNext, MAX_UNWRITTEN_MILLISECONDS).unref()
  process.once('exit', writeRest)

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (unwrittenBytes + bytes > MAX_UNWRITTEN_BYTES) {
        dropped++
        return
      }
      add(line, bytes)
      // After a failure the timer tries again, not every line.
      if (unwrittenBytes >= MIN_WRITTEN_BYTES && !hasFailed) writeNext()
    },
  }

  function add(line: string, bytes: number) {
    if (pieces.length > 0 && lastPieceBytes + bytes <= MAX_WRITTEN_BYTES) {
      pieces[pieces.length - 1] += line
      lastPieceBytes += bytes
    } else {
      pieces.push(line)
      lastPieceBytes = bytes
    }
    unwrittenBytes += bytes
  }

  function writeNext() {
    if (isWriting || !hasMore()) return
    isWriting = true
    write(STANDARD_OUTPUT, underWay as Buffer, (error, written) => {
      isWriting = false
      hasFailed = error !== null
      if (error) return
      take(written)
      if (underWay || unwrittenBytes >= MIN_WRITTEN_BYTES) writeNext()
    })
  }

  /** The process ends: a reader is given a moment, a full disk none. */
  function writeRest() {
    if (isWriting) {
      // What the thread has got is its own. It gets a moment, so that its lines mostly stand first; nothing tells when it is done.
      underWay = undefined
      sleep(THREAD_MILLISECONDS)
    }
    const deadline = Date.now() + MAX_LAST_MILLISECONDS
    while (hasMore())
      try {
        take(writeSync(STANDARD_OUTPUT, underWay as Buffer))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() > deadline) return
        sleep(READER_MILLISECONDS)
      }
  }

  /** Whether there is anything to write, which is then under way. */
  function hasMore() {
    if (!underWay && pieces.length === 0 && dropped > 0) {
      const line = `{"level":${WARN},"time":"${isoTime()}","lines":${dropped},"msg":"The log could not be written"}\n`
      add(line, Buffer.byteLength(line))
      dropped = 0
    }
    underWay ??= pieces.length > 0 ? Buffer.from(pieces.shift() as string) : undefined
    return underWay !== undefined
  }

  function take(written: number) {
    unwrittenBytes = Math.max(0, unwrittenBytes - written)
    underWay = underWay && written < underWay.length ? underWay.subarray(written) : undefined
  }
}

const STANDARD_OUTPUT = 1
const MAX_LAST_MILLISECONDS = 1000
const READER_MILLISECONDS = 10
const THREAD_MILLISECONDS = 20
const WARN = pino.levels.values.warn

/** Of the whole process, which is about to end. */
function sleep(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

export const createLogger = (level: Config['logLevel'], destination: LogDestination) =>
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
export function createAccessLog(level: Config['logLevel'], destination: LogDestination) {
  if (level !== 'info') return (() => {}) as LogResponse
  const logResponse: LogResponse = (requestId, method, route, status, milliseconds, traceId) => {
    const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`
    destination.write(
      `{"level":${INFO},"time":"${isoTime()}","requestId":"${requestId}"${trace},"method":"${method}","route":"${route}","status":${status},"milliseconds":${Math.round(milliseconds * 10) / 10}}\n`,
    )
  }
  return logResponse
}

export type CountResponse = (method: string, route: string, status: number, milliseconds: number) => void

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
