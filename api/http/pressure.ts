export interface Pressure {
  /** A form has arrived, from whomever, and whatever comes of it. */
  count(): void
  /** More forms have arrived within the last minute than are taken without a proof of work. */
  isHigh(): boolean
}

const SLICES = 6
const SLICE_MILLISECONDS = 10_000

/** Counts the forms of the last minute, from all senders together, in slices of ten seconds. */
export function measurePressure(maxPerMinute: number, clock: () => number = Date.now): Pressure {
  const counts: number[] = new Array(SLICES).fill(0)
  let current = sliceOf(clock())

  function forgetOld() {
    const slice = sliceOf(clock())
    for (let passed = Math.min(slice - current, SLICES); passed > 0; passed--) counts[(slice - passed + 1) % SLICES] = 0
    current = slice
  }

  return {
    count() {
      forgetOld()
      counts[current % SLICES] = (counts[current % SLICES] as number) + 1
    },
    isHigh() {
      forgetOld()
      return counts.reduce((sum, count) => sum + count) > maxPerMinute
    },
  }
}

const sliceOf = (milliseconds: number) => Math.floor(milliseconds / SLICE_MILLISECONDS)
