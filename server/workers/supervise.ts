import cluster, { type Worker } from 'node:cluster'
import { createKnownVisitors } from '#domain/operations/visitors/known-visitors.ts'
import { MINUTE, SECOND } from '#domain/platform/durations.ts'
import type { Config } from '#settings/settings.ts'
import { createLogDestination, createLogger } from '../http/log.ts'
import { workerEnvironment } from '../worker-role.ts'
import { answerAboutVisitors } from './known-visitors.ts'
import type { FromPrimary, FromWorker } from './worker.ts'

export const WORKER_SERVES = 'A worker is serving'

const PING_INTERVAL_MILLISECONDS = SECOND
const MAX_UNANSWERED_PINGS = 10
const FIRST_RESTART_MILLISECONDS = 100
const SLOWEST_RESTART_MILLISECONDS = 30 * SECOND
/** A worker that lived this long had no failed start. */
const LIVED_LONG_MILLISECONDS = MINUTE

const EMPTY_SEAT = { isReady: false, startedAt: 0, unansweredPings: 0, failures: 0 }

type Seat = typeof EMPTY_SEAT & { slot: number; worker?: Worker | undefined }

/** Starts the workers, replaces those that crash or hang, and ends them with itself. docs/decisions/workers.md */
export function superviseWorkers({ workers, logLevel }: Pick<Config, 'workers' | 'logLevel'>, program: string) {
  const log = createLogger(logLevel, createLogDestination())
  const seats = Array.from({ length: workers }, (_, slot): Seat => ({ slot, ...EMPTY_SEAT }))
  const knownVisitors = createKnownVisitors()
  let hasStarted = false
  let isEnding = false
  let exitCode = 0
  // On a full disk a worker's output is lost; the process goes on.
  process.stderr.on('error', () => {})
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program, args: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  // The first one alone migrates the database and checks the settings.
  fill(seats[0] as Seat)
  setInterval(() => isEnding || pingAll(seats, log), PING_INTERVAL_MILLISECONDS).unref()
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
    answerAboutVisitors(knownVisitors, worker)
    // Not `exit`: the last output may arrive after it.
    worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) =>
      onEnd(seat, { pid: worker.process.pid, code, signal, lastLine: lastWords.line() }),
    )
  }

  function onReady(seat: Seat) {
    seat.isReady = true
    log.info({ pid: seat.worker?.process.pid }, WORKER_SERVES)
    if (hasStarted) return
    hasStarted = true
    for (const other of seats) if (other !== seat && !isEnding) fill(other)
  }

  function onEnd(seat: Seat, end: { code: number | null; [detail: string]: unknown }) {
    seat.worker = undefined
    if (isEnding) {
      // A worker that did not serve yet had nothing to finish.
      if (seat.isReady && end.code !== 0) exitCode = 1
      if (seats.every(({ worker }) => !worker)) process.exit(exitCode)
      return
    }
    // Its output says why; the others would fail, too.
    if (!hasStarted) process.exit(end.code ?? 1)
    const hasLivedLong = performance.now() - seat.startedAt > LIVED_LONG_MILLISECONDS
    seat.failures = hasLivedLong ? 1 : seat.failures + 1
    const delay = Math.min(SLOWEST_RESTART_MILLISECONDS, FIRST_RESTART_MILLISECONDS * 2 ** (seat.failures - 1))
    log.error({ ...end, restartMilliseconds: delay }, 'A worker ended and is being restarted')
    setTimeout(() => isEnding || fill(seat), delay)
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

/** Counts pings, not time: a stopped primary or a changed clock is no fault of a worker. */
function pingAll(seats: Seat[], log: ReturnType<typeof createLogger>) {
  for (const seat of seats) {
    if (!seat.worker || !seat.isReady) continue
    if (seat.unansweredPings === 0) tell(seat.worker, 'ping')
    seat.unansweredPings++
    if (seat.unansweredPings !== MAX_UNANSWERED_PINGS) continue
    log.error({ pid: seat.worker.process.pid, seconds: MAX_UNANSWERED_PINGS }, 'A worker hangs and is being killed')
    seat.worker.process.kill('SIGKILL')
  }
}

/** Errors are ignored: a worker with a closed channel ends by itself. */
function tell(worker: Worker, message: FromPrimary) {
  worker.send(message, () => {})
}

const MAX_KEPT_LETTERS = 8_000
const NOT_THE_REASON = /^(\s|Node\.js v|$)/

/** The last line that a process wrote; of an uncaught error its message, not the stack below it. */
export function createLastWords() {
  let text = ''
  return {
    add(chunk: Buffer | string) {
      text = (text + chunk).slice(-MAX_KEPT_LETTERS)
    },
    line() {
      return text.split('\n').findLast((line) => !NOT_THE_REASON.test(line)) ?? ''
    },
  }
}
