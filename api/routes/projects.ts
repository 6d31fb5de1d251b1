import type { FastifyInstance } from 'fastify'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { findProject, listProjects, type ProjectsWanted } from '#domain/catalogue/projects.ts'
import { type GuestApi, type IdParameter, routeOf } from '../context.ts'
import { languageOf } from '../http/language.ts'
import { Problem } from '../http/problem.ts'
import { readJsonObject } from '../http/read-form.ts'
import { LARGEST_ID, recordIdOf } from '../http/record-id.ts'

export function projectRoutes(app: FastifyInstance, { queries, respond }: GuestApi) {
  app.get<{ Querystring: Query }>(routeOf(endpoints.allProjects), (request, reply) => {
    const wanted = readQuery(request.query)
    const name = `all-projects ${wanted.category ?? ''} ${wanted.page} ${wanted.perPage ?? ''}`
    return respond(request, reply, name, (language) => listProjects(queries, wanted, language))
  })

  app.get<IdParameter>(routeOf(endpoints.project), (request, reply) => {
    const id = recordIdOf(request.params.id)
    return respond(request, reply, `projects/${id}`, async (language) => {
      const data = await findProject(queries, id, language)
      return data && { data }
    })
  })

  app.post(routeOf(endpoints.productDetails), async (request, reply) => {
    const data = await findProject(queries, productIdIn(request.body), languageOf(request))
    if (!data) throw new Problem('notFound')
    return reply.header('cache-control', 'no-store').send({ data })
  })
}

type Query = Record<string, string | string[] | undefined>

const MOST_PER_PAGE = 100

/** Numbers that make no sense fall back to the nearest that does, so a mistyped address still shows a list. */
function readQuery({ category, page, per_page }: Query): ProjectsWanted {
  const filter = wholeNumber(category)
  const perPage = wholeNumber(per_page) ?? (page === undefined ? undefined : MOST_PER_PAGE)
  return {
    category: filter !== undefined && filter in CATEGORY_FILTERS ? filter : undefined,
    page: perPage === undefined ? 1 : (wholeNumber(page) ?? 1),
    perPage: perPage && Math.min(perPage, MOST_PER_PAGE),
  }
}

function wholeNumber(text: string | string[] | undefined): number | undefined {
  const number = Number(typeof text === 'string' && /^\d{1,9}$/.test(text) ? text : Number.NaN)
  return number >= 1 ? number : undefined
}

function productIdIn(body: unknown): number {
  const { product_id: sent } = readJsonObject(body)
  const id = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1) throw new Problem('productIdMissing')
  if (id > LARGEST_ID) throw new Problem('notFound')
  return id
}
