import type { CallApi } from '#contract/call.ts'
import { openPreview, type PreviewedContent, previewContent } from '#domain/content/previews.ts'
import type { SiteContent } from '#domain/content/site-content.ts'
import { definitionOf } from '#domain/content/types/index.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { pageOfIndex } from '#site/paged-list.ts'
import { QUOTES_PER_PAGE } from '#site/pages/samples/testimonials/quotes-per-page.ts'
import type { PageRoute } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'

interface OpenedPreview {
  language: Language
  /** What the page asks the API for, with the draft in it. */
  overlay: (callApi: CallApi) => CallApi
  /** The pages' own content, with the draft in it. */
  siteContent?: SiteContent | undefined
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
      const { siteContent } = content
      return { language, overlay: (callApi) => withDraft(callApi, content), siteContent, placeOn }
    },
  }
}

/** Lists of drafts that are shown a page at a time. */
const PAGED: Partial<Record<PreviewedContent['type'], { path: string; pageSize?: number }>> = {
  categories: { path: '/projects' },
  testimonials: { path: '/testimonials', pageSize: QUOTES_PER_PAGE },
}

function placeOf(content: PreviewedContent, { path, recordQuery }: PageRoute) {
  if (recordQuery && content.slug) return { parameter: recordQuery, value: content.slug }
  const list = PAGED[content.type]
  const page = list?.path === path ? pageOfIndex(content.index, list.pageSize) : 1
  return page > 1 ? { parameter: 'page', value: String(page) } : undefined
}

type Entity = { id: number }

/** The responses of the guest API with the draft in them: alone, in a list, or as all there is. */
function withDraft(callApi: CallApi, { type, id, entity }: PreviewedContent): CallApi {
  const { endpoints = {} } = definitionOf(type)
  return (async (endpoint, input) => {
    if (endpoint.name === endpoints.all) return entity
    if (endpoint.name === endpoints.one && Number(input?.id) === id) return { data: entity }
    if (endpoint.name !== endpoints.list) return callApi(endpoint, input)
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
