import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { type GuestApi, type IdParameter, routeOf } from '../app.ts'
import { findOpenJob, listOpenJobs } from '../data/jobs.ts'
import { recordIdOf } from '../record-id.ts'

export function jobRoutes(app: FastifyInstance, { queries, answer, edition }: GuestApi) {
  app.get(routeOf(endpoints.jobs), (request, reply) =>
    answer(request, reply, 'job', async (language) => ({ data: await listOpenJobs(queries, edition().day, language) })),
  )

  app.get<IdParameter>(routeOf(endpoints.job), (request, reply) => {
    const id = recordIdOf(request.params.id)
    return answer(request, reply, `job/${id}`, async (language) => {
      const data = await findOpenJob(queries, id, edition().day, language)
      return data && { data }
    })
  })
}
