import { endpoints } from '#contract/endpoints.ts'
import { listEntities } from '#domain/content/published.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { describeRead } from '../openapi.ts'

export function teamRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const schema = describeRead(endpoints.team, 'The team')
  app.get(routeOf(endpoints.team), { schema }, (request, reply) =>
    respond(request, reply, 'team', (language) => listEntities(queries, 'team', language)),
  )
}
