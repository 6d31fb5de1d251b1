import { endpoints } from '#contract/endpoints.ts'
import { listTeamMembers } from '#domain/content/team.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { describeRead } from '../openapi.ts'

export function teamRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const schema = describeRead(endpoints.team, 'The team')
  app.get(routeOf(endpoints.team), { schema }, (request, reply) =>
    respond(request, reply, 'team', (language) => listTeamMembers(queries, language)),
  )
}
