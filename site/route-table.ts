import { LANDING_PAGE } from '#contract/page-addresses.ts'
import { PAGE_ROUTES } from '#contract/page-routes.ts'
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

/** The route table of docs/product.md, section 2, in the same order. Each page also has an Arabic address under /ar. */
export const ROUTES = PAGE_ROUTES satisfies readonly PageRoute[]

export type RoutePath = (typeof ROUTES)[number]['path']

export interface MatchedRoute {
  route: PageRoute
  /** In its language, with only the query parameters that the page reads, in the order of the table. */
  address: string
}

type Asked = Pick<URL, 'pathname' | 'searchParams'>

/** Pages that the company puts together; the table's pages come first. */
export const LANDING_ROUTE: PageRoute = { path: `${LANDING_PAGE}:id`, file: 'pages/landing-page/landing-page.tsx' }

type IsLandingPage = (slug: string) => boolean

/** Matches as the router does: percent-encoding, case and final slashes make no difference. */
export function matchRoute(
  { pathname, searchParams }: Asked,
  isLandingPage: IsLandingPage = () => false,
): MatchedRoute | undefined {
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
  const slug = SLUG.exec(plain.toLowerCase())?.[1]
  if (slug === undefined || !isLandingPage(slug)) return undefined
  return { route: LANDING_ROUTE, address: permanentAddress(LANDING_PAGE + slug, languageOfAddress(decoded)) }
}

const SLUG = /^\/([a-z0-9-]+)\/*$/

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
