import * as z from 'zod/mini'
import { category, contactInfo, job, project, review, service, teamMember } from './entities.ts'
import { careerApplication, contactMessage, internshipApplication } from './forms.ts'

/** The calls of docs/product.md, section 7. `{id}` in a path is filled from `params`. */

export const GUEST_API = '/api/guest-api/'

const one = <Entity extends z.ZodMiniType>(entity: Entity) => z.object({ data: entity })
const many = <Entity extends z.ZodMiniType>(entity: Entity) => z.object({ data: z.array(entity) })

/** Which projects a page of a list shows; without it the answer holds every project. */
export interface ProjectsQuery {
  category?: number
  page?: number
  per_page?: number
}

export const receipt = z.object({ message: z.string(), reference: z.string() })
export type Receipt = z.infer<typeof receipt>

export const endpoints = {
  // `total` counts what the filter found; a host that knows no filter leaves it out and sends everything.
  allProjects: get(`${GUEST_API}all-projects`, z.object({ data: z.array(project), total: z.optional(z.int()) })),
  project: get(`${GUEST_API}projects/{id}`, one(project)),
  productDetails: post('/api/projects', one(project), z.object({ product_id: z.int() })),
  services: get(`${GUEST_API}Services`, many(service)),
  service: get(`${GUEST_API}Service/{id}`, one(service)),
  jobs: get(`${GUEST_API}job`, many(job)),
  job: get(`${GUEST_API}job/{id}`, one(job)),
  contactInfo: get(`${GUEST_API}contact-info`, contactInfo),
  categories: get(`${GUEST_API}categories`, z.array(category)),
  reviews: get(`${GUEST_API}review`, z.array(review)),
  team: get(`${GUEST_API}Team`, z.array(teamMember)),
  submitInternship: post(`${GUEST_API}Internship`, receipt, internshipApplication),
  submitContact: post(`${GUEST_API}contact-us`, receipt, contactMessage),
  submitCareer: post(`${GUEST_API}Form`, receipt, careerApplication),
} as const

export interface Endpoint<Answer extends z.ZodMiniType = z.ZodMiniType, Body extends z.ZodMiniType = z.ZodMiniType> {
  method: 'GET' | 'POST'
  path: string
  answer: Answer
  body?: Body
}

export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>

export const pathOf = (endpoint: Endpoint, id?: string | number) =>
  endpoint.path.replace('{id}', encodeURIComponent(String(id ?? '')))

function get<Answer extends z.ZodMiniType>(path: string, answer: Answer) {
  return { method: 'GET', path, answer } as const
}

function post<Answer extends z.ZodMiniType, Body extends z.ZodMiniType>(path: string, answer: Answer, body: Body) {
  return { method: 'POST', path, answer, body } as const
}
