import { sql } from 'kysely'
import { STUCK_AFTER_TRIES } from '../notifications/mail/outbox.ts'
import type { Queries } from '../platform/database/database.ts'
import { countFailing, countOwed } from '../platform/storage/deletions.ts'

/** How the work that waits in the database is getting on. `lateSeconds`: since something is due that nobody has taken up. */
export interface OperatingFigures {
  mails: { owed: number; stuck: number; withheld: number; oldestDueSeconds: number }
  /** `failing` was refused at least once and is tried again; `givenUp` of the last thirty days. */
  webhooks: { waiting: number; failing: number; givenUp: number; lateSeconds: number }
  inspections: { waiting: number; lateSeconds: number }
  /** Files of the object storage that are to be deleted; `failing` for more than an hour. */
  deletions: { owed: number; failing: number }
}

export async function readOperatingFigures(queries: Queries, now: Date): Promise<OperatingFigures> {
  const mails = await queries
    .selectFrom('mail_outbox')
    .select([
      counting(sql`withheld is null`).as('owed'),
      counting(sql`withheld is null and tries >= ${STUCK_AFTER_TRIES}`).as('stuck'),
      counting(sql`withheld is not null`).as('withheld'),
      sql<string | null>`min(case when ${isDue(now)} then created_at end)`.as('oldest'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  const webhooks = await queries
    .selectFrom('webhook_deliveries')
    .select([
      counting(sql`next_try_at is not null and tries = 0`).as('waiting'),
      counting(sql`next_try_at is not null and tries > 0`).as('failing'),
      counting(sql`next_try_at is null`).as('givenUp'),
      sql<string | null>`min(next_try_at)`.as('next'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  const inspections = await queries
    .selectFrom('cv_inspections')
    .select(({ fn }) => [fn.countAll().as('waiting'), fn.min('next_try_at').as('next')])
    .where('next_try_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const secondsSince = (moment: string | null) =>
    moment === null ? 0 : Math.max(0, (now.getTime() - Date.parse(moment)) / 1000)
  return {
    mails: {
      owed: Number(mails.owed),
      stuck: Number(mails.stuck),
      withheld: Number(mails.withheld),
      oldestDueSeconds: secondsSince(mails.oldest),
    },
    webhooks: {
      waiting: Number(webhooks.waiting),
      failing: Number(webhooks.failing),
      givenUp: Number(webhooks.givenUp),
      lateSeconds: secondsSince(webhooks.next),
    },
    inspections: { waiting: Number(inspections.waiting), lateSeconds: secondsSince(inspections.next) },
    deletions: { owed: await countOwed(queries), failing: await countFailing(queries) },
  }
}

// PostgreSQL hands sums out as texts, and of nothing both say null.
const counting = (condition: ReturnType<typeof sql>) =>
  sql<string | number | null>`sum(case when ${condition} then 1 else 0 end)`

/** It should have left: not one that is to leave later, and not one that nobody tries any more. */
const isDue = (now: Date) =>
  sql`withheld is null and next_try_at < '9999' and (next_try_at <= ${now.toISOString()} or last_error <> '')`
