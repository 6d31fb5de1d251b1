import { afterAll, beforeAll } from 'vitest'

type End = (signal: 'SIGTERM') => unknown
type Endable = Partial<Record<'remove' | 'stop' | 'close' | 'end', End>>

/** Starts something before the tests of a file or group and ends it after them. The object is filled once it has started. */
export function duringTests<Started extends object>(start: () => Started | Promise<Started>): Started {
  const started = {} as Started
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(async () => {
    const { remove, stop, close, end } = started as Endable
    await (remove ?? stop ?? close ?? end)?.('SIGTERM')
  })
  return started
}
