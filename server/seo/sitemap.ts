import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { permanentAddress } from '#site/addresses.ts'
import { addressOfProject } from '#site/components/projects/project-card.tsx'
import { addressOfNote, notes } from '#site/pages/samples/blog/notes.ts'
import { addressOfStudy, studies } from '#site/pages/samples/case-study/studies.ts'
import { addressOfCategory } from '#site/project-lists.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts'
import type { Source } from './seo.ts'
import { XML_DECLARATION, xmlText } from './xml.ts'

/** The pages of the route table that stand by themselves, without the error page. */
const PAGES = [
  '/',
  '/ai-startup',
  '/machine-learning',
  '/about',
  '/team',
  '/pricing',
  '/faq',
  '/testimonials',
  '/case-study',
  '/sign-in',
  '/sign-up',
  '/terms-conditions',
  '/privacy-policy',
  '/coming-soon',
  '/services',
  '/projects',
  '/blog',
  '/contact',
  '/internship',
  '/jobs',
]

interface Page {
  plain: string
  /** Only where a day is known on which what stands there was written. */
  writtenOn?: string
}

/** Every page that can be found, in both languages, each naming the other. */
export async function sitemap(source: Source) {
  const urls = (await pagesToFind(source)).flatMap((page) =>
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

async function pagesToFind({ callApiIn }: Source): Promise<Page[]> {
  const callApi = callApiIn(DEFAULT_LANGUAGE)
  const [services, projects, jobs] = await Promise.all([
    callApi(endpoints.services),
    callApi(endpoints.allProjects),
    callApi(endpoints.jobs),
  ])
  const categories = [undefined, ...Object.keys(CATEGORY_FILTERS).map(Number)]
  return [
    ...PAGES.map((plain) => ({ plain })),
    ...services.data.map(({ id }) => ({ plain: `/services-details/${id}` })),
    ...categories.map((category) => ({ plain: addressOfCategory(category) })),
    ...projects.data.map((project) => ({ plain: addressOfProject(project) })),
    ...studies.map((study) => ({ plain: addressOfStudy(study) })),
    ...notes.map((note) => ({ plain: addressOfNote(note), writtenOn: note.publishedOn })),
    ...jobs.data.map(({ id, posted_on }) => ({ plain: `/careerApply/${id}`, writtenOn: posted_on })),
  ]
}
