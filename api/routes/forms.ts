import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { contactMessage, internshipApplication } from '#contract/forms.ts'
import type { Receipt } from '#contract/shapes.ts'
import { isJobOpen } from '#domain/content/published-jobs.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { findProcess } from '#domain/submissions/processes.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { MAX_ID } from '../http/address.ts'
import { languageOf } from '../http/negotiation.ts'
import { senderOf } from '../http/rate-limits.ts'
import { readCareerForm, readForm } from '../http/read-form.ts'
import { describeForm, describeUpload, type FormDescription } from '../openapi.ts'

/** Everything that visitors send. */
export function formRoutes(app: ApiInstance, api: GuestApi) {
  const { queries, settings, clock, contentVersion, admitForm, uploads, submit, openCv } = api
  const internship = describeForm(
    endpoints.submitInternshipApplication,
    'Apply for the internship',
    internshipApplication,
  )
  const message = describeForm(endpoints.submitContactMessage, 'Send a message', contactMessage)
  const career = describeUpload(endpoints.submitCareerApplication, 'Apply for a job, with a CV')

  receive(app, endpoints.submitInternshipApplication, internship, (request, reply) =>
    submit(request, reply, { kind: 'internship-application', ...readForm(request, internshipApplication) }),
  )
  receive(app, endpoints.submitContactMessage, message, (request, reply) =>
    submit(request, reply, { kind: 'contact-message', ...readForm(request, contactMessage) }),
  )
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body stays a stream, read piece by piece.
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    receive(scope, endpoints.submitCareerApplication, career, async (request, reply) => {
      const held = uploads.open(senderOf(request))
      try {
        const form = await readCareerForm(request, settings.cvMaximumBytes, held, {
          isJobOpen: isOpenToday,
          questionsOf: async (jobId) => (await findProcess(queries, String(jobId))).questions,
          language: languageOf(request),
          openCv: (bytes) => openCv(bytes, senderOf(request)),
        })
        return await submit(request, reply, { kind: 'career-application', ...form })
      } finally {
        held.release()
      }
    })
  })

  function receive(
    scope: ApiInstance,
    endpoint: Endpoint,
    schema: FormDescription,
    store: (request: FastifyRequest, reply: FastifyReply) => Promise<Receipt>,
  ) {
    scope.post(routeOf(endpoint), { schema, onRequest: admitForm }, async (request, reply) => {
      const receipt = await store(request, reply)
      return reply.code(201).header('cache-control', 'no-store').send(receipt)
    })
  }

  async function isOpenToday(id: number) {
    return id <= MAX_ID && isJobOpen(queries, id, calendarDay(clock(), contentVersion().timeZone))
  }
}
