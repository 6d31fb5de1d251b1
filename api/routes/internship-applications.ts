import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { internshipApplication } from '#contract/forms.ts'
import { insertInternshipApplication } from '#domain/submissions/internship-applications.ts'
import { type GuestApi, routeOf } from '../context.ts'
import { readForm } from '../http/read-form.ts'

export function internshipApplicationRoutes(app: FastifyInstance, { limits, submit }: GuestApi) {
  app.post(routeOf(endpoints.submitInternship), { onRequest: limits.countAttempt }, async (request, reply) => {
    const form = readForm(request, internshipApplication)
    const receipt = await submit(request, {
      kind: 'internship-application',
      form,
      email: form.values.email,
      insert: (queries, columns) => insertInternshipApplication(queries, columns, form.values),
    })
    return reply.code(201).header('cache-control', 'no-store').send(receipt)
  })
}
