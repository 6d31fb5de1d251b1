import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** Starts something before the tests of a file or group and ends it after them. The object is filled once it has started. */
export function duringTests<Started extends object>(start: () => Started | Promise<Started>): Started {
  const started = {} as Started
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => end(started))
  return started
}

/** Ends it after the running test, also after a failure. */
export async function untilTestEnds<Started extends object>(starting: Promise<Started>): Promise<Started> {
  const started = await starting
  onTestFinished(() => end(started))
  return started
}

type End = (signal: 'SIGKILL') => unknown

/** A site ends at once: only its operator's visitors need its half a second of notice. */
async function end(started: Partial<Record<'remove' | 'stop' | 'close' | 'end', End>>) {
  await (started.remove ?? started.stop ?? started.close ?? started.end)?.('SIGKILL')
}
