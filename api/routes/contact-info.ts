import { endpoints } from '#contract/endpoints.ts'
import { findContactInfo } from '#domain/content/contact-info.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { describeRead } from '../openapi.ts'

export function contactInfoRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const schema = describeRead(endpoints.contactInfo, 'How to reach the company')
  app.get(routeOf(endpoints.contactInfo), { schema }, (request, reply) =>
    respond(request, reply, 'contact-info', (language) => findContactInfo(queries, language)),
  )
}
