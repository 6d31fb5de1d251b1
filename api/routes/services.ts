import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { findService, listServices } from '#domain/catalogue/services.ts'
import { type GuestApi, type IdParameter, routeOf } from '../context.ts'
import { recordIdOf } from '../http/record-id.ts'

export function serviceRoutes(app: FastifyInstance, { queries, respond }: GuestApi) {
  app.get(routeOf(endpoints.services), (request, reply) =>
    respond(request, reply, 'services', async (language) => ({ data: await listServices(queries, language) })),
  )

  app.get<IdParameter>(routeOf(endpoints.service), (request, reply) => {
    const id = recordIdOf(request.params.id)
    return respond(request, reply, `service/${id}`, async (language) => {
      const data = await findService(queries, id, language)
      return data && { data }
    })
  })
}
