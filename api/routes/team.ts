import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { listTeamMembers } from '#domain/catalogue/team.ts'
import { type GuestApi, routeOf } from '../app.ts'

export function teamRoutes(app: FastifyInstance, { queries, answer }: GuestApi) {
  app.get(routeOf(endpoints.team), (request, reply) =>
    answer(request, reply, 'team', (language) => listTeamMembers(queries, language)),
  )
}
