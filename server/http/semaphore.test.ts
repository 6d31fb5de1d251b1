import { expect, test } from 'vitest'
import { createSemaphore, TooBusy } from './semaphore.ts'

function work() {
  let finish = () => {}
  let fail = (_error: Error) => {}
  const ended = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  const one = { hasStarted: false, finish, fail, start }
  function start() {
    one.hasStarted = true
    return ended
  }
  return one
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('runs two at once, the others in order, and refuses one too many', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 2, maxWaiting: 2 })
  const works = [work(), work(), work(), work()]
  const runs = works.map(({ start }) => semaphore.run(start))
  await settle()
  expect(works.map(({ hasStarted }) => hasStarted)).toEqual([true, true, false, false])
  await expect(semaphore.run(async () => {})).rejects.toBeInstanceOf(TooBusy)

  works[1]?.finish()
  await settle()
  expect(works.map(({ hasStarted }) => hasStarted)).toEqual([true, true, true, false])
  for (const { finish } of works) finish()
  await Promise.all(runs)
  expect(await semaphore.run(async () => 'free again')).toBe('free again')
})

test('work that fails gives its slot back', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 1, maxWaiting: 0 })
  const failing = work()
  const run = semaphore.run(failing.start)
  failing.fail(new Error('broken'))
  await expect(run).rejects.toThrow('broken')
  expect(await semaphore.run(async () => 'next')).toBe('next')
})

test('concurrent calls with one key share the result, later ones run again', async () => {
  const semaphore = createSemaphore({ maxConcurrent: 1, maxWaiting: 0 })
  const first = work()
  const runs = [semaphore.runOnce('a', first.start), semaphore.runOnce('a', () => Promise.reject(new Error('twice')))]
  await expect(semaphore.runOnce('b', async () => 'refused')).rejects.toBeInstanceOf(TooBusy)
  const background = semaphore.runOnce('b', async () => 'background', Number.POSITIVE_INFINITY)
  first.finish()
  expect(await Promise.all([...runs, background])).toEqual([undefined, undefined, 'background'])
  expect(await semaphore.runOnce('a', async () => 'again')).toBe('again')
})
