import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { listCategories } from '#domain/catalogue/categories.ts'
import { type GuestApi, routeOf } from '../app.ts'

export function categoryRoutes(app: FastifyInstance, { queries, answer }: GuestApi) {
  app.get(routeOf(endpoints.categories), (request, reply) =>
    answer(request, reply, 'categories', () => listCategories(queries)),
  )
}
