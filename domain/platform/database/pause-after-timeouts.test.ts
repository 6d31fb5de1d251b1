import { expect, test } from 'vitest'
import { type Attempt, pauseAfterTimeouts, WritesPaused } from './pause-after-timeouts.ts'

const TIMEOUT = new Error('Query read timeout')

/** Writes with scripted outcomes, in the order in which they began. */
function controlledWrites() {
  const begun: { attempt: Attempt; confirm(): void; fail(error: Error): void }[] = []
  const write = pauseAfterTimeouts(
    (_work, attempt) =>
      new Promise<never>((resolve, reject) => {
        begun.push({ attempt, confirm: () => resolve('stored' as never), fail: reject })
      }),
  )
  return { begun, write: () => write(async () => 'stored') }
}

async function pausedWrites() {
  const { begun, write } = controlledWrites()
  const first = write()
  begun[0]?.fail(TIMEOUT)
  await expect(first).rejects.toBe(TIMEOUT)
  return { begun, write }
}

test('after a timeout one write is tried, and the others follow once it is confirmed', async () => {
  const { begun, write } = await pausedWrites()
  const [probe, other] = [write(), write()]
  expect(begun).toHaveLength(2)
  expect(begun[1]?.attempt.isProbe).toBe(true)
  begun[1]?.confirm()
  expect(await probe).toBe('stored')
  await expect.poll(() => begun).toHaveLength(3)
  expect(begun[2]?.attempt.isProbe).toBe(false)
  begun[2]?.confirm()
  expect(await other).toBe('stored')
})

test('a write that waits for an unconfirmed one is refused, also before that one ends', async () => {
  const { begun, write } = await pausedWrites()
  const probe = write()
  await expect(write()).rejects.toThrow(WritesPaused)
  begun[1]?.fail(TIMEOUT)
  await expect(probe).rejects.toBe(TIMEOUT)
  const next = write()
  expect(begun[2]?.attempt.isProbe).toBe(true)
  const refused = write()
  begun[2]?.fail(new Error('refused for a reason of its own'))
  await expect(next).rejects.toThrow('a reason of its own')
  await expect(refused).rejects.toThrow(WritesPaused)
})

test('one that waited for a connection when another timed out is refused', async () => {
  const { begun, write } = controlledWrites()
  const writes = [write(), write()]
  expect(() => begun[1]?.attempt.assertAdmitted()).not.toThrow()
  begun[0]?.fail(TIMEOUT)
  await expect(writes[0]).rejects.toBe(TIMEOUT)
  expect(() => begun[1]?.attempt.assertAdmitted()).toThrow(WritesPaused)
  begun[1]?.confirm()
  await writes[1]
})
