import { LIFETIMES } from '#contract/lifetimes.ts'
import type { Queries } from './database/database.ts'
import { countInTransaction } from './database/rate-counters.ts'
import type { WithheldReason } from './database/tables.ts'
import { DAY } from './durations.ts'

export const MAX_MAILS_PER_MAILBOX = 5
const WINDOW = LIFETIMES.mailboxDays * DAY
/** Less than mail providers let one send. */
const DEFAULT_MAILS_PER_DAY = 1000

/**
 * Counts a mail that a stranger can cause by typing an address: a confirmation, a new link, a link to confirm a job
 * alert. All kinds share one counter for each mailbox and one for all mailboxes. A notice of failed sign-ins has a limit
 * of its own, or a stranger could use these up to silence it.
 */
export async function limitStrangersMail(
  queries: Queries,
  { mailbox, perDay = DEFAULT_MAILS_PER_DAY, now }: { mailbox: string; perDay?: number | undefined; now: Date },
): Promise<WithheldReason | null> {
  const count = async (name: string, amount: number) => {
    const counting = { name: `mails of strangers ${name}`, amount, windowMilliseconds: WINDOW, now: now.getTime() }
    return (await countInTransaction(queries, counting)).count
  }
  // The shared counter first, in every transaction: against deadlocks.
  if ((await count('', 1)) > perDay) return 'day'
  if ((await count(mailbox, 1)) <= MAX_MAILS_PER_MAILBOX) return null
  // Not sent: one mailbox must not use up the mails of all.
  await count('', -1)
  return 'mailbox'
}
