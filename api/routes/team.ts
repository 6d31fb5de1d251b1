import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { listTeamMembers } from '#domain/catalogue/team.ts'
import { type GuestApi, routeOf } from '../context.ts'

export function teamRoutes(app: FastifyInstance, { queries, respond }: GuestApi) {
  app.get(routeOf(endpoints.team), (request, reply) =>
    respond(request, reply, 'team', (language) => listTeamMembers(queries, language)),
  )
}
