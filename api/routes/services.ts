import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { findEntity, listEntities } from '#domain/content/published.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { recordId } from '../http/address.ts'
import { describeRead } from '../openapi.ts'

export function serviceRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  const listing = describeRead(endpoints.services, 'Every service')
  app.get(routeOf(endpoints.services), { schema: listing }, (request, reply) =>
    respond(request, reply, 'services', async (language) => ({
      data: await listEntities(queries, 'services', language),
    })),
  )

  const finding = describeRead(endpoints.service, 'One service', { params: z.object({ id: recordId }) })
  app.get(routeOf(endpoints.service), { schema: finding }, (request, reply) => {
    const { id } = request.params
    return respond(request, reply, `service/${id}`, async (language) => {
      const data = await findEntity(queries, 'services', id, language)
      return data && { data }
    })
  })
}
