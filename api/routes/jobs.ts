import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { findOpenJob, listOpenJobs } from '#domain/catalogue/jobs.ts'
import { type GuestApi, type IdParameter, routeOf } from '../context.ts'
import { recordIdOf } from '../http/record-id.ts'

export function jobRoutes(app: FastifyInstance, { queries, respond, contentVersion }: GuestApi) {
  app.get(routeOf(endpoints.jobs), (request, reply) =>
    respond(request, reply, 'job', async (language) => ({
      data: await listOpenJobs(queries, contentVersion().day, language),
    })),
  )

  app.get<IdParameter>(routeOf(endpoints.job), (request, reply) => {
    const id = recordIdOf(request.params.id)
    return respond(request, reply, `job/${id}`, async (language) => {
      const data = await findOpenJob(queries, id, contentVersion().day, language)
      return data && { data }
    })
  })
}
