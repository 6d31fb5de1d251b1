import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { findContactInfo } from '#domain/catalogue/contact-info.ts'
import { type GuestApi, routeOf } from '../app.ts'

export function contactInfoRoutes(app: FastifyInstance, { queries, answer }: GuestApi) {
  app.get(routeOf(endpoints.contactInfo), (request, reply) =>
    answer(request, reply, 'contact-info', (language) => findContactInfo(queries, language)),
  )
}
