import { companyContact, findCompany } from '../../content/company.ts'
import { noticeJobs } from '../../content/published-jobs.ts'
import { type Clock, calendarDay } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { startWorkerLoop } from '../../platform/jobs/worker-loop.ts'
import type { AddressRules } from './address.ts'
import { bodyOf } from './body.ts'
import { claimDue, type DueDelivery, isAnythingDue, settle } from './ledger.ts'
import { GONE, sendWebhook } from './send.ts'
import { switchOff, switchOn } from './webhooks.ts'

export interface WebhookWorker {
  /** There may be something to send. */
  wake(): void
  /** Sends what is due now; resolves when nothing more can be done at this moment. */
  sendDue(): Promise<void>
  stop(): Promise<void>
}

interface WebhookWorkerOptions {
  database: Database
  rules: AddressRules
  log: { error(details: object, message: string): void }
  clock?: Clock
}

const POLL_EVERY = 3 * SECOND
// Longer than one try can take, so that no second process makes it meanwhile.
const LEASE = MINUTE
export const RETRY_MINUTES = [1, 15, 60, 120, 240, 480]

/**
 * Tells receivers what has happened, each one event after the other, so that one that does not answer keeps no other waiting. Several
 * processes may do so at once: each claims a delivery under a lease. Whatever is not taken is tried again, the last time after eight hours more.
 */
export function startWebhookWorker({
  database,
  rules,
  log,
  clock = () => new Date(),
}: WebhookWorkerOptions): WebhookWorker {
  let noticedOn = ''
  /** What is being told, by webhook. */
  const underWay = new Map<string, Promise<void>>()
  const loop = startWorkerLoop({
    pollMilliseconds: POLL_EVERY,
    prepare: noticeNewDay,
    async round() {
      while (!loop.isStopped() && (await beginNext())) {
        // Until a claim comes back empty.
      }
    },
    onFailure: logFailure,
    clock,
  })

  return {
    wake: loop.wake,
    async sendDue() {
      await loop.run()
      while (underWay.size > 0) {
        await Promise.all(underWay.values())
        await loop.run()
      }
    },
    async stop() {
      await loop.stop()
      await Promise.all(underWay.values())
    },
  }

  /** A job closes when its last day is over, without anybody doing anything. */
  async function noticeNewDay() {
    const now = clock()
    const { time_zone } = await companyContact(database.queries)
    if (!time_zone) return
    const day = calendarDay(now, String(time_zone))
    if (day === noticedOn) return
    await database.write((queries) => noticeJobs(queries, day, now))
    noticedOn = day
  }

  /** Does not wait for the receiver, whose answer begins the next one. Whether there may be more. */
  async function beginNext() {
    const busy = [...underWay.keys()]
    if (!(await isAnythingDue(database.queries, busy, clock()))) return false
    const [due] = await claimDue(database, busy, { now: clock(), leaseMilliseconds: LEASE, atMost: 1 })
    if (!due) return false
    const delivery = deliver(due)
      .catch(logFailure)
      .finally(() => {
        underWay.delete(due.webhook_id)
        loop.wake()
      })
    underWay.set(due.webhook_id, delivery)
    return true
  }

  function logFailure(error: unknown) {
    log.error({ err: error }, 'The webhooks cannot be read')
  }

  async function deliver(delivery: DueDelivery) {
    const { queries } = database
    const { event_id, webhook_id } = delivery
    const event = await queries.selectFrom('webhook_events').selectAll().where('id', '=', event_id).executeTakeFirst()
    const webhook = await queries.selectFrom('webhooks').selectAll().where('id', '=', webhook_id).executeTakeFirst()
    // Erased or removed in the meantime.
    if (!event || !webhook) return
    const { url, secret } = webhook
    const company = await findCompany(queries)
    const tries = delivery.tries + 1
    const request = { url, secret, id: event.id, body: bodyOf(event, webhook), now: clock(), sender: company.name.en }
    const failure = await sendWebhook(request, rules).then(() => undefined, describe)
    if (failure === undefined) {
      await settle(database, delivery, { tries, sentAt: clock().toISOString(), nextTryAt: null, because: '' })
      if (webhook.off_since !== null) await switchOn(database, webhook_id)
      return
    }
    const isGone = failure === GONE
    const wait = isGone ? undefined : RETRY_MINUTES[tries - 1]
    const nextTryAt = wait === undefined ? null : new Date(clock().getTime() + wait * MINUTE).toISOString()
    log.error({ webhook: webhook_id, event: event.type, tries, reason: failure }, 'A webhook was not taken')
    await settle(database, delivery, { tries, sentAt: null, nextTryAt, because: failure })
    if (isGone) await switchOff(database, webhook_id, clock())
  }
}

/** Codes only: what a receiver says may be anything. */
function describe({ code, name }: NodeJS.ErrnoException) {
  return code === 'ABORT_ERR' ? 'TIMEOUT' : String(code ?? name).replace(/[^\w]/g, '')
}
