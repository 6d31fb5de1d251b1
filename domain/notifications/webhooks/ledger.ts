import type { Database, Queries } from '../../platform/database/database.ts'
import type { WEBHOOK_TEST, WebhookEvent } from '../../platform/database/tables.ts'
import { DAY } from '../../platform/durations.ts'
import { type Claim, claimRows, isFree } from '../../platform/jobs/leases.ts'

/** One event on its way to one receiver. */
export interface Delivery {
  id: string
  webhookId: string
  url: string
  type: WebhookEvent | typeof WEBHOOK_TEST
  /** Of the submission it is about; null for a job, and for what is erased and told. */
  reference: string | null
  createdAt: string
  tries: number
  /** Null: it has arrived, or nobody tries any more. */
  nextTryAt: string | null
  sentAt: string | null
  /** A code; never what the receiver said. */
  because: string
  /** Whether it can be sent once more: what told of an erasure is emptied afterwards. */
  canRepeat: boolean
}

const MAX_SHOWN = 100

/** The newest first. */
export async function listDeliveries(queries: Queries): Promise<Delivery[]> {
  const rows = await queries
    .selectFrom('webhook_events')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'webhook_events.id')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select([
      'webhook_deliveries.id',
      'webhook_id',
      'url',
      'type',
      'reference',
      'webhook_events.created_at',
      'tries',
      'next_try_at',
      'sent_at',
      'last_error',
      'data',
    ])
    .orderBy('webhook_events.created_at', 'desc')
    .orderBy('webhook_deliveries.id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    url: row.url,
    type: row.type,
    reference: row.reference,
    createdAt: row.created_at,
    tries: row.tries,
    nextTryAt: row.next_try_at,
    sentAt: row.sent_at,
    because: row.last_error,
    canRepeat: row.data !== EMPTIED,
  }))
}

/** Due at once, under the id it had. False if it is being sent, is emptied or is not there. */
export async function repeatDelivery(queries: Queries, id: string, now: Date): Promise<boolean> {
  const moment = now.toISOString()
  const { numUpdatedRows } = await queries
    .updateTable('webhook_deliveries')
    .set({ next_try_at: moment, tries: 0, leased_until: null, sent_at: null, last_error: '' })
    .where('id', '=', id)
    .where(isFree(moment))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_events')
          .select('webhook_events.id')
          .whereRef('webhook_events.id', '=', 'webhook_deliveries.event_id')
          .where('data', '!=', EMPTIED),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface DueDelivery {
  id: string
  event_id: string
  webhook_id: string
  tries: number
}

/** Those that are due, for this process alone until the lease ends; none of webhooks that are busy. */
export const claimDue = (database: Database, busy: string[], claim: Claim): Promise<DueDelivery[]> =>
  claimRows(database, 'webhook_deliveries', claim, (queries, moment) =>
    dueAt(queries, moment, busy).select(['id', 'event_id', 'webhook_id', 'tries']).orderBy('next_try_at'),
  )

/** Without claiming anything; so that a database without webhooks is never written to. */
export async function isAnythingDue(queries: Queries, busy: string[], now: Date): Promise<boolean> {
  const due = await dueAt(queries, now.toISOString(), busy).select('id').limit(1).executeTakeFirst()
  return due !== undefined
}

function dueAt(queries: Queries, moment: string, busy: string[]) {
  const due = queries
    .selectFrom('webhook_deliveries')
    .where('next_try_at', 'is not', null)
    .where('next_try_at', '<=', moment)
  return busy.length > 0 ? due.where('webhook_id', 'not in', busy) : due
}

interface Outcome {
  tries: number
  sentAt: string | null
  nextTryAt: string | null
  because: string
}

export async function settle(
  { write }: Database,
  { id, event_id }: DueDelivery,
  { tries, sentAt, nextTryAt, because }: Outcome,
): Promise<void> {
  await write(async (queries) => {
    await queries
      .updateTable('webhook_deliveries')
      .set({ tries, sent_at: sentAt, next_try_at: nextTryAt, last_error: because, leased_until: null })
      .where('id', '=', id)
      .execute()
    if (nextTryAt === null) await emptyIfTold(queries, event_id)
  })
}

/** Nobody tries any more what was to be told to this webhook. */
export async function giveUpAll(queries: Queries, webhookId: string, because: string): Promise<void> {
  const waiting = await queries
    .updateTable('webhook_deliveries')
    .set({ next_try_at: null, last_error: because })
    .where('webhook_id', '=', webhookId)
    .where('next_try_at', 'is not', null)
    .returning('event_id')
    .execute()
  for (const { event_id } of waiting) await emptyIfTold(queries, event_id)
}

/** What is left of an event once nothing may be known of it any more. */
const EMPTIED = '{}'

/** The reference of what was erased is kept until the last receiver has been told, or given up on. */
async function emptyIfTold(queries: Queries, eventId: string) {
  await queries
    .updateTable('webhook_events')
    .set({ data: EMPTIED })
    .where('id', '=', eventId)
    .where('type', '=', 'application.erased')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('webhook_deliveries.id')
            .whereRef('event_id', '=', 'webhook_events.id')
            .where('next_try_at', 'is not', null),
        ),
      ),
    )
    .execute()
}

const KEPT_DAYS = 30

/** What is older than a month, whether it arrived or not. */
export async function forgetOldEvents(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY).toISOString()
  await queries.deleteFrom('webhook_events').where('created_at', '<', before).execute()
}
