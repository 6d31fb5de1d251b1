import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { EVERY_CATEGORY } from '#contract/page-addresses.ts'
import { isArabicAddress, permanentAddress, plainAddress } from './addresses.ts'
import type { PostedFormName } from './submissions/posted.ts'

export interface PageRoute {
  /** In React Router's notation, without the Arabic prefix, in the spelling that search engines are told. */
  path: string
  file: string
  /** Ids with a page of their own; every other id shows the page of the last. */
  ids?: readonly string[]
  /** Query parameters that the page reads. Caches and canonical addresses drop all others. */
  query?: readonly string[]
  /** The parameter that names a record: an unknown record is no page. */
  recordQuery?: string
  /** A page with one of these belongs to one visitor and is never cached. */
  privateQuery?: readonly string[]
  /** Has an action: its form posts to the page itself where there is no JavaScript. */
  takesPosts?: PostedFormName
  /** Search engines are not told of it. */
  isHidden?: true
  /** Its id is a secret: no cache, log or other site sees its address. */
  isPrivate?: true
}

const WITH_RECEIPT = { query: ['sent'], privateQuery: ['sent'] } as const

/** The route table of docs/product.md, section 2, in the same order. Each page also has an Arabic address under /ar. */
export const ROUTES = [
  { path: '/', file: 'pages/home/home.tsx' },
  { path: '/ai-startup', file: 'pages/samples/ai-startup/ai-startup.tsx', query: ['q'], privateQuery: ['q'] },
  {
    path: '/machine-learning',
    file: 'pages/samples/machine-learning/machine-learning.tsx',
    query: ['q'],
    privateQuery: ['q'],
  },
  { path: '/about', file: 'pages/about/about.tsx' },
  { path: '/team', file: 'pages/samples/team/team.tsx' },
  { path: '/pricing', file: 'pages/samples/pricing/pricing.tsx' },
  { path: '/faq', file: 'pages/samples/faq/faq.tsx', takesPosts: 'question' },
  { path: '/testimonials', file: 'pages/samples/testimonials/testimonials.tsx', query: ['page'] },
  { path: '/case-study', file: 'pages/samples/case-study/case-study.tsx' },
  {
    path: '/case-study-details',
    file: 'pages/samples/case-study/case-study-details.tsx',
    query: ['study'],
    recordQuery: 'study',
  },
  { path: '/error', file: 'pages/error.tsx', isHidden: true },
  { path: '/sign-in', file: 'pages/samples/account/sign-in.tsx', takesPosts: 'unread', isHidden: true },
  { path: '/sign-up', file: 'pages/samples/account/sign-up.tsx', takesPosts: 'unread', isHidden: true },
  { path: '/terms-conditions', file: 'pages/legal/terms-conditions.tsx' },
  { path: '/privacy-policy', file: 'pages/legal/privacy-policy.tsx' },
  { path: '/coming-soon', file: 'pages/samples/coming-soon/coming-soon.tsx', takesPosts: 'unread' },
  { path: '/services', file: 'pages/services.tsx', query: ['page'] },
  { path: '/services-details/:id', file: 'pages/service-details.tsx' },
  { path: '/projects', file: 'pages/projects.tsx', query: ['page'] },
  {
    path: '/projectsOverView/:id',
    file: 'pages/projects-overview/projects-overview.tsx',
    ids: [...Object.keys(CATEGORY_FILTERS), EVERY_CATEGORY],
    query: ['page'],
  },
  { path: '/projects-details/:id', file: 'pages/project-details.tsx' },
  { path: '/app-details/:id', file: 'pages/app-details.tsx' },
  { path: '/blog', file: 'pages/samples/blog/blog.tsx' },
  { path: '/blog-details', file: 'pages/samples/blog/blog-details.tsx', query: ['note'], recordQuery: 'note' },
  { path: '/contact', file: 'pages/contact/contact.tsx', takesPosts: 'contact-message', ...WITH_RECEIPT },
  {
    path: '/internship',
    file: 'pages/internship/internship.tsx',
    takesPosts: 'internship-application',
    ...WITH_RECEIPT,
  },
  { path: '/jobs', file: 'pages/jobs/jobs.tsx', query: ['team', 'place', 'kind'] },
  {
    path: '/careerApply/:id',
    file: 'pages/career-apply/career-apply.tsx',
    takesPosts: 'career-application',
    ...WITH_RECEIPT,
  },
  {
    path: '/general-application',
    file: 'pages/general-application/general-application.tsx',
    takesPosts: 'career-application',
    ...WITH_RECEIPT,
  },
  { path: '/application', file: 'pages/application/lost-link.tsx', takesPosts: 'lost-link', isHidden: true },
  {
    path: '/application/:id',
    file: 'pages/application/application.tsx',
    query: ['step', 'field', 'done'],
    takesPosts: 'application',
    isHidden: true,
    isPrivate: true,
  },
  { path: '/job-alerts', file: 'pages/job-alerts/job-alerts.tsx', takesPosts: 'job-alerts', isHidden: true },
  {
    path: '/job-alerts/:id',
    file: 'pages/job-alerts/job-alert.tsx',
    query: ['done'],
    takesPosts: 'job-alert',
    isHidden: true,
    isPrivate: true,
  },
] as const satisfies readonly PageRoute[]

export type RoutePath = (typeof ROUTES)[number]['path']

export interface MatchedRoute {
  route: PageRoute
  /** In its language, with only the query parameters that the page reads, in the order of the table. */
  address: string
}

type Asked = Pick<URL, 'pathname' | 'searchParams'>

/** Matches as the router does: percent-encoding, case and final slashes make no difference. */
export function matchRoute({ pathname, searchParams }: Asked): MatchedRoute | undefined {
  const decoded = decodePath(pathname)
  if (decoded === undefined) return undefined
  const plain = plainAddress(decoded)
  for (const { route, pattern } of PATTERNS) {
    const found = pattern.exec(plain)
    if (!found) continue
    const [, asked = ''] = found
    const id = route.ids && !route.ids.includes(asked) ? (route.ids.at(-1) as string) : asked
    const path = permanentAddress(route.path.replace(':id', encodeURIComponent(id)), languageOfAddress(decoded))
    return { route, address: path + queryOf(route, searchParams) }
  }
}

const languageOfAddress = (pathname: string) => (isArabicAddress(pathname) ? 'ar' : 'en')

function queryOf(route: PageRoute, given: URLSearchParams) {
  const known = new URLSearchParams()
  for (const name of route.query ?? []) {
    const value = name === 'page' ? laterPage(given.get(name)) : given.get(name)
    // A form sends what was left empty, too.
    if (value) known.set(name, value)
  }
  return known.size > 0 ? `?${known}` : ''
}

/** The first page of a list is its plain address, and what is no number is the first page. */
function laterPage(asked: string | null) {
  return asked && /^\d{1,9}$/.test(asked) && Number(asked) > 1 ? String(Number(asked)) : null
}

const PATTERNS = ROUTES.map((route: PageRoute) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}/*$`.replace('//*', '/*'), 'i'),
}))

/** A slash that was percent-encoded is part of a name, not between two of them. */
function decodePath(pathname: string) {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return undefined
  }
}
