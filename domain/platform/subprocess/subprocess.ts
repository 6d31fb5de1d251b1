import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Reply } from './reply.ts'

export interface WorkerProcess<Result, Task = Buffer> {
  /** Rejects with a WorkerFailure if the file took too long or more memory than it may. */
  run(task: Task, patience?: Patience): Promise<Result>
  stop(): Promise<void>
}

interface Patience {
  milliseconds: number
  maxWaiting: number
}

interface WorkerProcessOptions {
  /** The program; see scripts/vite-plugins.ts. */
  source: string
  deadlineMilliseconds: number
  idleMilliseconds?: number
  /** Runs at a lower priority than the server. */
  isInBackground?: boolean
}

/** The message is a code: a library's words may quote the file. */
export class WorkerFailure extends Error {}

const MAX_HEAP_MEGABYTES = 256
// Of the whole process: decoders and buffers are no part of V8's heap.
const MAX_PROCESS_BYTES = 1024 * 1024 * 1024
const LOOK_EVERY_MILLISECONDS = 50
// Libraries cache what they have read.
const MAX_HEAP_BYTES_BETWEEN_FILES = 96 * 1024 * 1024
const IDLE_MILLISECONDS = 10_000
// Loading a library on a busy machine takes long, whatever the file.
const START_MILLISECONDS = 30_000

type Outcome<Result> = Exclude<Reply<Result>, { isReady: true }>

interface Job<Result, Task> {
  task: Task
  resolve(result: Result): void
  reject(failure: WorkerFailure): void
}

/** One task at a time, with a deadline and a memory limit; docs/decisions/cv-check.md. */
export function createWorkerProcess<Result, Task extends object = Buffer>(
  options: WorkerProcessOptions,
): WorkerProcess<Result, Task> {
  const waiting: Job<Result, Task>[] = []
  const child = createChild(options, takeReply)
  let current: Job<Result, Task> | undefined
  let idle: NodeJS.Timeout | undefined
  let isStopped = false

  return {
    async run(task, patience) {
      if (isStopped || (patience && waiting.length >= patience.maxWaiting)) throw new WorkerFailure('busy')
      let timer: NodeJS.Timeout | undefined
      const result = new Promise<Result>((resolve, reject) => {
        const job = { task, resolve, reject }
        const giveUp = () => {
          if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1)
          reject(new WorkerFailure('busy'))
        }
        if (patience) timer = setTimeout(giveUp, patience.milliseconds)
        waiting.push(job)
        startNext()
      })
      return result.finally(() => clearTimeout(timer))
    },
    async stop() {
      isStopped = true
      for (const job of waiting.splice(0)) job.reject(new WorkerFailure('busy'))
      await fail('busy')
    },
  }

  function startNext() {
    if (current) return
    clearTimeout(idle)
    current = waiting.shift()
    if (current) child.send(current.task)
    else if (child.isRunning()) idle = setTimeout(child.end, options.idleMilliseconds ?? IDLE_MILLISECONDS).unref()
  }

  function takeReply(reply: Outcome<Result>) {
    // A failed task may have left the process in disorder.
    if ('error' in reply) return void fail(reply.error)
    if (reply.heapBytes > MAX_HEAP_BYTES_BETWEEN_FILES) child.end()
    finish((job) => job.resolve(reply.result))
  }

  async function fail(code: string) {
    const ended = child.end()
    finish((job) => job.reject(new WorkerFailure(code)))
    await ended
  }

  function finish(settle: (job: Job<Result, Task>) => void) {
    const finished = current
    current = undefined
    if (finished) settle(finished)
    if (!isStopped) startNext()
  }
}

/** The process is started with a task, and a task that takes too long fails. */
function createChild<Result>(options: WorkerProcessOptions, take: (reply: Outcome<Result>) => void) {
  const { source, deadlineMilliseconds, isInBackground } = options
  let child: ChildProcess | undefined
  let isReady = false
  let deadline: NodeJS.Timeout | undefined

  return {
    isRunning: () => child !== undefined,
    send(task: object) {
      child ??= start()
      limitTime()
      // A failure here ends the process, which is noticed.
      child.send(task, () => {})
    },
    async end() {
      const ended = child
      child = undefined
      clearTimeout(deadline)
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
      const exit = once(ended, 'exit')
      ended.kill('SIGKILL')
      await exit
    },
  }

  function start() {
    isReady = false
    const started = spawnWorker(source)
    started.on('message', (reply: Reply<Result>) => started === child && receive(reply))
    started.on('error', () => started === child && take({ error: 'error' }))
    started.on('exit', () => started === child && take({ error: 'exit' }))
    if (isInBackground && started.pid !== undefined) lowerPriority(started.pid, 'PRIORITY_BELOW_NORMAL')
    return started
  }

  function limitTime() {
    clearTimeout(deadline)
    deadline = setTimeout(() => take({ error: 'deadline' }), isReady ? deadlineMilliseconds : START_MILLISECONDS)
  }

  function receive(reply: Reply<Result>) {
    if ('isReady' in reply) {
      isReady = true
      return limitTime()
    }
    clearTimeout(deadline)
    take(reply)
  }
}

/**
 * A thread, because a task may block the event loop. It ends the process above its memory, and with its server: a killed
 * server enforces no deadline.
 */
export const GUARD = `
import { Worker as Guard } from 'node:worker_threads'
new Guard(\`setInterval(() => {
  const isOrphan = String(process.ppid) !== process.env.PARENT_PID
  if (isOrphan || process.memoryUsage.rss() > ${MAX_PROCESS_BYTES}) process.kill(process.pid, 'SIGKILL')
}, ${LOOK_EVERY_MILLISECONDS})\`, { eval: true }).unref()
`

function spawnWorker(source: string): ChildProcess {
  const started = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, '--input-type=module', '-'], {
    // Output may quote the file, the environment may hold secrets.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: { PARENT_PID: String(process.pid) },
    // Node resolves libraries from here, wherever the server was started.
    cwd: import.meta.dirname,
    serialization: 'advanced',
  })
  started.stdin?.on('error', () => {})
  started.stdin?.end(GUARD + source)
  // The server may end while it is idle.
  started.unref()
  started.channel?.unref()
  try {
    // Linux ends this process first when memory runs out.
    writeFileSync(`/proc/${started.pid}/oom_score_adj`, '1000')
  } catch {
    // Other systems have no such file.
  }
  return started
}

/** Best effort: not every system lets a process change priorities. */
export function lowerPriority(pid: number, priority: 'PRIORITY_BELOW_NORMAL' | 'PRIORITY_LOW') {
  try {
    setPriority(pid, constants.priority[priority])
  } catch {}
}
