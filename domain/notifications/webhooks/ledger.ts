import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import type { WEBHOOK_TEST, WebhookEvent } from '../../platform/database/tables.ts'
import { DAY } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

export interface Delivery {
  id: string
  webhookId: string
  url: string
  type: WebhookEvent | typeof WEBHOOK_TEST
  /** Of the submission; null for a job, and for an erasure. */
  reference: string | null
  createdAt: string
  tries: number
  /** Null: it has arrived, or was given up. */
  nextTryAt: string | null
  sentAt: string | null
  /** A code; never what the receiver said. */
  because: string
  /** False for the event of an erasure, which is emptied afterwards. */
  canRepeat: boolean
}

const MAX_SHOWN = 100

export async function listDeliveries(queries: Queries): Promise<Delivery[]> {
  const rows = await queries
    .selectFrom('webhook_events')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'webhook_events.id')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .leftJoin('queued_jobs', 'queued_jobs.id', 'webhook_deliveries.id')
    .select([
      'webhook_deliveries.id',
      'webhook_id',
      'url',
      'type',
      'reference',
      'webhook_events.created_at',
      'tries',
      'due_at',
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
    tries: row.tries ?? 0,
    nextTryAt: row.due_at,
    sentAt: row.sent_at,
    because: row.last_error ?? '',
    canRepeat: row.data !== EMPTIED,
  }))
}

export async function repeatDelivery(queries: Queries, id: string, now: Date): Promise<boolean> {
  const delivery = await queries
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'event_id')
    .select(['webhook_deliveries.id', 'webhook_id', 'reference'])
    .where('webhook_deliveries.id', '=', id)
    .where('data', '!=', EMPTIED)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('queued_jobs')
            .select('queued_jobs.id')
            .whereRef('queued_jobs.id', '=', 'webhook_deliveries.id')
            .where('leased_until', '>', now.toISOString()),
        ),
      ),
    )
    .executeTakeFirst()
  if (!delivery) return false
  await queries.updateTable('webhook_deliveries').set({ sent_at: null }).where('id', '=', id).execute()
  await enqueueDeliveries(queries, [{ ...delivery, now }])
  return true
}

interface QueuedDelivery {
  id: string
  webhook_id: string
  reference: string | null
  now: Date
}

export const enqueueDeliveries = (queries: Queries, deliveries: QueuedDelivery[]) =>
  enqueue(
    queries,
    'webhook',
    deliveries.map(({ id, webhook_id, reference, now }) => ({ id, lane: webhook_id, subject: reference, now })),
  )

/** Nothing waiting for this webhook is tried any more. */
export async function giveUpAll(queries: Queries, webhookId: string, because: string): Promise<void> {
  const waiting = await queries
    .updateTable('queued_jobs')
    // Counts as tried: only a withheld mail is held back.
    .set({ due_at: null, is_stuck: 1, last_error: because, tries: sql`case when tries = 0 then 1 else tries end` })
    .where('kind', '=', 'webhook')
    .where('lane', '=', webhookId)
    .where('due_at', 'is not', null)
    .returning('id')
    .execute()
  await emptyIfTold(
    queries,
    waiting.map(({ id }) => id),
  )
}

export const EMPTIED = '{}'

/** Keeps the reference of an erased application until its last delivery has ended. */
export async function emptyIfTold(queries: Queries, deliveryIds: string[]): Promise<void> {
  for (const id of deliveryIds)
    await queries
      .updateTable('webhook_events')
      .set({ data: EMPTIED })
      .where('id', '=', (row) => row.selectFrom('webhook_deliveries').select('event_id').where('id', '=', id))
      .where('type', '=', 'application.erased')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_deliveries')
              .innerJoin('queued_jobs', 'queued_jobs.id', 'webhook_deliveries.id')
              .select('webhook_deliveries.id')
              .whereRef('event_id', '=', 'webhook_events.id')
              .where('due_at', 'is not', null),
          ),
        ),
      )
      .execute()
}

const KEPT_DAYS = 30

export async function forgetOldEvents(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY).toISOString()
  await queries.deleteFrom('webhook_events').where('created_at', '<', before).execute()
  await queries.deleteFrom('queued_jobs').where('kind', '=', 'webhook').where('created_at', '<', before).execute()
}
