import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'
import { TooBusy } from './too-busy.ts'

/** A task that ends when the test says so. */
function aTask<Result>(result: Result) {
  let end = () => {}
  let fail = () => {}
  const promise = new Promise<Result>((resolve, reject) => {
    end = () => resolve(result)
    fail = () => reject(new Error('no'))
  })
  return { run: () => promise, end, fail }
}

test('runs one task at a time, in order', async () => {
  const run = createSerialQueue<string>(5)
  const first = aTask('first')
  const started: string[] = []
  const results = [
    run('a', first.run),
    run('b', async () => {
      started.push('b')
      return 'second'
    }),
  ]
  await Promise.resolve()
  expect(started).toEqual([])
  first.end()
  expect(await Promise.all(results)).toEqual(['first', 'second'])
})

test('asking for what is under way shares its result', async () => {
  const run = createSerialQueue<string>(0)
  const task = aTask('once')
  const results = [run('a', task.run), run('a', () => Promise.reject(new Error('twice')))]
  task.end()
  expect(await Promise.all(results)).toEqual(['once', 'once'])
})

test('refuses what would wait too long, but nothing in the background', async () => {
  const run = createSerialQueue<string>(1)
  const task = aTask('slow')
  const running = run('running', task.run)
  const waiting = run('waiting', async () => 'waited')
  await expect(run('refused', async () => 'no')).rejects.toBeInstanceOf(TooBusy)
  const background = run('background', async () => 'ahead', { isBackground: true })
  task.end()
  expect(await Promise.all([running, waiting, background])).toEqual(['slow', 'waited', 'ahead'])
  expect(await run('refused', async () => 'now')).toBe('now')
})

test('goes on after a task that failed, and runs it again when asked again', async () => {
  const run = createSerialQueue<string>(1)
  const task = aTask('never')
  const failing = run('a', task.run)
  const next = run('b', async () => 'next')
  task.fail()
  await expect(failing).rejects.toThrow('no')
  expect([await next, await run('a', async () => 'again')]).toEqual(['next', 'again'])
})
