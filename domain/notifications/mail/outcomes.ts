import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../platform/calendar.ts'
import { MAIL_LEASE_MILLISECONDS } from './transport.ts'

const RETRY_DELAYS = [50, 500, 2000]

/** Writes down what became of mails. */
type Outcome = (at: Date) => Promise<void>

interface Outcomes {
  /** At once or, where the database is away, for `noteLeft`. */
  note(outcome: Outcome): Promise<void>
  /** What became of mails while the database was away. What cannot be noted now is tried again the next time. */
  noteLeft(): Promise<void>
}

/**
 * A database that is busy for a moment, or away for longer, must not let mails be sent twice: nobody else sends them until their lease
 * ends, so until then there is time to write down that they are sent.
 */
export function createOutcomes(clock: Clock): Outcomes {
  const left: { at: Date; outcome: Outcome }[] = []
  const isOver = (at: Date) => clock().getTime() - at.getTime() >= MAIL_LEASE_MILLISECONDS

  return {
    async note(outcome) {
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
    async noteLeft() {
      for (const each of left.splice(0)) if (!isOver(each.at)) await each.outcome(each.at).catch(() => left.push(each))
    },
  }
}
