import cluster from 'node:cluster'
import { write, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import pino from 'pino'
import { RELEASE } from '#settings/release.ts'
import type { Config } from '#settings/settings.ts'
import { ownRole } from '../worker-role.ts'
import { reportError } from './error-reports.ts'

// Each write is handed to a thread, which costs more than making the lines.
const MIN_WRITTEN_BYTES = cluster.isWorker ? 2048 : 4096
// Workers share a pipe: writes up to PIPE_BUF arrive whole, so lines do not mix.
const MAX_WRITTEN_BYTES = cluster.isWorker ? 4096 : 16_384
const MAX_UNWRITTEN_MILLISECONDS = 200
// On a full disk or with a stopped reader; later lines are dropped.
const MAX_UNWRITTEN_BYTES = 1024 * 1024

interface LogDestination {
  write(line: string): void
}

/** One for the whole process, so that its lines stay in order. */
let standardOutput: LogDestination | undefined

export function createLogDestination(): LogDestination {
  standardOutput ??= new StandardOutput()
  return standardOutput
}

/** Not pino's destination, which throws on a full disk and then blocks the end of the process. */
class StandardOutput implements LogDestination {
  /** Whole lines, up to MAX_WRITTEN_BYTES each unless one line is longer. */
  private pieces: string[] = []
  private lastPieceBytes = 0
  private underWay: Buffer | undefined
  private isWriting = false
  private hasFailed = false
  private unwrittenBytes = 0
  private dropped = 0

  constructor() {
    setInterval(() => this.writeNext(), MAX_UNWRITTEN_MILLISECONDS).unref()
    process.once('exit', () => this.writeRest())
  }

  write(line: string) {
    const bytes = Buffer.byteLength(line)
    if (this.unwrittenBytes + bytes > MAX_UNWRITTEN_BYTES) {
      this.dropped++
      return
    }
    this.add(line, bytes)
    // After a failure the timer tries again, not every line.
    if (this.unwrittenBytes >= MIN_WRITTEN_BYTES && !this.hasFailed) this.writeNext()
  }

  private add(line: string, bytes: number) {
    if (this.pieces.length > 0 && this.lastPieceBytes + bytes <= MAX_WRITTEN_BYTES) {
      this.pieces[this.pieces.length - 1] += line
      this.lastPieceBytes += bytes
    } else {
      this.pieces.push(line)
      this.lastPieceBytes = bytes
    }
    this.unwrittenBytes += bytes
  }

  private writeNext() {
    const bytes = this.isWriting ? undefined : this.next()
    if (!bytes) return
    this.isWriting = true
    write(STANDARD_OUTPUT, bytes, (error, written) => {
      this.isWriting = false
      this.hasFailed = error !== null
      if (error) return
      this.take(written)
      if (this.underWay || this.unwrittenBytes >= MIN_WRITTEN_BYTES) this.writeNext()
    })
  }

  /** At the end of the process a reader gets a moment, a full disk none. */
  private writeRest() {
    if (this.isWriting) {
      // The thread writes these bytes itself; a moment mostly keeps the order.
      this.underWay = undefined
      sleep(THREAD_MILLISECONDS)
    }
    const deadline = Date.now() + MAX_LAST_MILLISECONDS
    for (let bytes = this.next(); bytes; bytes = this.next())
      try {
        this.take(writeSync(STANDARD_OUTPUT, bytes))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() > deadline) return
        sleep(READER_MILLISECONDS)
      }
  }

  private next() {
    if (!this.underWay && this.pieces.length === 0 && this.dropped > 0) {
      const line = `{"level":${WARN},"time":"${isoTime()}","lines":${this.dropped},"msg":"The log could not be written"}\n`
      this.add(line, Buffer.byteLength(line))
      this.dropped = 0
    }
    const piece = this.underWay ? undefined : this.pieces.shift()
    if (piece !== undefined) this.underWay = Buffer.from(piece)
    return this.underWay
  }

  private take(written: number) {
    this.unwrittenBytes = Math.max(0, this.unwrittenBytes - written)
    this.underWay = this.underWay && written < this.underWay.length ? this.underWay.subarray(written) : undefined
  }
}

const STANDARD_OUTPUT = 1
const MAX_LAST_MILLISECONDS = 1000
const READER_MILLISECONDS = 10
const THREAD_MILLISECONDS = 20
const WARN = pino.levels.values.warn

const sleep = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Which process wrote a line. A single process and the supervisor of several have no number. */
const ORIGIN = { instance: hostname(), ...(cluster.isWorker && { worker: ownRole().slot }), version: RELEASE }

export const createLogger = (level: Config['logLevel'], destination: LogDestination) =>
  pino(
    {
      level,
      base: ORIGIN,
      timestamp: () => `,"time":"${isoTime()}"`,
      serializers: { err: describeError },
      hooks: {
        logMethod(line, write, lineLevel) {
          if (lineLevel >= ERROR) reportError(line[0], line[1])
          write.apply(this, line)
        },
      },
    },
    destination,
  )

const ERROR = pino.levels.values.error as number

const INFO = pino.levels.values.info

/** Without personal data. A logger's call would cost an eighth of a cached page, and no value needs escaping. */
export function createAccessLog(level: Config['logLevel'], destination: LogDestination): LogResponse {
  if (level !== 'info') return () => {}
  const origin = JSON.stringify(ORIGIN).slice(1)
  return (requestId, method, route, status, milliseconds, traceId, page) => {
    const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`
    const shown = page === undefined ? '' : `,"page":"${page}"`
    destination.write(
      `{"level":${INFO},"time":"${isoTime()}","requestId":"${requestId}"${trace},"method":"${method}","route":"${route}"${shown},"status":${status},"milliseconds":${Math.round(milliseconds * 10) / 10},${origin}\n`,
    )
  }
}

export type CountResponse = (method: string, route: string, status: number, milliseconds: number) => void

export type LogResponse = (
  requestId: string,
  method: string,
  route: string,
  status: number,
  milliseconds: number,
  traceId?: string | undefined,
  page?: string | undefined,
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

/** Without `detail`, which may hold values of a row. */
function describeError(error: Error & { code?: string }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...(error.code && { code: error.code }) }
}
