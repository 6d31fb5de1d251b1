import { endpoints } from '#contract/endpoints.ts'
import { contactMessage } from '#contract/forms.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { readForm } from '../http/read-form.ts'
import { describeForm } from '../openapi.ts'

export function contactMessageRoutes(app: ApiInstance, { admitForm, submit }: GuestApi) {
  const schema = describeForm(endpoints.submitContactMessage, 'Send a message', contactMessage)
  app.post(routeOf(endpoints.submitContactMessage), { schema, onRequest: admitForm }, async (request, reply) => {
    const receipt = await submit(request, reply, { kind: 'contact-message', ...readForm(request, contactMessage) })
    return reply.code(201).header('cache-control', 'no-store').send(receipt)
  })
}
