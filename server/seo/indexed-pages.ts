import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import {
  addressOfCategory,
  addressOfJob,
  addressOfLandingPage,
  addressOfNote,
  addressOfProject,
  addressOfService,
  addressOfStudy,
  RECORD_PAGES,
} from '#contract/page-addresses.ts'
import type { CaseStudy } from '#contract/page-content.ts'
import { type ServiceKind, serviceKind } from '#site/brand/icons/service-kind.ts'
import { type PageRoute, ROUTES, type RoutePath } from '#site/route-table.ts'
import { DEFAULT_LANGUAGE } from '#texts/languages.ts'
import type { Source } from './source.ts'

export interface IndexedPage {
  plain: string
  writtenOn?: string
  subject?: Subject
}

/** Content that decides the drawing. */
export interface Subject {
  service?: ServiceKind
  project?: { id: number; type: string }
  seats?: { taken: number; jobIds: number[] }
  note?: { minutes: number }
  study?: { before: number; after: number }
}

export async function indexedPages({
  callApiIn,
  pageContentIn,
}: Pick<Source, 'callApiIn' | 'pageContentIn'>): Promise<IndexedPage[]> {
  const callApi = callApiIn(DEFAULT_LANGUAGE)
  const [services, projects, jobs] = await Promise.all([
    callApi(endpoints.services),
    callApi(endpoints.allProjects),
    callApi(endpoints.jobs),
  ])
  const {
    notes,
    'case-studies': studies,
    'about-counters': counters,
    'landing-pages': landingPages,
  } = pageContentIn(DEFAULT_LANGUAGE)
  const categories = [undefined, ...Object.keys(CATEGORY_FILTERS).map(Number)]
  const ofProjects = projects.data.map(({ id, type }) => ({
    plain: addressOfProject({ id, type }),
    subject: { project: { id, type } },
  }))
  const withOpenJobs = { subject: { seats: { taken: counters.members, jobIds: jobs.data.map(({ id }) => id) } } }
  const filledIn: FilledIn = {
    '/services-details/:id': services.data.map((service) => ({
      plain: addressOfService(service),
      subject: { service: serviceKind(service) },
    })),
    '/projectsOverView/:id': categories.map((category) => ({ plain: addressOfCategory(category) })),
    '/projects-details/:id': ofProjects.filter(({ plain }) => plain.startsWith(RECORD_PAGES.project)),
    '/app-details/:id': ofProjects.filter(({ plain }) => plain.startsWith(RECORD_PAGES.app)),
    '/case-study': [{ plain: '/case-study', ...(studies[0] && { subject: { study: numbersOf(studies[0]) } }) }],
    '/case-study-details': studies.map((study) => ({
      plain: addressOfStudy(study),
      subject: { study: numbersOf(study) },
    })),
    '/blog-details': notes.map((note) => ({
      plain: addressOfNote(note),
      writtenOn: note.publishedOn,
      subject: { note: { minutes: note.minutes } },
    })),
    '/jobs': [{ plain: '/jobs', ...withOpenJobs }],
    '/careerApply/:id': jobs.data.map(({ id, posted_on }) => ({
      plain: addressOfJob({ id }),
      writtenOn: posted_on,
      ...withOpenJobs,
    })),
  }
  const ofTable = ROUTES.filter((route: PageRoute) => !route.isHidden).flatMap(
    ({ path }) => (filledIn as Partial<Record<RoutePath, IndexedPage[]>>)[path] ?? [{ plain: path }],
  )
  return [...ofTable, ...Object.values(landingPages).map((page) => ({ plain: addressOfLandingPage(page) }))]
}

const numbersOf = ({ before, after }: CaseStudy) => ({ before, after })

/** The compiler asks for every route with an id, except where the id is a secret. */
type FilledIn = Record<
  | Exclude<Extract<RoutePath, `${string}:id`>, '/application/:id' | '/job-alerts/:id'>
  | '/case-study'
  | '/case-study-details'
  | '/blog-details'
  | '/jobs',
  IndexedPage[]
>
