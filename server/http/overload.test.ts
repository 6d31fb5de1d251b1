import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { monitorOverload } from './overload.ts'

afterEach(() => vi.useRealTimers())

test('a server that listens to nothing itself is never taken for overloaded', () => {
  vi.useFakeTimers()
  const { isOverloaded, stop } = monitorOverload(createServer())
  const seen = new Set<boolean>()
  for (let second = 0; second < 30; second++) {
    vi.advanceTimersByTime(1_000)
    seen.add(isOverloaded())
  }
  stop()
  expect([...seen]).toEqual([false])
})
