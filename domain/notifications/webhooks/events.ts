import { randomUUID } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { WEBHOOK_TEST, type WebhookEvent } from '../../platform/database/tables.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import { enqueueDeliveries } from './ledger.ts'

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
  const deliveries = webhookIds.map((webhook_id) => ({ id: randomUUID(), event_id, webhook_id, sent_at: null }))
  await queries.insertInto('webhook_deliveries').values(deliveries).execute()
  await enqueueDeliveries(
    queries,
    deliveries.map(({ id, webhook_id }) => ({ id, webhook_id, reference: reference ?? null, now })),
  )
}

export const announceReceived = (queries: Queries, { submission }: { submission: Told }, now: Date) =>
  announceAbout(queries, submission, isMessage(submission) ? 'message.received' : 'application.submitted', now)

/** Of a message only the arrival is told. */
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
