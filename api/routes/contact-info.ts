import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { findContactInfo } from '#domain/catalogue/contact-info.ts'
import { type GuestApi, routeOf } from '../context.ts'

export function contactInfoRoutes(app: FastifyInstance, { queries, respond }: GuestApi) {
  app.get(routeOf(endpoints.contactInfo), (request, reply) =>
    respond(request, reply, 'contact-info', (language) => findContactInfo(queries, language)),
  )
}
