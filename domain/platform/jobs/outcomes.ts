import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../calendar.ts'

const RETRY_DELAYS = [50, 500, 2000]

type Outcome = (at: Date) => Promise<void>

/** A lost outcome would send a mail twice. Until the lease ends no other process claims the job, and it can still be stored. */
export function createOutcomes(clock: Clock, leaseMilliseconds: number) {
  const left: { at: Date; outcome: Outcome }[] = []
  const isOver = (at: Date) => clock().getTime() - at.getTime() >= leaseMilliseconds

  return {
    /** At once or, while the database is away, in `storeLeft`. */
    async store(outcome: Outcome): Promise<void> {
      const at = clock()
      for (const delay of RETRY_DELAYS) {
        try {
          return await outcome(at)
        } catch {
          await setTimeout(delay)
        }
      }
      left.push({ at, outcome })
    },
    async storeLeft(): Promise<void> {
      for (const each of left.splice(0)) if (!isOver(each.at)) await each.outcome(each.at).catch(() => left.push(each))
    },
  }
}
