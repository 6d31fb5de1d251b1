import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { wasJobPublished } from '#domain/content/open-jobs.ts'
import { findEntity, listEntities } from '#domain/content/published.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { recordId } from '../http/address.ts'
import { Problem } from '../http/problem.ts'
import { describeRead } from '../openapi.ts'

export function jobRoutes(app: ApiInstance, { queries, respond, contentVersion }: GuestApi) {
  const listing = describeRead(endpoints.jobs, 'The jobs that are open today')
  app.get(routeOf(endpoints.jobs), { schema: listing }, (request, reply) =>
    respond(request, reply, 'job', async (language) => ({
      data: await listEntities(queries, 'jobs', language, { openOn: contentVersion().day }),
    })),
  )

  const finding = describeRead(endpoints.job, 'One open job', { params: z.object({ id: recordId }) })
  app.get(routeOf(endpoints.job), { schema: finding }, (request, reply) => {
    const { id } = request.params
    return respond(request, reply, `job/${id}`, async (language) => {
      const data = await findEntity(queries, 'jobs', id, language, { openOn: contentVersion().day })
      if (data) return { data }
      throw new Problem('notFound', (await wasJobPublished(queries, id)) ? { closed: true } : {})
    })
  })
}
