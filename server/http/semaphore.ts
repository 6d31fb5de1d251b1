import PQueue from 'p-queue'

export class TooBusy extends Error {}

type Work<Result> = () => Promise<Result>

/** Runs work in order as slots become free; throws `TooBusy` at once where too many wait already. */
export function createSemaphore(limits: { maxConcurrent: number; maxWaiting: number }) {
  const queue = new PQueue({ concurrency: limits.maxConcurrent })
  const underWay = new Map<string, Promise<unknown>>()

  async function run<Result>(work: Work<Result>, maxWaiting = limits.maxWaiting): Promise<Result> {
    if (queue.pending >= limits.maxConcurrent && queue.size >= maxWaiting) throw new TooBusy('Too many are waiting')
    return queue.add(work)
  }

  function runOnce<Result>(key: string, work: Work<Result>, maxWaiting?: number): Promise<Result> {
    const existing = underWay.get(key) as Promise<Result> | undefined
    if (existing) return existing
    const result = run(work, maxWaiting).finally(() => underWay.delete(key))
    underWay.set(key, result)
    return result
  }

  return { run, runOnce }
}
