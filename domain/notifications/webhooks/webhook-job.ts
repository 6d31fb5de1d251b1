import { companyContact, findCompany } from '../../content/company.ts'
import { noticeJobs } from '../../content/published-jobs.ts'
import { type Clock, calendarDay } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Recording } from '../../platform/jobs/queue.ts'
import type { AddressRules } from './address.ts'
import { EMPTIED, emptyIfTold } from './ledger.ts'
import { bodyOf, GONE, sendWebhook } from './send.ts'
import { MAX_WEBHOOKS, switchOff } from './webhooks.ts'

interface WebhookOptions {
  database: Database
  rules: AddressRules
  clock?: Clock
}

export const RETRY_MINUTES = [1, 15, 60, 120, 240, 480] as const

/** Each receiver one after the other, so that a slow one holds up no other. */
export function webhookJob({ database, rules, clock = () => new Date() }: WebhookOptions) {
  let noticedOn = ''
  return defineJob({
    kind: 'webhook',
    hasLanes: true,
    concurrency: MAX_WEBHOOKS,
    leaseMilliseconds: MINUTE,
    retry: {
      backoff: RETRY_MINUTES.map((minutes) => minutes * MINUTE) as [number, ...number[]],
      giveUpAfterTries: RETRY_MINUTES.length + 1,
    },
    plan: noticeNewDay,
    run: ({ id }) => deliver(id),
    describe,
    verdictOf: (error) => (describe(error) === GONE ? 'give-up' : 'retry'),
    onGiveUp:
      ({ id }) =>
      (queries) =>
        emptyIfTold(queries, [id]),
  })

  /** A job closes when its last day is over, without anybody doing anything. */
  async function noticeNewDay(now: Date) {
    const { time_zone } = await companyContact(database.queries)
    if (!time_zone) return
    const day = calendarDay(now, String(time_zone))
    if (day === noticedOn) return
    await database.write((queries) => noticeJobs(queries, day, now))
    noticedOn = day
  }

  async function deliver(id: string): Promise<Recording | undefined> {
    const { queries } = database
    const event = await queries
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_events', 'webhook_events.id', 'event_id')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
      .select(['event_id', 'webhook_id', 'type', 'webhook_events.created_at', 'data', 'url', 'secret'])
      .select(['format', 'language', 'off_since'])
      .where('webhook_deliveries.id', '=', id)
      .executeTakeFirst()
    if (!event || event.data === EMPTIED) return undefined
    const { url, secret, event_id, webhook_id, off_since } = event
    const sender = (await findCompany(queries)).name.en
    try {
      await sendWebhook({ url, secret, id: event_id, body: bodyOf(event, event), now: clock(), sender }, rules)
    } catch (error) {
      if (describe(error) === GONE) await switchOff(database, webhook_id, clock())
      throw error
    }
    return async (recording, at) => {
      await recording
        .updateTable('webhook_deliveries')
        .set({ sent_at: at.toISOString() })
        .where('id', '=', id)
        .execute()
      await emptyIfTold(recording, [id])
      if (off_since !== null)
        await recording.updateTable('webhooks').set({ off_since: null }).where('id', '=', webhook_id).execute()
    }
  }
}

/** Codes only: a receiver's words may be anything. */
function describe(error: unknown) {
  const { code, name } = error as NodeJS.ErrnoException
  return code === 'ABORT_ERR' ? 'TIMEOUT' : String(code ?? name).replace(/[^\w]/g, '')
}
