import { randomUUID } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { WEBHOOK_TEST, type WebhookEvent } from '../../platform/database/tables.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'

/** Something that others may be told. Nothing in it says who somebody is: of a submission its reference, form and stage. */
interface Happening {
  type: WebhookEvent
  /** Of the submission it is about: it goes with it. */
  reference?: string
  data: Record<string, unknown>
}

type Told = Pick<SubmissionSummary, 'reference' | 'kind' | 'stage' | 'is_sample'>

/** For the transaction in which it happens: both are stored or neither. Costs a look at an empty table where nobody wants to know. */
async function announce(queries: Queries, happenings: Happening[], now: Date): Promise<void> {
  if (happenings.length === 0) return
  const webhooks = await queries
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('off_since', 'is', null)
    .execute()
  const receivers = webhooks.map(({ id, events }) => ({ id, events: JSON.parse(events) as WebhookEvent[] }))
  const created_at = now.toISOString()
  const wanted = happenings
    .map(({ type, reference = null, data }) => ({
      event: { id: newEventId(), type, reference, created_at, data: JSON.stringify(data) },
      receivers: receivers.filter(({ events }) => events.includes(type)),
    }))
    .filter((each) => each.receivers.length > 0)
  const deliveries = wanted.flatMap(({ event, receivers: to }) =>
    to.map(({ id }) => newDelivery(event.id, id, created_at)),
  )
  for (const some of inParts(wanted))
    await queries
      .insertInto('webhook_events')
      .values(some.map(({ event }) => event))
      .execute()
  for (const some of inParts(deliveries)) await queries.insertInto('webhook_deliveries').values(some).execute()
}

/** To one webhook alone, also where it is off: if it is taken, it is on again. False if there is none. */
export async function announceTest(queries: Queries, webhookId: string, now: Date): Promise<boolean> {
  const webhook = await queries.selectFrom('webhooks').select('id').where('id', '=', webhookId).executeTakeFirst()
  if (!webhook) return false
  const created_at = now.toISOString()
  const event = { id: newEventId(), type: WEBHOOK_TEST, reference: null, created_at } as const
  const data = JSON.stringify({ webhook_id: webhookId })
  await queries
    .insertInto('webhook_events')
    .values({ ...event, data })
    .execute()
  await queries
    .insertInto('webhook_deliveries')
    .values(newDelivery(event.id, webhookId, created_at))
    .execute()
  return true
}

/** What a visitor has just sent. */
export const announceSubmission = (queries: Queries, submission: Told, now: Date) =>
  announceAbout(queries, submission, isMessage(submission) ? 'message.received' : 'application.submitted', now)

/** As it stands now. Of a message nobody is told more than that it arrived. */
export async function announceStage(queries: Queries, submission: Told, now: Date): Promise<void> {
  if (isMessage(submission)) return
  const type = submission.stage === 'withdrawn' ? 'application.withdrawn' : 'application.stage_changed'
  await announceAbout(queries, submission, type, now)
}

/** After what was known of them is deleted. */
export async function announceErased(queries: Queries, submissions: Told[], now: Date): Promise<void> {
  const applications = submissions.filter((each) => !isMessage(each) && !each.is_sample)
  await announce(
    queries,
    // Without the reference beside it: this one is told after the submission has gone.
    applications.map(({ reference, kind }) => ({ type: 'application.erased', data: { reference, kind } })),
    now,
  )
}

export const announceJob = (queries: Queries, { id, title }: { id: number; title: object }, now: Date) =>
  announce(queries, [{ type: 'job.published', data: { job_id: id, title } }], now)

export const announceJobClosed = (queries: Queries, { id }: { id: number }, now: Date) =>
  announce(queries, [{ type: 'job.closed', data: { job_id: id } }], now)

const isMessage = ({ kind }: Told) => kind === 'contact-message'

/** Invented ones are nobody's business. */
async function announceAbout(queries: Queries, submission: Told, type: WebhookEvent, now: Date) {
  const { reference, kind, stage, is_sample } = submission
  if (!is_sample) await announce(queries, [{ type, reference, data: { reference, kind, stage } }], now)
}

const newDelivery = (event_id: string, webhook_id: string, next_try_at: string) => ({
  id: randomUUID(),
  event_id,
  webhook_id,
  next_try_at,
  leased_until: null,
  tries: 0,
  last_error: '',
  sent_at: null,
})

const newEventId = () => `msg_${randomUUID().replaceAll('-', '')}`

const ROWS_AT_ONCE = 200

function inParts<Item>(items: Item[]): Item[][] {
  const parts: Item[][] = []
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) parts.push(items.slice(from, from + ROWS_AT_ONCE))
  return parts
}
