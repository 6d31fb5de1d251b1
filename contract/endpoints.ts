import type { Responses } from './shapes.ts'

/** The calls of docs/product.md, section 7. Their schemas are in shapes.ts: a page that only calls does not load them. */

export const GUEST_API = '/api/guest-api/'

/** The key that the same answers would have had an hour ago. */
export const FORMER_KEY_HEADER = 'idempotency-key-before'

/** In `Prefer`: the response to a stored form names the sender's page in `Location`. */
export const LINK_PREFERENCE = 'application-link'

/** Product 7.7: a proof of work, as base64 of JSON: the `challenge` of the refusal and its `solution`. */
export const PROOF_HEADER = 'x-proof'

/** Product 7.4: a browser's post echoes the cookie in the header. */
export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'x-xsrf-token'

export const endpoints = {
  allProjects: get('allProjects', `${GUEST_API}all-projects`),
  project: get('project', `${GUEST_API}projects/{id}`),
  productDetails: post('productDetails', '/api/projects'),
  services: get('services', `${GUEST_API}Services`),
  service: get('service', `${GUEST_API}Service/{id}`),
  jobs: get('jobs', `${GUEST_API}job`),
  job: get('job', `${GUEST_API}job/{id}`),
  contactInfo: get('contactInfo', `${GUEST_API}contact-info`),
  categories: get('categories', `${GUEST_API}categories`),
  reviews: get('reviews', `${GUEST_API}review`),
  team: get('team', `${GUEST_API}Team`),
  submitInternshipApplication: post('submitInternshipApplication', `${GUEST_API}Internship`),
  submitContactMessage: post('submitContactMessage', `${GUEST_API}contact-us`),
  submitCareerApplication: post('submitCareerApplication', `${GUEST_API}Form`),
} as const

export type EndpointName = keyof Responses

export interface Endpoint<Name extends EndpointName = EndpointName> {
  name: Name
  method: 'GET' | 'POST'
  path: string
}

export type ResponseOf<E extends Endpoint> = Responses[E['name']]

export interface ProjectsQuery {
  category?: number
  page?: number
  per_page?: number
}

export const pathOf = (endpoint: Endpoint, id?: string | number) =>
  endpoint.path.replace('{id}', encodeURIComponent(String(id ?? '')))

function get<Name extends EndpointName>(name: Name, path: string) {
  return { name, method: 'GET', path } as const
}

function post<Name extends EndpointName>(name: Name, path: string) {
  return { name, method: 'POST', path } as const
}
