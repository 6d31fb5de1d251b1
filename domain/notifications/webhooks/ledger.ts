import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { WEBHOOK_TEST, type WebhookEvent } from '../../platform/database/tables.ts'
import { DAY } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'

/** Names no person: of a submission it has reference, form and stage. */
interface Happening {
  type: WebhookEvent | typeof WEBHOOK_TEST
  reference?: string
  data: Record<string, unknown>
}

type Told = Pick<SubmissionSummary, 'reference' | 'kind' | 'stage' | 'is_sample'>

async function announce(
  queries: Queries,
  happenings: (Happening & { type: WebhookEvent })[],
  now: Date,
): Promise<void> {
  if (happenings.length === 0) return
  const webhooks = await queries
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('off_since', 'is', null)
    .execute()
  const receivers = webhooks.map(({ id, events }) => ({ id, events: JSON.parse(events) as WebhookEvent[] }))
  for (const happening of happenings) {
    const to = receivers.filter(({ events }) => events.includes(happening.type)).map(({ id }) => id)
    await tell(queries, happening, to, now)
  }
}

/** Also to a webhook that is off: if the test arrives, it is on again. */
export async function announceTest(queries: Queries, webhookId: string, now: Date): Promise<boolean> {
  const webhook = await queries.selectFrom('webhooks').select('id').where('id', '=', webhookId).executeTakeFirst()
  if (webhook) await tell(queries, { type: WEBHOOK_TEST, data: { webhook_id: webhookId } }, [webhookId], now)
  return webhook !== undefined
}

async function tell(
  queries: Queries,
  { type, reference, data }: Happening,
  webhookIds: string[],
  now: Date,
): Promise<void> {
  if (webhookIds.length === 0) return
  const event_id = `msg_${randomUUID().replaceAll('-', '')}`
  await queries
    .insertInto('webhook_events')
    .values({
      id: event_id,
      type,
      reference: reference ?? null,
      created_at: now.toISOString(),
      data: JSON.stringify(data),
    })
    .execute()
  for (const webhook_id of webhookIds) {
    const id = randomUUID()
    await queries.insertInto('webhook_deliveries').values({ id, event_id, webhook_id, sent_at: null }).execute()
    await enqueueDelivery(queries, { id, webhook_id, reference: reference ?? null }, now)
  }
}

export const announceReceived = (queries: Queries, { submission }: { submission: Told }, now: Date) =>
  announceAbout(queries, submission, isMessage(submission) ? 'message.received' : 'application.submitted', now)

/** Receivers hear only the arrival of a message. */
export async function announceStage(queries: Queries, submission: Told, now: Date): Promise<void> {
  if (isMessage(submission)) return
  const type = submission.stage === 'withdrawn' ? 'application.withdrawn' : 'application.stage_changed'
  await announceAbout(queries, submission, type, now)
}

/** After the submissions are deleted. */
export async function announceErased(queries: Queries, submissions: Told[], now: Date): Promise<void> {
  const applications = submissions.filter((each) => !isMessage(each) && !each.is_sample)
  await announce(
    queries,
    // Without the reference beside it: this event outlives the submission.
    applications.map(({ reference, kind }) => ({ type: 'application.erased', data: { reference, kind } })),
    now,
  )
}

export const announceJob = (queries: Queries, { id, title }: { id: number; title: object }, now: Date) =>
  announce(queries, [{ type: 'job.published', data: { job_id: id, title } }], now)

export const announceJobClosed = (queries: Queries, { id }: { id: number }, now: Date) =>
  announce(queries, [{ type: 'job.closed', data: { job_id: id } }], now)

const isMessage = ({ kind }: Told) => kind === 'contact-message'

/** Samples are not told. */
async function announceAbout(queries: Queries, submission: Told, type: WebhookEvent, now: Date) {
  const { reference, kind, stage, is_sample } = submission
  if (!is_sample) await announce(queries, [{ type, reference, data: { reference, kind, stage } }], now)
}

export type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number]

const MAX_SHOWN = 100

export async function listDeliveries(queries: Queries) {
  const rows = await queries
    .selectFrom('webhook_events')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'webhook_events.id')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .leftJoin('queued_jobs', 'queued_jobs.id', 'webhook_deliveries.id')
    .select(['webhook_deliveries.id', 'webhook_id as webhookId', 'url', 'type', 'reference', 'data', 'tries'])
    .select(['webhook_events.created_at as createdAt', 'due_at as nextTryAt', 'sent_at as sentAt'])
    .select('last_error as because')
    .orderBy('webhook_events.created_at', 'desc')
    .orderBy('webhook_deliveries.id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ tries, because, data, ...delivery }) => ({
    ...delivery,
    tries: tries ?? 0,
    because: because ?? '',
    // The event of an erasure is emptied afterwards.
    canRepeat: data !== EMPTIED,
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
  await enqueueDelivery(queries, delivery, now)
  return true
}

interface QueuedDelivery {
  id: string
  webhook_id: string
  reference: string | null
}

const enqueueDelivery = (queries: Queries, { id, webhook_id, reference }: QueuedDelivery, now: Date) =>
  enqueue(queries, 'webhook', { id, lane: webhook_id, subject: reference, now })

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
