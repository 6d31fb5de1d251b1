import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { type GuestApi, routeOf } from '../app.ts'
import { findContactInfo } from '../data/contact-info.ts'

export function contactInfoRoutes(app: FastifyInstance, { queries, answer }: GuestApi) {
  app.get(routeOf(endpoints.contactInfo), (request, reply) =>
    answer(request, reply, 'contact-info', (language) => findContactInfo(queries, language)),
  )
}
