import type { CallApi } from '#contract/call.ts'
import type { PreviewedContent } from '#domain/content/previews.ts'
import { definitionOf } from '#domain/content/types/index.ts'
import { pageOfIndex } from '#site/paged-list.ts'
import { QUOTES_PER_PAGE } from '#site/pages/samples/testimonials/quotes-per-page.ts'
import type { PageRoute } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'

type ReadPreview = (token: string) => Promise<{ language: Language; content: PreviewedContent } | undefined>

export type Previews = ReturnType<typeof createPreviews>

export function createPreviews(readPreview: ReadPreview) {
  return {
    async open(token: string) {
      const preview = await readPreview(token)
      if (!preview) return undefined
      const { language, content } = preview
      return {
        language,
        overlay: (callApi: CallApi) => withDraft(callApi, content),
        siteContent: content.siteContent,
        /** The query that shows the draft on a page of the route; undefined where it needs none. */
        placeOn: (route: PageRoute) => placeOf(content, route),
      }
    },
  }
}

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

function withEntity(list: Entity[], entity: Entity): Entity[] {
  const isListed = list.some(({ id }) => id === entity.id)
  return isListed ? list.map((each) => (each.id === entity.id ? entity : each)) : [...list, entity]
}
