import { endpoints } from '#contract/endpoints.ts'
import { SINGLE_ID } from '#domain/content/parts.ts'
import { findEntity } from '#domain/content/published.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { describeRead } from '../openapi.ts'

export function contactInfoRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const schema = describeRead(endpoints.contactInfo, 'How to reach the company')
  app.get(routeOf(endpoints.contactInfo), { schema }, (request, reply) =>
    respond(request, reply, 'contact-info', (language) => findEntity(queries, 'contact-info', SINGLE_ID, language)),
  )
}
