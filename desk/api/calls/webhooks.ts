import * as z from 'zod'
import { addressFault } from '#domain/notifications/webhooks/address.ts'
import { announceTest } from '#domain/notifications/webhooks/events.ts'
import { listDeliveries, repeatDelivery } from '#domain/notifications/webhooks/ledger.ts'
import { addWebhook, listWebhooks, removeWebhook } from '#domain/notifications/webhooks/webhooks.ts'
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '#domain/platform/database/tables.ts'
import { call } from '../call.ts'
import { language } from '../fields.ts'
import { found, Problem } from '../problem.ts'

const MAX_URL_LENGTH = 2000

export const webhookCalls = {
  'GET /webhooks': call({
    access: 'settings.change',
    async handle({ queries }) {
      return {
        webhooks: await listWebhooks(queries),
        deliveries: await listDeliveries(queries),
        events: WEBHOOK_EVENTS,
        formats: WEBHOOK_FORMATS,
      }
    },
  }),

  /** The only response with the secret. */
  'POST /webhooks': call({
    access: 'settings.change',
    freshProof: true,
    audit: 'webhook.create',
    body: z.object({
      url: z.string().trim().max(MAX_URL_LENGTH, 'tooLong'),
      events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'eventsRequired').max(WEBHOOK_EVENTS.length),
      format: z.enum(WEBHOOK_FORMATS),
      language,
    }),
    async handle({ write, person, settings, now }, { body }) {
      const fault = addressFault(body.url, settings.webhooks ?? { allowsLoopback: false })
      if (fault)
        throw new Problem('invalid', { errors: { url: [fault === 'private' ? 'webhookPrivate' : 'webhookFormat'] } })
      return write(
        async (queries) => {
          const added = await addWebhook(queries, { ...body, createdBy: person.id }, now)
          if (!added) throw new Problem('tooManyWebhooks')
          return added
        },
        ({ id }) => ({ subject: id }),
      )
    },
  }),

  'DELETE /webhooks/:id': call({
    access: 'settings.change',
    freshProof: true,
    audit: 'webhook.remove',
    async handle({ write }, { params }) {
      await write(async (queries) => found(await removeWebhook(queries, params.id)))
    },
  }),

  /** A test message; if it arrives, a webhook that was off is on again. */
  'POST /webhooks/:id/test': call({
    access: 'settings.change',
    audit: 'webhook.test',
    async handle({ write, now }, { params }) {
      await write(async (queries) => found(await announceTest(queries, params.id, now)))
    },
  }),

  'POST /webhooks/deliveries/:id/repeat': call({
    access: 'settings.change',
    audit: 'webhook.repeat',
    async handle({ write, now }, { params }) {
      await write(async (queries) => found(await repeatDelivery(queries, params.id, now)))
    },
  }),
}
