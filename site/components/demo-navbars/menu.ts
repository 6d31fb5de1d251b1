import { useMatches } from 'react-router'
import type { CallApi } from '#contract/call.ts'
import { MOBILE_APP } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { MenuPage, Navigation } from '#contract/navigation.ts'
import { addressOfJob, addressOfProject, addressOfService } from '#contract/page-addresses.ts'
import type { PageContent } from '#contract/page-content.ts'
import type { Texts } from '#texts/index.ts'
import { foldSpelling, withoutArticle } from '#texts/spelling.ts'
import { inBrowser, type Needs, nullOnError } from '../../load.ts'
import { contentInBrowser, namesInMenu, usePageContent, useTexts } from '../../page-context.tsx'

type PageName = MenuPage | keyof Texts['demo-navbars']['pages']

type RecordPage =
  | 'serviceDetails'
  | 'projectDetails'
  | 'appDetails'
  | 'caseStudyDetails'
  | 'careerApply'
  | 'blogDetails'

export type RecordAddresses = Partial<Record<RecordPage, string>>

export interface MenuGroup {
  name?: keyof Texts['demo-navbars']['groups']
  pages: { name: PageName; address: string }[]
}

/** A page's address, or null for the address of a record. */
type PagesOfGroup = Partial<Record<PageName, string | null>>

const GROUPS: [MenuGroup['name'], PagesOfGroup][] = [
  [undefined, { home: '/' }],
  [
    'company',
    {
      about: '/about',
      team: '/team',
      testimonials: '/testimonials',
      faq: '/faq',
      terms: '/terms-conditions',
      privacy: '/privacy-policy',
    },
  ],
  ['services', { services: '/services', serviceDetails: null, pricing: '/pricing' }],
  [
    'work',
    {
      projects: '/projects',
      projectsOverview: '/projectsOverView/1',
      projectDetails: null,
      appDetails: null,
      caseStudy: '/case-study',
      caseStudyDetails: null,
    },
  ],
  [
    'careers',
    { internship: '/internship', jobs: '/jobs', careerApply: null, generalApplication: '/general-application' },
  ],
  ['writing', { blog: '/blog', blogDetails: null }],
  [
    'demos',
    {
      aiStartup: '/ai-startup',
      machineLearning: '/machine-learning',
      comingSoon: '/coming-soon',
      signIn: '/sign-in',
      signUp: '/sign-up',
      error: '/error',
    },
  ],
  [undefined, { contact: '/contact' }],
]

export const demoMenu = (records: RecordAddresses): MenuGroup[] =>
  GROUPS.map(([name, pages]) => ({
    ...(name && { name }),
    pages: Object.entries(pages).flatMap(([page, fixed]) => {
      const address = fixed ?? records[page as RecordPage]
      return address ? [{ name: page as PageName, address }] : []
    }),
  }))

export const useDemoMenu = () => demoMenu((useMatches().at(-1)?.loaderData as RecordAddresses | undefined) ?? {})

export const namesOfPages = (navigation: Navigation, { pages }: Texts['demo-navbars']) => ({
  ...namesInMenu(navigation),
  ...pages,
})

export const useNamesOfPages = () => namesOfPages(usePageContent('navigation'), useTexts('demo-navbars'))

export async function findRecordAddresses(
  callApi: CallApi,
  { notes, 'case-studies': studies }: Partial<PageContent>,
): Promise<RecordAddresses> {
  const { services, projects, jobs } = await loadOffers(callApi)
  const [service, job] = [services[0], jobs[0]]
  const app = projects.find(({ type }) => type === MOBILE_APP)
  const project = projects.find(({ type }) => type !== MOBILE_APP)
  return {
    ...(service && { serviceDetails: addressOfService(service) }),
    ...(project && { projectDetails: addressOfProject(project) }),
    ...(app && { appDetails: addressOfProject(app) }),
    ...(job && { careerApply: addressOfJob(job) }),
    ...(studies?.length && { caseStudyDetails: '/case-study-details' }),
    ...(notes?.length && { blogDetails: '/blog-details' }),
  }
}

export const searchablePages = (menu: MenuGroup[], names: ReturnType<typeof namesOfPages>): Searchable[] =>
  menu
    .flatMap(({ pages }) => pages)
    // The page for unknown addresses is no result.
    .filter(({ name }) => name !== 'error')
    .map(({ name, address }) => ({ kind: 'page', name: names[name], address }))

export async function searchableOffers(callApi: CallApi): Promise<Searchable[]> {
  const { services, projects, jobs } = await loadOffers(callApi)
  return [
    ...services.map(
      (service) => ({ kind: 'service', name: service.title, address: addressOfService(service) }) as const,
    ),
    ...projects.map(
      (project) => ({ kind: 'project', name: project.title, address: addressOfProject(project) }) as const,
    ),
    ...jobs.map((job) => ({ kind: 'job', name: job.title, address: addressOfJob(job) }) as const),
  ]
}

async function loadOffers(callApi: CallApi) {
  const [services, projects, jobs] = await Promise.all([
    nullOnError(callApi(endpoints.services)),
    nullOnError(callApi(endpoints.allProjects)),
    nullOnError(callApi(endpoints.jobs)),
  ])
  return { services: services?.data ?? [], projects: projects?.data ?? [], jobs: jobs?.data ?? [] }
}

export const loadMenuInBrowser = inBrowser(({ callApi }: Needs) =>
  findRecordAddresses(callApi, contentInBrowser.content),
)

/** The message's id, which an address names: the same page for all that was typed. */
export const NOTHING_FOUND = 'nothing-found'

type SearchableKind = 'page' | 'service' | 'project' | 'job'

export interface Searchable {
  kind: SearchableKind
  name: string
  address: string
}

/** Best first: the name begins with the query, a word of it does, the name holds it, a page's address does. */
export function findByName(query: string, searchables: Searchable[]): Searchable[] {
  const folded = foldSpelling(query)
  if (!folded) return []
  return searchables
    .map((searchable) => ({ searchable, distance: distanceOf(searchable, folded) }))
    .filter(({ distance }) => distance < FAR)
    .sort((one, other) => one.distance - other.distance)
    .map(({ searchable }) => searchable)
}

const FAR = 4

function distanceOf({ kind, name, address }: Searchable, query: string): number {
  const folded = foldSpelling(name)
  if (folded.startsWith(query) || withoutArticle(folded).startsWith(withoutArticle(query))) return 0
  const words = query.split(' ').map(withoutArticle)
  const nameWords = folded.split(' ').flatMap((word) => [word, withoutArticle(word)])
  if (words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))) return 1
  if (words.every((word) => folded.includes(word))) return 2
  // An Arabic page answers to its English address too.
  if (kind === 'page' && words.every((word) => foldSpelling(address).includes(word))) return 3
  return FAR
}
