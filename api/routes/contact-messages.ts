import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { contactMessage } from '#contract/forms.ts'
import { insertContactMessage } from '#domain/submissions/contact-messages.ts'
import { type GuestApi, routeOf } from '../context.ts'
import { readForm } from '../http/read-form.ts'

export function contactMessageRoutes(app: FastifyInstance, { limits, submit }: GuestApi) {
  app.post(routeOf(endpoints.submitContact), { onRequest: limits.countAttempt }, async (request, reply) => {
    const form = readForm(request, contactMessage)
    const receipt = await submit(request, {
      kind: 'contact-message',
      form,
      email: form.values.email,
      insert: (queries, columns) => insertContactMessage(queries, columns, form.values),
    })
    return reply.code(201).header('cache-control', 'no-store').send(receipt)
  })
}
