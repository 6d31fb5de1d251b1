import { endpoints } from '#contract/endpoints.ts'
import { internshipApplication } from '#contract/forms.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { readForm } from '../http/read-form.ts'
import { describeForm } from '../openapi.ts'

export function internshipApplicationRoutes(app: ApiInstance, { admitForm, submit }: GuestApi) {
  const schema = describeForm(endpoints.submitInternshipApplication, 'Apply for the internship', internshipApplication)
  app.post(routeOf(endpoints.submitInternshipApplication), { schema, onRequest: admitForm }, async (request, reply) => {
    const receipt = await submit(request, reply, {
      kind: 'internship-application',
      ...readForm(request, internshipApplication),
    })
    return reply.code(201).header('cache-control', 'no-store').send(receipt)
  })
}
