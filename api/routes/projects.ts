import * as z from 'zod/mini'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { findEntity, pageOfEntities } from '#domain/content/published.ts'
import { PROJECT_TYPES } from '#domain/content/types/projects.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { MAX_ID, optionalNumber, recordId } from '../http/address.ts'
import { languageOf } from '../http/negotiation.ts'
import { Problem } from '../http/problem.ts'
import { readJsonObject } from '../http/read-form.ts'
import { describeLookup, describeRead } from '../openapi.ts'

export function projectRoutes(app: ApiInstance, { queries, respond }: GuestApi) {
  app.get(routeOf(endpoints.allProjects), { schema: listing }, (request, reply) => {
    const wanted = projectsWanted(request.query)
    const name = `all-projects ${wanted.topics ?? ''} ${wanted.page} ${wanted.perPage ?? ''}`
    return respond(request, reply, name, (language) => pageOfEntities(queries, 'projects', language, wanted))
  })

  const finding = describeRead(endpoints.project, 'One project', { params: z.object({ id: recordId }) })
  app.get(routeOf(endpoints.project), { schema: finding }, (request, reply) => {
    const { id } = request.params
    return respond(request, reply, `projects/${id}`, async (language) => {
      const data = await findEntity(queries, 'projects', id, language)
      return data && { data }
    })
  })

  const lookup = describeLookup(endpoints.productDetails, 'One project, asked for by post')
  app.post(routeOf(endpoints.productDetails), { schema: lookup }, async (request, reply) => {
    const data = await findEntity(queries, 'projects', productIdIn(request.body), languageOf(request))
    if (!data) throw new Problem('notFound')
    return reply.header('cache-control', 'no-store').send({ data })
  })
}

const MAX_PER_PAGE = 100

const query = z.object({
  category: optionalNumber('1 mobile, 2 web, 3 ERP; any other shows every project'),
  page: optionalNumber('From 1; beyond the last page is the last page'),
  per_page: optionalNumber('Up to 100; without page and per_page the response holds them all'),
})

const listing = describeRead(
  endpoints.allProjects,
  'Every project, newest first; or those of one category, page by page',
  { querystring: query },
)

function projectsWanted({ category, page, per_page }: z.infer<typeof query>) {
  const perPage = per_page ?? (page === undefined ? undefined : MAX_PER_PAGE)
  return {
    topics: typesOfCategory(category),
    page: perPage === undefined ? 1 : (page ?? 1),
    perPage: perPage && Math.min(perPage, MAX_PER_PAGE),
  }
}

/** Product 2.4: the type is matched without regard to case against the word of each category. */
function typesOfCategory(category = 0) {
  const word = CATEGORY_FILTERS[category]
  return word === undefined ? undefined : PROJECT_TYPES.filter((type) => type.toLowerCase().includes(word))
}

function productIdIn(body: unknown): number {
  const { product_id: sent } = readJsonObject(body)
  const id = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1) throw new Problem('productIdMissing')
  if (id > MAX_ID) throw new Problem('notFound')
  return id
}
