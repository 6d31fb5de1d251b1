import type { RateCounters } from '#domain/platform/database/rate-counters.ts'

export type Pressure = ReturnType<typeof measurePressure>

const SLICES = 6
const SLICE_MILLISECONDS = 10_000
// Counted in memory first; written to the shared counter in batches, one write at a time.
const REPORTS_PER_LIMIT = 20

type SharedCounts = Pick<RateCounters, 'addIfReachable' | 'readIfReachable'>

/** Counts the forms of the last minute at all processes together. */
export function measurePressure(maxPerMinute: number, shared: SharedCounts, clock: () => number = Date.now) {
  const mine: number[] = new Array(SLICES).fill(0)
  const reported: number[] = new Array(SLICES).fill(0)
  const others: number[] = new Array(SLICES).fill(0)
  const reportAfter = Math.ceil(maxPerMinute / REPORTS_PER_LIMIT)
  let current = sliceOf(clock())
  let unreported = 0
  let isReporting = false

  function forgetOld() {
    const slice = sliceOf(clock())
    for (let passed = Math.min(slice - current, SLICES); passed > 0; passed--)
      for (const counts of [mine, reported, others]) counts[(slice - passed + 1) % SLICES] = 0
    current = slice
  }

  async function report() {
    const amount = unreported
    const slice = current
    unreported = 0
    const windowMilliseconds = SLICES * SLICE_MILLISECONDS
    const added = await shared.addIfReachable({ name: nameOf(slice), amount, windowMilliseconds, now: clock() })
    forgetOld()
    if (!added) {
      unreported += amount
      return
    }
    if (current - slice < SLICES) increase(reported, slice, amount)
    const slices = Array.from({ length: SLICES }, (_, back) => current - back)
    const counts = await shared.readIfReachable(slices.map(nameOf), clock())
    if (!counts) return
    for (const each of slices)
      others[each % SLICES] = Math.max(0, (counts.get(nameOf(each)) ?? 0) - (reported[each % SLICES] as number))
  }

  return {
    async count() {
      forgetOld()
      increase(mine, current, 1)
      unreported++
      if (isReporting || unreported < reportAfter) return
      isReporting = true
      await report().finally(() => {
        isReporting = false
      })
    },
    isHigh() {
      forgetOld()
      return sum(mine) + sum(others) > maxPerMinute
    },
  }
}

const sliceOf = (milliseconds: number) => Math.floor(milliseconds / SLICE_MILLISECONDS)
const nameOf = (slice: number) => `forms of all in slice ${slice}`
const sum = (counts: number[]) => counts.reduce((total, count) => total + count)

function increase(counts: number[], slice: number, amount: number) {
  counts[slice % SLICES] = (counts[slice % SLICES] as number) + amount
}
