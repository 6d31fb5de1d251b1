import { MOBILE_APP } from './constants.ts'
import type { Job, Project, Service } from './entities.ts'
import type { CaseStudy, Note } from './facts.ts'

/**
 * Where the site shows a record: what its address says before it names the record, by its id or by its word. Without the language,
 * which the caller adds. Pages, feeds, mails and the desk all link by these; site/route-table.ts has the page of each.
 */
export const RECORD_PAGES = {
  service: '/services-details/',
  project: '/projects-details/',
  app: '/app-details/',
  category: '/projectsOverView/',
  job: '/careerApply/',
  note: '/blog-details?note=',
  study: '/case-study-details?study=',
} as const

/** The word in the address of the list that no category filters. */
export const EVERY_CATEGORY = 'all'

export const addressOfService = ({ id }: Pick<Service, 'id'>) => `${RECORD_PAGES.service}${id}`

/** Product 2.4: a 'Mobile App' opens the page of an application, any other type the page of a project. */
export const addressOfProject = ({ id, type }: Pick<Project, 'id' | 'type'>) =>
  type === MOBILE_APP ? `${RECORD_PAGES.app}${id}` : addressAsProject({ id })

/** Of any type: the page of a project also shows an application. */
export const addressAsProject = ({ id }: Pick<Project, 'id'>) => `${RECORD_PAGES.project}${id}`

export const addressOfCategory = (id: number | undefined) => `${RECORD_PAGES.category}${id ?? EVERY_CATEGORY}`

export const addressOfJob = ({ id }: Pick<Job, 'id'>) => `${RECORD_PAGES.job}${id}`

/** The same for as long as the note is there, whatever is published after it. */
export const addressOfNote = ({ slug }: Pick<Note, 'slug'>) => `${RECORD_PAGES.note}${slug}`

/** The same for as long as the study is there, whichever is the first. */
export const addressOfStudy = ({ slug }: Pick<CaseStudy, 'slug'>) => `${RECORD_PAGES.study}${slug}`
