import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { listReviews } from '#domain/catalogue/reviews.ts'
import { type GuestApi, routeOf } from '../app.ts'

export function reviewRoutes(app: FastifyInstance, { queries, answer }: GuestApi) {
  app.get(routeOf(endpoints.reviews), (request, reply) =>
    answer(request, reply, 'review', (language) => listReviews(queries, language)),
  )
}
