import type { CallApi } from '#contract/call.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { PublishedFacts } from '#domain/content/facts.ts'
import { openPreview, type PreviewedContent, type PreviewedFacts, previewContent } from '#domain/content/previews.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { pageOfIndex } from '#site/paged-list.ts'
import { QUOTES_PER_PAGE } from '#site/pages/samples/testimonials/quotes-per-page.ts'
import type { PageRoute } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'

interface OpenedPreview {
  language: Language
  /** What the page asks the API for, with the draft in it. */
  overlay: (callApi: CallApi) => CallApi
  /** What the company says of itself, with the draft in it. */
  facts?: PublishedFacts | undefined
  /** What an address of the route has to ask for so that the draft is on the page; undefined where it is anyway. */
  placeOn: (route: PageRoute) => { parameter: string; value: string } | undefined
}

export interface Previews {
  /** Undefined for a link that is none, or has expired. */
  open(token: string): Promise<OpenedPreview | undefined>
}

export function createPreviews(database: Database): Previews {
  return {
    async open(token) {
      const now = new Date()
      const preview = await openPreview(database, token, now)
      const content = preview && (await previewContent(database.queries, preview, now))
      if (!content) return undefined
      const { language } = preview
      const placeOn = (route: PageRoute) => placeOf(content, route)
      if ('facts' in content) return { language, overlay: (callApi) => callApi, facts: content.facts, placeOn }
      return { language, overlay: (callApi) => withDraft(callApi, content), placeOn }
    },
  }
}

/** Lists of drafts that are shown a page at a time. */
const PAGED: Partial<Record<PreviewedContent['type'], { path: string; pageSize?: number }>> = {
  categories: { path: '/projects' },
  testimonials: { path: '/testimonials', pageSize: QUOTES_PER_PAGE },
}

function placeOf(content: PreviewedContent | PreviewedFacts, { path, recordQuery }: PageRoute) {
  if (recordQuery && 'slug' in content && content.slug) return { parameter: recordQuery, value: content.slug }
  const list = PAGED[content.type]
  const page = list?.path === path ? pageOfIndex(content.index ?? 0, list.pageSize) : 1
  return page > 1 ? { parameter: 'page', value: String(page) } : undefined
}

type Entity = { id: number }

/** How the responses of each type name the draft: alone, in a list, or as all there is. */
const RESPONSES: Partial<Record<EndpointName, { type: PreviewedContent['type']; is: 'one' | 'listed' | 'all' }>> = {
  services: { type: 'services', is: 'listed' },
  service: { type: 'services', is: 'one' },
  allProjects: { type: 'projects', is: 'listed' },
  project: { type: 'projects', is: 'one' },
  jobs: { type: 'jobs', is: 'listed' },
  job: { type: 'jobs', is: 'one' },
  categories: { type: 'categories', is: 'listed' },
  contactInfo: { type: 'contact-info', is: 'all' },
  reviews: { type: 'reviews', is: 'all' },
  team: { type: 'team', is: 'all' },
}

function withDraft(callApi: CallApi, { type, id, entity }: PreviewedContent): CallApi {
  return (async (endpoint, input) => {
    const response = RESPONSES[endpoint.name]
    if (response?.type !== type) return callApi(endpoint, input)
    if (response.is === 'all') return entity
    if (response.is === 'one') return Number(input?.id) === id ? { data: entity } : callApi(endpoint, input)
    const published = (await callApi(endpoint, input)) as Entity[] | { data: Entity[] }
    if (Array.isArray(published)) return withEntity(published, entity as Entity)
    return { ...published, data: withEntity(published.data, entity as Entity) }
  }) as CallApi
}

/** In its place, or as the last. */
function withEntity(list: Entity[], entity: Entity): Entity[] {
  const isListed = list.some(({ id }) => id === entity.id)
  return isListed ? list.map((each) => (each.id === entity.id ? entity : each)) : [...list, entity]
}
