import * as z from 'zod'
import { addressFault } from '#domain/notifications/webhooks/address.ts'
import { announceTest, listDeliveries, repeatDelivery } from '#domain/notifications/webhooks/ledger.ts'
import { addWebhook, listWebhooks, removeWebhook } from '#domain/notifications/webhooks/webhooks.ts'
import { loadSamples, removeSamples, USUAL_SAMPLES } from '#domain/operations/samples/samples.ts'
import { namesOfPeople } from '#domain/people/people.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '#domain/platform/database/tables.ts'
import { countJobs, listStuckJobs, retryJobs } from '#domain/platform/jobs/stuck-jobs.ts'
import { trailSubjects } from '#domain/submissions/trail-subjects.ts'
import { call } from '../call.ts'
import { language, ordinal } from '../fields.ts'
import { found, Problem } from '../problem.ts'

const PAGE = 200

const MAX_URL_LENGTH = 2000

export const operationCalls = {
  'GET /activity': call('activity.read', {
    query: z.object({
      before: z.coerce.number().pipe(ordinal).optional(),
      reference: z.string().max(20).optional(),
    }),
    async handle({ queries }, { query: { before, reference } }) {
      const names = await namesOfPeople(queries)
      const found = await listAuditTrail(queries, reference, { before, limit: PAGE + 1 })
      const entries = found.slice(0, PAGE)
      return {
        entries,
        subjects: await trailSubjects(queries, entries),
        hasMore: found.length > PAGE,
        names: Object.fromEntries(names) as Record<string, string>,
      }
    },
  }),

  'GET /queue/stuck': call('inbox.read', {
    background: true,
    async handle({ queries, now }) {
      const { mail } = await countJobs(queries, now)
      return { ...(await listStuckJobs(queries)), mailsWaiting: mail.waiting + mail.failing }
    },
  }),

  'POST /queue/:id/retry': call('submissions.change', {
    audit: 'queue.retry',
    async handle({ write, settings, now }, { params }) {
      await write(
        async (queries) => {
          const [retried] = await retryJobs(queries, now, { id: params.id })
          if (!retried) throw new Problem('notFound')
          return retried
        },
        ({ kind, subject }) => ({ subject: subject ?? kind, words: { job: kind } }),
      )
      settings.outbox?.wake()
    },
  }),

  /** All failed jobs; a held job is released by its own id only. */
  'POST /queue/retry': call('submissions.change', {
    audit: 'queue.retry',
    async handle({ write, settings, now }) {
      const retried = await write(
        (queries) => retryJobs(queries, now),
        (jobs) => ({ counts: { job: jobs.length } }),
      )
      settings.outbox?.wake()
      return { count: retried.length }
    },
  }),

  'POST /samples': call('submissions.change', {
    audit: 'samples.load',
    async handle({ database, write, now }) {
      // A second load gives other samples.
      const options = { count: USUAL_SAMPLES, now, seed: now.getTime() % 2 ** 31 }
      await loadSamples(database, (work) => write(work, (counts) => ({ counts })), options)
      return { loaded: USUAL_SAMPLES }
    },
  }),

  'DELETE /samples': call('submissions.change', {
    audit: 'samples.remove',
    async handle({ database, write }) {
      return { removed: await removeSamples(database, (work) => write(work, (counts) => ({ counts }))) }
    },
  }),

  'GET /webhooks': call('settings.change', {
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
  'POST /webhooks': call('settings.change', {
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

  'DELETE /webhooks/:id': call('settings.change', {
    freshProof: true,
    audit: 'webhook.remove',
    async handle({ write }, { params }) {
      await write(
        async (queries) => found(await removeWebhook(queries, params.id)),
        // The rest of an address may be a secret.
        (url) => ({ words: { name: new URL(url).host } }),
      )
    },
  }),

  /** A test message; if it arrives, a webhook that was off is on again. */
  'POST /webhooks/:id/test': call('settings.change', {
    audit: 'webhook.test',
    async handle({ write, now }, { params }) {
      await write(async (queries) => found(await announceTest(queries, params.id, now)))
    },
  }),

  'POST /webhooks/deliveries/:id/repeat': call('settings.change', {
    audit: 'webhook.repeat',
    async handle({ write, now }, { params }) {
      await write(async (queries) => found(await repeatDelivery(queries, params.id, now)))
    },
  }),
}
