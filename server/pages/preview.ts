import type { FastifyReply } from 'fastify'
import type { CallApi } from '#contract/call.ts'
import type { PreviewedContent } from '#domain/content/previews.ts'
import { definitionOf } from '#domain/content/types/index.ts'
import { PREVIEW_PARAMETER } from '#site/addresses.ts'
import { pageOfIndex, QUOTES_PER_PAGE } from '#site/paged-list.ts'
import type { MatchedRoute, PageRoute } from '#site/route-table.ts'
import { textsIn } from '#texts/index.ts'
import { type PageContext, type PageRequest, visitorOf } from './page-request.ts'
import type { PageResponse } from './render.ts'
import { OWN_PAGE_HEADERS, sendPage, withoutQuery } from './responses.ts'

/** A page with a draft in it, opened by a link. Not cached, not indexed. */
export async function sendPreview(
  { admission, readPreview, renderPage, origin }: PageContext,
  { request, reply, url: { searchParams }, address, language }: PageRequest,
  matched: MatchedRoute | undefined,
) {
  reply.headers(OWN_PAGE_HEADERS)
  await admission.limits.countUncachedPage(request)
  const preview = matched && (await readPreview?.(searchParams.get(PREVIEW_PARAMETER) as string))
  if (!preview) {
    await admission.limits.countUnknownLink(request)
    const asked = new URL(origin + address)
    asked.searchParams.set(PREVIEW_PARAMETER, '')
    const { previewEnded: endedPreview } = textsIn(language).api
    const visitor = visitorOf({ request, language })
    const page = await renderPage(new Request(asked), visitor, { endedPreview })
    return sendOwn(reply, { ...page, status: 404 })
  }
  const { content } = preview
  const place = placeOf(content, matched.route)
  if (place && !searchParams.get(place.parameter)) {
    searchParams.set(place.parameter, place.value)
    return reply.redirect(`${withoutQuery(matched.address)}?${searchParams}`, 303)
  }
  const visitor = visitorOf({ request, language: preview.language })
  const overlay = (callApi: CallApi) => withDraft(callApi, content)
  const asked = new Request(origin + matched.address)
  return sendOwn(reply, await renderPage(asked, visitor, { overlay, siteContent: content.siteContent }))
}

function sendOwn(reply: FastifyReply, page: PageResponse) {
  for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) page.headers.set(name, value)
  return sendPage(reply, page)
}

const PAGED: Partial<Record<PreviewedContent['type'], { path: string; pageSize?: number }>> = {
  categories: { path: '/projects' },
  testimonials: { path: '/testimonials', pageSize: QUOTES_PER_PAGE },
}

/** The query that shows the draft on a page of the route; undefined where it needs none. */
function placeOf(content: PreviewedContent, { path, recordQuery }: PageRoute) {
  if (recordQuery && content.slug) return { parameter: recordQuery, value: content.slug }
  const list = PAGED[content.type]
  const page = list?.path === path ? pageOfIndex(content.index, list.pageSize) : 1
  return page > 1 ? { parameter: 'page', value: String(page) } : undefined
}

type Entity = { id: number }

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
