import * as z from 'zod'
import { addressFault } from '#domain/notifications/webhooks/address.ts'
import { announceTest } from '#domain/notifications/webhooks/events.ts'
import { listDeliveries, repeatDelivery } from '#domain/notifications/webhooks/ledger.ts'
import { addWebhook, listWebhooks, removeWebhook } from '#domain/notifications/webhooks/webhooks.ts'
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '#domain/platform/database/tables.ts'
import { call } from '../call.ts'
import { language } from '../fields.ts'
import { Problem } from '../problem.ts'

const MAX_URL_LENGTH = 2000

/** Other programs that are told what happens here. */
export const webhookCalls = {
  /** With what was told last, and whether it arrived. */
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

  /** The secret is in this response and in no other. */
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
      const id = params.id
      await write(
        async (queries) => {
          if (!(await removeWebhook(queries, id))) throw new Problem('notFound')
        },
        { subject: id },
      )
    },
  }),

  /** So that somebody sees at once whether it arrives; where it does, a webhook that was off is on again. */
  'POST /webhooks/:id/test': call({
    access: 'settings.change',
    audit: 'webhook.test',
    async handle({ write, now }, { params }) {
      const id = params.id
      await write(
        async (queries) => {
          if (!(await announceTest(queries, id, now))) throw new Problem('notFound')
        },
        { subject: id },
      )
    },
  }),

  /** Due at once, under the id it had. */
  'POST /webhooks/deliveries/:id/repeat': call({
    access: 'settings.change',
    audit: 'webhook.repeat',
    async handle({ write, now }, { params }) {
      const id = params.id
      await write(
        async (queries) => {
          if (!(await repeatDelivery(queries, id, now))) throw new Problem('notFound')
        },
        { subject: id },
      )
    },
  }),
}
