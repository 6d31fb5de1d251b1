/** All slots are taken, and as many as may wait are waiting. */
export class SemaphoreFull extends Error {
  constructor() {
    super('Too many are waiting')
    this.name = 'SemaphoreFull'
  }
}

export interface Semaphore {
  /** Runs the work once a slot is free; rejects at once with `SemaphoreFull` where too many wait already. */
  run<Result>(work: () => Promise<Result>, maxWaiting?: number): Promise<Result>
}

interface SemaphoreLimits {
  maxConcurrent: number
  maxWaiting: number
}

/** Lets so many run at the same time, in the order in which they came. */
export function createSemaphore({ maxConcurrent, maxWaiting: defaultMaxWaiting }: SemaphoreLimits): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0

  async function acquire(maxWaiting: number) {
    if (running < maxConcurrent) {
      running++
      return
    }
    if (waiting.length >= maxWaiting) throw new SemaphoreFull()
    // Whoever releases hands the slot over, so it is never free in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function release() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async run(work, maxWaiting = defaultMaxWaiting) {
      await acquire(maxWaiting)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
