import { CATEGORY_FILTERS } from './constants.ts'
import { EVERY_CATEGORY } from './page-addresses.ts'

const WITH_RECEIPT = { query: ['sent'], privateQuery: ['sent'] } as const

/** The pages of the site, with their files below site/; site/route-table.ts explains the fields. */
export const PAGE_ROUTES = [
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
  { path: '/blog', file: 'pages/samples/blog/blog.tsx', query: ['page'] },
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
] as const

/** First parts of addresses that are not pages of the table. */
const OTHER_ADDRESSES = ['ar', 'api', 'assets', 'feeds', 'healthz', 'media', 'not-found', 'readyz', 'share']

/** Words that no landing page can have as its address. */
const RESERVED: ReadonlySet<string> = new Set([
  ...PAGE_ROUTES.map(({ path }) => (path.split('/')[1] as string).toLowerCase()),
  ...OTHER_ADDRESSES,
])

export const isReserved = (slug: string) => RESERVED.has(slug)
