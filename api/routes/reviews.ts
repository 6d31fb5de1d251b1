import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { listReviews } from '#domain/catalogue/reviews.ts'
import { type GuestApi, routeOf } from '../context.ts'

export function reviewRoutes(app: FastifyInstance, { queries, respond }: GuestApi) {
  app.get(routeOf(endpoints.reviews), (request, reply) =>
    respond(request, reply, 'review', (language) => listReviews(queries, language)),
  )
}
