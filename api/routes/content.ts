import * as z from 'zod/mini'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { Job } from '#contract/entities.ts'
import { SINGLE_ID } from '#domain/content/parts.ts'
import { findEntity, listEntities, pageOfEntities } from '#domain/content/published.ts'
import { wasJobPublished } from '#domain/content/published-jobs.ts'
import { PROJECT_TYPES } from '#domain/content/types/projects.ts'
import { withQuestions } from '#domain/submissions/processes.ts'
import type { Language } from '#texts/languages.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { MAX_ID, optionalNumber, recordId } from '../http/address.ts'
import { languageOf } from '../http/negotiation.ts'
import { Problem } from '../http/problem.ts'
import { readJsonObject } from '../http/read-form.ts'
import { describeLookup, describeRead } from '../openapi.ts'

/** Everything that visitors read. */
export function contentRoutes(app: ApiInstance, { queries, respond, contentVersion }: GuestApi) {
  const openToday = () => ({ openOn: contentVersion().day })

  app.get(routeOf(endpoints.allProjects), { schema: projectsListing }, (request, reply) => {
    const wanted = projectsWanted(request.query)
    const name = `all-projects ${wanted.topics ?? ''} ${wanted.page} ${wanted.perPage ?? ''}`
    return respond(request, reply, name, (language) => pageOfEntities(queries, 'projects', language, wanted))
  })
  record(endpoints.project, 'One project', (id, language) => findEntity(queries, 'projects', id, language))
  const lookup = describeLookup(endpoints.productDetails, 'One project, asked for by post')
  app.post(routeOf(endpoints.productDetails), { schema: lookup }, async (request, reply) => {
    const data = await findEntity(queries, 'projects', productIdIn(request.body), languageOf(request))
    if (!data) throw new Problem('notFound')
    return reply.header('cache-control', 'no-store').send({ data })
  })
  whole(endpoints.services, 'Every service', async (language) => ({
    data: await listEntities(queries, 'services', language),
  }))
  record(endpoints.service, 'One service', (id, language) => findEntity(queries, 'services', id, language))
  whole(endpoints.jobs, 'The jobs that are open today', async (language) => ({
    data: await listEntities(queries, 'jobs', language, openToday()),
  }))
  record(endpoints.job, 'One open job', async (id, language) => {
    const job = await findEntity(queries, 'jobs', id, language, openToday())
    if (job) return withQuestions(queries, job as Job, language)
    throw new Problem('notFound', (await wasJobPublished(queries, id)) ? { closed: true } : {})
  })
  whole(endpoints.contactInfo, 'How to reach the company', (language) =>
    findEntity(queries, 'contact-info', SINGLE_ID, language),
  )
  whole(endpoints.categories, 'The categories of projects', (language) => listEntities(queries, 'categories', language))
  whole(endpoints.reviews, 'What customers say', (language) => listEntities(queries, 'reviews', language))
  whole(endpoints.team, 'The team', (language) => listEntities(queries, 'team', language))

  function whole(endpoint: Endpoint, summary: string, load: (language: Language) => Promise<unknown>) {
    app.get(routeOf(endpoint), { schema: describeRead(endpoint, summary) }, (request, reply) =>
      respond(request, reply, endpoint.name, load),
    )
  }

  function record(endpoint: Endpoint, summary: string, find: (id: number, language: Language) => Promise<unknown>) {
    const schema = describeRead(endpoint, summary, { params: z.object({ id: recordId }) })
    app.get(routeOf(endpoint), { schema }, (request, reply) => {
      const { id } = request.params
      return respond(request, reply, `${endpoint.name}/${id}`, async (language) => {
        const data = await find(id, language)
        return data && { data }
      })
    })
  }
}

const MAX_PER_PAGE = 100

const query = z.object({
  category: optionalNumber('1 mobile, 2 web, 3 ERP; any other shows every project'),
  page: optionalNumber('From 1; beyond the last page is the last page'),
  per_page: optionalNumber('Up to 100; without page and per_page the response holds them all'),
})

const projectsListing = describeRead(
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
