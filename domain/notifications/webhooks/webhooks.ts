import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { WebhookEvent } from '../../platform/database/tables.ts'
import { giveUpAll } from './ledger.ts'
import { GONE, SECRET_PREFIX } from './send.ts'

export type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number]

interface NewWebhook extends Pick<Webhook, 'url' | 'events' | 'format' | 'language'> {
  createdBy: string | null
}

const SECRET_BYTES = 32
export const MAX_WEBHOOKS = 20

export async function listWebhooks(queries: Queries) {
  const rows = await queries
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'format', 'language', 'created_at as createdAt', 'off_since as offSince'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) as WebhookEvent[] }))
}

/** Undefined if there are too many. */
export async function addWebhook(
  queries: Queries,
  { url, events, format, language, createdBy }: NewWebhook,
  now: Date,
): Promise<{ id: string; secret: string } | undefined> {
  if ((await listWebhooks(queries)).length >= MAX_WEBHOOKS) return undefined
  const id = randomUUID()
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  await queries
    .insertInto('webhooks')
    .values({
      id,
      url,
      events: JSON.stringify(events),
      format,
      language,
      secret,
      created_at: now.toISOString(),
      created_by: createdBy,
      off_since: null,
    })
    .execute()
  return { id, secret }
}

export async function switchOff({ write }: Database, id: string, now: Date): Promise<void> {
  await write(async (queries) => {
    await queries
      .updateTable('webhooks')
      .set({ off_since: now.toISOString() })
      .where('id', '=', id)
      .where('off_since', 'is', null)
      .execute()
    await giveUpAll(queries, id, GONE)
  })
}

/** With everything queued for it. False if there is none. */
/** Resolves to its address. */
export async function removeWebhook(queries: Queries, id: string): Promise<string | undefined> {
  const removed = await queries.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst()
  await queries.deleteFrom('queued_jobs').where('kind', '=', 'webhook').where('lane', '=', id).execute()
  await queries
    .deleteFrom('webhook_events')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhook_deliveries').select('id').whereRef('event_id', '=', 'webhook_events.id'))),
    )
    .execute()
  return removed?.url
}
