import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { listCategories } from '#domain/catalogue/categories.ts'
import { type GuestApi, routeOf } from '../context.ts'

export function categoryRoutes(app: FastifyInstance, { queries, respond }: GuestApi) {
  app.get(routeOf(endpoints.categories), (request, reply) =>
    respond(request, reply, 'categories', () => listCategories(queries)),
  )
}
