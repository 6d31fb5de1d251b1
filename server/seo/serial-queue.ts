import { TooBusy } from './too-busy.ts'

/**
 * Runs one task at a time, in order. Those who ask for what is already waiting or running share its result. Beyond
 * `maxWaiting` tasks a new one is refused; background tasks are never refused, so whoever adds them must add one at a time.
 */
export function createSerialQueue<Result>(maxWaiting: number) {
  const pending = new Map<string, Promise<Result>>()
  let previous: Promise<unknown> = Promise.resolve()

  return function run(key: string, task: () => Promise<Result>, { isBackground = false } = {}): Promise<Result> {
    const existing = pending.get(key)
    if (existing) return existing
    if (!isBackground && pending.size > maxWaiting)
      return Promise.reject(new TooBusy('More is waiting than is worth waiting for'))
    const result = previous.then(task).finally(() => pending.delete(key))
    pending.set(key, result)
    previous = result.catch(() => {})
    return result
  }
}
