import { endpoints } from '#contract/endpoints.ts'
import { listEntities } from '#domain/content/published.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { describeRead } from '../openapi.ts'

export function categoryRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const schema = describeRead(endpoints.categories, 'The categories of projects')
  app.get(routeOf(endpoints.categories), { schema }, (request, reply) =>
    respond(request, reply, 'categories', (language) => listEntities(queries, 'categories', language)),
  )
}
