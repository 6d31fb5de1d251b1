import { endpoints } from '#contract/endpoints.ts'
import { listEntities } from '#domain/content/published.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { describeRead } from '../openapi.ts'

export function reviewRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const schema = describeRead(endpoints.reviews, 'What customers say')
  app.get(routeOf(endpoints.reviews), { schema }, (request, reply) =>
    respond(request, reply, 'review', (language) => listEntities(queries, 'reviews', language)),
  )
}
