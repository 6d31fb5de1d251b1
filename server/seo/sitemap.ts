import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { permanentAddress } from '#site/addresses.ts'
import { addressOfProject } from '#site/components/projects/project-card.tsx'
import { addressOfNote, notes } from '#site/pages/samples/blog/notes.ts'
import { addressOfStudy, studies } from '#site/pages/samples/case-study/studies.ts'
import { addressOfCategory } from '#site/project-lists.ts'
import { type PageRoute, ROUTES, type RoutePath } from '#site/route-table.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts'
import type { Source } from './seo.ts'
import { XML_DECLARATION, xmlText } from './xml.ts'

interface Page {
  plain: string
  /** Only where a day is known on which what stands there was written. */
  writtenOn?: string
}

/** Every page that can be found, in both languages, each naming the other. */
export async function sitemap(source: Source) {
  const urls = (await indexedPages(source)).flatMap((page) =>
    LANGUAGES.map((language) => {
      const address = xmlText(source.publicUrl + permanentAddress(page.plain, language))
      const lastModified = page.writtenOn ? `<lastmod>${page.writtenOn}</lastmod>` : ''
      return `<url><loc>${address}</loc>${lastModified}${alternatesOf(page.plain, source.publicUrl)}</url>`
    }),
  )
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}

function alternatesOf(plain: string, publicUrl: string) {
  const link = (hreflang: string, address: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${xmlText(publicUrl + address)}"/>`
  return [
    ...LANGUAGES.map((language) => link(language, permanentAddress(plain, language))),
    link('x-default', permanentAddress(plain, DEFAULT_LANGUAGE)),
  ].join('')
}

/** Every address that search engines are told of; routes that stand for several pages are filled in here. */
export async function indexedPages({ callApiIn }: Pick<Source, 'callApiIn'>): Promise<Page[]> {
  const callApi = callApiIn(DEFAULT_LANGUAGE)
  const [services, projects, jobs] = await Promise.all([
    callApi(endpoints.services),
    callApi(endpoints.allProjects),
    callApi(endpoints.jobs),
  ])
  const categories = [undefined, ...Object.keys(CATEGORY_FILTERS).map(Number)]
  const projectPages = projects.data.map((project) => ({ plain: addressOfProject(project) }))
  const filledIn: FilledIn = {
    '/services-details/:id': services.data.map(({ id }) => ({ plain: `/services-details/${id}` })),
    '/projectsOverView/:id': categories.map((category) => ({ plain: addressOfCategory(category) })),
    '/projects-details/:id': projectPages.filter(({ plain }) => plain.startsWith('/projects-details/')),
    '/app-details/:id': projectPages.filter(({ plain }) => plain.startsWith('/app-details/')),
    '/case-study-details': studies.map((study) => ({ plain: addressOfStudy(study) })),
    '/blog-details': notes.map((note) => ({ plain: addressOfNote(note), writtenOn: note.publishedOn })),
    '/careerApply/:id': jobs.data.map(({ id, posted_on }) => ({ plain: `/careerApply/${id}`, writtenOn: posted_on })),
  }
  return ROUTES.filter((route: PageRoute) => !route.isHidden).flatMap(
    ({ path }) => (filledIn as Partial<Record<RoutePath, Page[]>>)[path] ?? [{ plain: path }],
  )
}

/** A route with an id has no page by itself, so none of them can be forgotten. */
type FilledIn = Record<Extract<RoutePath, `${string}:id`> | '/case-study-details' | '/blog-details', Page[]>
