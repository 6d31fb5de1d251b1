import cluster, { type Worker } from 'node:cluster'
import { MINUTE, SECOND } from '#domain/platform/durations.ts'
import type { Config } from '#settings/settings.ts'
import { createLogDestination, createLogger } from '../http/log.ts'
import { createLastWords } from './last-words.ts'
import { type FromPrimary, type FromWorker, workerEnvironment } from './messages.ts'

const PING_INTERVAL_MILLISECONDS = SECOND
/** Unanswered pings in a row, one a second, before a worker is replaced. */
const MAX_UNANSWERED_PINGS = 10
const FIRST_RESTART_MILLISECONDS = 100
const SLOWEST_RESTART_MILLISECONDS = 30 * SECOND
/** One that lived as long as this was no failed start: its successor need not wait. */
const LIVED_LONG_MILLISECONDS = MINUTE

/** One of the workers, whichever process has its place. */
interface Seat {
  slot: number
  worker: Worker | undefined
  isReady: boolean
  startedAt: number
  unansweredPings: number
  failures: number
}

/**
 * The primary process of several: it serves nothing itself, starts the workers, replaces those that crash or hang, and ends them
 * with itself. Workers accept connections by themselves, on sockets they share: of one that is stopped or killed nobody waits for
 * a connection that the primary handed to it.
 */
export function superviseWorkers({ workers, logLevel }: Pick<Config, 'workers' | 'logLevel'>, program: string) {
  const log = createLogger(logLevel, createLogDestination())
  const seats = Array.from({ length: workers }, (_, slot): Seat => newSeat(slot))
  let hasStarted = false
  let isEnding = false
  let exitCode = 0
  // On a full disk a worker's output is lost; the process goes on.
  process.stderr.on('error', () => {})
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program, args: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  // Alone, because it brings the database up to date and finds out whether the settings can be used.
  fill(seats[0] as Seat)
  setInterval(pingAll, PING_INTERVAL_MILLISECONDS).unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)

  function fill(seat: Seat) {
    const worker = cluster.fork(workerEnvironment({ slot: seat.slot, announces: seat.slot === 0 && !hasStarted }))
    Object.assign(seat, { worker, isReady: false, startedAt: performance.now(), unansweredPings: 0 })
    const lastWords = createLastWords()
    worker.process.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      lastWords.add(chunk)
    })
    worker.on('message', (message: FromWorker) => {
      if (message === 'ready') onReady(seat)
      if (message === 'pong') seat.unansweredPings = 0
    })
    // Not at its exit: what it said last may arrive after it.
    worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) =>
      onEnd(seat, worker.process.pid, { code, signal, lastLine: lastWords.line() }),
    )
  }

  function onReady(seat: Seat) {
    seat.isReady = true
    log.info({ pid: seat.worker?.process.pid }, 'A worker serves')
    if (hasStarted) return
    hasStarted = true
    for (const other of seats) if (other !== seat && !isEnding) fill(other)
  }

  function onEnd(seat: Seat, pid: number | undefined, end: WorkerEnd) {
    seat.worker = undefined
    if (isEnding) {
      // One that had not begun to serve had nothing to finish.
      if (seat.isReady && end.code !== 0) exitCode = 1
      if (seats.every(({ worker }) => !worker)) process.exit(exitCode)
      return
    }
    // It has said why; none of the others would fare better.
    if (!hasStarted) process.exit(end.code ?? 1)
    const hasLivedLong = performance.now() - seat.startedAt > LIVED_LONG_MILLISECONDS
    seat.failures = hasLivedLong ? 1 : seat.failures + 1
    const delay = Math.min(SLOWEST_RESTART_MILLISECONDS, FIRST_RESTART_MILLISECONDS * 2 ** (seat.failures - 1))
    log.error({ pid, ...end, restartMilliseconds: delay }, 'A worker has ended and is started again')
    setTimeout(() => {
      if (!isEnding) fill(seat)
    }, delay)
  }

  /** Counts pings, not time: where this process was stopped itself, or the clock was set, no worker is to blame. */
  function pingAll() {
    for (const seat of seats) {
      if (!seat.worker || !seat.isReady || isEnding) continue
      if (seat.unansweredPings === 0) tell(seat.worker, 'ping')
      seat.unansweredPings++
      if (seat.unansweredPings !== MAX_UNANSWERED_PINGS) continue
      log.error({ pid: seat.worker.process.pid, seconds: MAX_UNANSWERED_PINGS }, 'A worker hangs and is killed')
      seat.worker.process.kill('SIGKILL')
    }
  }

  /** Workers finish open requests; a second signal ends them at once. A closing terminal may signal twice. */
  function endAll(signal: NodeJS.Signals) {
    if (isEnding && signal === 'SIGHUP') return
    const alive = seats.flatMap(({ worker, isReady }) => (worker ? [{ worker, isReady }] : []))
    if (isEnding || alive.length === 0) {
      for (const { worker } of alive) worker.process.kill('SIGKILL')
      process.exit(isEnding ? 1 : 0)
    }
    isEnding = true
    for (const { worker, isReady } of alive)
      if (isReady) tell(worker, 'end')
      else worker.process.kill('SIGTERM')
  }
}

interface WorkerEnd {
  code: number | null
  signal: NodeJS.Signals | null
  lastLine: string
}

function newSeat(slot: number): Seat {
  return { slot, worker: undefined, isReady: false, startedAt: 0, unansweredPings: 0, failures: 0 }
}

/** A worker whose channel is closed ends by itself, and is seen to. */
function tell(worker: Worker, message: FromPrimary) {
  worker.send(message, () => {})
}
