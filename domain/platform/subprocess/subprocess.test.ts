import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { createWorkerProcess, GUARD, type WorkerProcess } from './subprocess.ts'

const SOURCE = `
  const deeds = {
    answer: () => process.pid,
    loop: () => { for (;;); },
    allocate: () => { const kept = []; for (;;) kept.push(new Array(1000).fill(Math.random())) },
    fill: () => { const kept = new Map(); for (let each = 0; ; each++) kept.set(each, each) },
    take: () => Array.from({ length: 20 }, () => Buffer.alloc(1e8, 1)).length && process.pid,
    end: () => process.exit(0),
    crash: () => { setImmediate(() => { throw new Error('crash') }) },
    print: () => { console.log('x'.repeat(1e6)); console.error('x'.repeat(1e6)); return process.pid },
    grow: () => process.pid,
  }
  process.send({ isReady: true })
  process.on('message', (bytes) => {
    const deed = bytes.toString()
    try {
      const result = deeds[deed]()
      if (result !== undefined) process.send({ result, heapBytes: deed === 'grow' ? 1e9 : 0 })
    } catch (error) {
      process.send({ error: error.name })
    }
  })
`

const started: WorkerProcess<number>[] = []
afterEach(() => Promise.all(started.splice(0).map((worker) => worker.stop())))

function start(options = {}) {
  const worker = createWorkerProcess<number>({ source: SOURCE, deadlineMilliseconds: 15_000, ...options })
  started.push(worker)
  return worker
}

const deed = (name: string) => Buffer.from(name)

test.each([
  ['never ends', 'loop', { deadlineMilliseconds: 1000 }],
  ['takes all memory, a little at a time', 'allocate', {}],
  ['takes all memory at once', 'fill', {}],
  ['takes memory outside the heap', 'take', {}],
  ['ends the process', 'end', {}],
  ['crashes the process', 'crash', {}],
])('a file that %s fails alone, and the next is read by another process', async (_what, name, options) => {
  const { run } = start(options)
  const [failed, next] = await Promise.allSettled([run(deed(name)), run(deed('answer'))])
  expect([failed.status, next.status]).toEqual(['rejected', 'fulfilled'])
})

test('one process reads many files, whatever it prints, and ends when there are no more', async () => {
  const { run } = start({ idleMilliseconds: 100 })
  const [first, second] = await Promise.all([run(deed('answer')), run(deed('print'))])
  expect(second).toBe(first)
  await expect.poll(() => isAlive(first), { timeout: 60_000 }).toBe(false)
})

test('a process that has grown is replaced', async () => {
  const { run } = start()
  const [first, second] = await Promise.all([run(deed('grow')), run(deed('answer'))])
  expect(second).not.toBe(first)
})

test('a caller that cannot wait is refused in time', async () => {
  const { run } = start()
  const endless = run(deed('loop')).catch(() => {})
  await expect(run(deed('answer'), { milliseconds: 20, maxWaiting: 5 })).rejects.toThrow('busy')
  await expect(run(deed('answer'), { milliseconds: 20_000, maxWaiting: 0 })).rejects.toThrow('busy')
  await Promise.all(started.map((worker) => worker.stop()))
  await endless
})

test('a process whose server is gone ends by itself', async () => {
  const orphan = spawn(process.execPath, ['--input-type=module', '-'], {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: { PARENT_PID: 'another' },
  })
  orphan.stdin?.end(`${GUARD};for (;;);`)
  expect((await once(orphan, 'exit'))[1]).toBe('SIGKILL')
})

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
