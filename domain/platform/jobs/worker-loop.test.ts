import { expect, test } from 'vitest'
import { startWorkerLoop } from './worker-loop.ts'

const NEVER_POLLS = 2 ** 30

test('whoever wants it run while it runs shares the run, and a round begins after that', async () => {
  let second: Promise<void> | undefined
  const { loop, rounds } = makeLoop(() => {
    second ??= loop.run()
  })
  const first = loop.run()
  await first
  expect(second).toBe(first)
  expect(rounds).toHaveLength(2)
  await loop.stop()
})

test('news that comes during a round makes another', async () => {
  const { loop, rounds } = makeLoop(() => {
    if (rounds.length === 1) loop.wake()
  })
  await loop.run()
  expect(rounds).toHaveLength(2)
  expect(loop.isWoken()).toBe(false)
  await loop.stop()
})

test('while another server is away nothing wakes it, until the pause is over', async () => {
  const { loop, rounds, clock } = makeLoop(() => {
    if (rounds.length === 1) loop.pause(1000)
  })
  await loop.run()
  loop.wake()
  clock.now = new Date(clock.now.getTime() + 1000)
  loop.wake()
  await loop.stop()
  expect(rounds).toEqual([new Date('2026-03-02T09:00:00Z'), new Date('2026-03-02T09:00:01Z')])
})

test('a failure is reported, and the next run goes on', async () => {
  const { loop, rounds, failures } = makeLoop(() => {
    if (rounds.length === 1) throw new Error('away')
  })
  await loop.run()
  await loop.run()
  expect(failures).toEqual([new Error('away')])
  expect(rounds).toHaveLength(2)
  await loop.stop()
})

test('stopping waits for the round under way, and nothing begins afterwards', async () => {
  let finish = () => {}
  const { loop, rounds } = makeLoop(() => {
    loop.wake()
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  loop.wake()
  const order: string[] = []
  const stopping = loop.stop().then(() => order.push('stopped'))
  await new Promise(setImmediate)
  order.push('finished')
  finish()
  await stopping
  loop.wake()
  await loop.stop()
  expect(order).toEqual(['finished', 'stopped'])
  expect(rounds).toHaveLength(1)
})

test('stopping does not wait longer than it may', async () => {
  const { loop } = makeLoop(() => new Promise(() => {}), { stopTimeoutMilliseconds: 1 })
  loop.wake()
  await loop.stop()
})

test('it is prepared once in a run, however many rounds there are', async () => {
  const prepared: number[] = []
  const { loop, rounds } = makeLoop(
    () => {
      if (rounds.length < 3) loop.wake()
    },
    { prepare: async () => void prepared.push(rounds.length) },
  )
  await loop.run()
  expect(prepared).toEqual([0])
  expect(rounds).toHaveLength(3)
  await loop.stop()
})

function makeLoop(
  work: () => void | Promise<void> = () => {},
  options: { stopTimeoutMilliseconds?: number; prepare?(): Promise<void> } = {},
) {
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const rounds: Date[] = []
  const failures: unknown[] = []
  const loop = startWorkerLoop({
    pollMilliseconds: NEVER_POLLS,
    async round() {
      rounds.push(clock.now)
      await work()
    },
    onFailure: (error) => failures.push(error),
    clock: () => clock.now,
    ...options,
  })
  return { loop, rounds, failures, clock }
}
