import { MOBILE_APP } from './constants.ts'
import type { Job, Project, Service } from './entities.ts'
import type { LandingPage } from './landing-pages.ts'
import type { CaseStudy, Note } from './page-content.ts'

/** Addresses up to the record's id or slug, without the language. site/route-table.ts has the pages. */
export const RECORD_PAGES = {
  service: '/services-details/',
  project: '/projects-details/',
  app: '/app-details/',
  category: '/projectsOverView/',
  job: '/careerApply/',
  note: '/blog-details?note=',
  study: '/case-study-details?study=',
} as const

/** Up to the slug. No record page: a link to another page would look like one. */
export const LANDING_PAGE = '/'

export const addressOfLandingPage = ({ slug }: Pick<LandingPage, 'slug'>) => LANDING_PAGE + slug

/** The word in the address of the list that no category filters. */
export const EVERY_CATEGORY = 'all'

export const addressOfService = ({ id }: Pick<Service, 'id'>) => `${RECORD_PAGES.service}${id}`

export const addressOfProject = ({ id, type }: Pick<Project, 'id' | 'type'>) =>
  type === MOBILE_APP ? `${RECORD_PAGES.app}${id}` : addressAsProject({ id })

export const addressAsProject = ({ id }: Pick<Project, 'id'>) => `${RECORD_PAGES.project}${id}`

export const addressOfCategory = (id: number | undefined) => `${RECORD_PAGES.category}${id ?? EVERY_CATEGORY}`

export const addressOfJob = ({ id }: Pick<Job, 'id'>) => `${RECORD_PAGES.job}${id}`

/** Stable while the record exists. */
export const addressOfNote = ({ slug }: Pick<Note, 'slug'>) => `${RECORD_PAGES.note}${slug}`

export const addressOfStudy = ({ slug }: Pick<CaseStudy, 'slug'>) => `${RECORD_PAGES.study}${slug}`
