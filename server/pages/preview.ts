import type { CallApi } from '#contract/call.ts'
import { addressOfLandingPage } from '#contract/page-addresses.ts'
import type { PreviewedContent } from '#domain/content/previews.ts'
import { definitionOf } from '#domain/content/types/index.ts'
import { PREVIEW_PARAMETER, permanentAddress } from '#site/addresses.ts'
import { pageOfIndex, QUOTES_PER_PAGE } from '#site/paged-list.ts'
import type { MatchedRoute, PageRoute } from '#site/route-table.ts'
import { textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { type PageContext, type PageRequest, visitorOf } from './page-request.ts'
import type { PageResponse } from './render.ts'
import { OWN_PAGE_HEADERS, sendPage, withoutQuery } from './responses.ts'
import { notFoundAddress, sendOnce } from './shared-pages.ts'

/** A page with a draft in it, opened by a link. Not cached, not indexed. */
export async function sendPreview(context: PageContext, asked: PageRequest, matched: MatchedRoute | undefined) {
  const { admission, readPreview, renderPage, origin, deskOrigin } = context
  const { request, reply, url } = asked
  const { searchParams } = url
  reply.headers(OWN_PAGE_HEADERS)
  await admission.limits.countUncachedPage(request)
  const preview = matched && (await readPreview?.(searchParams.get(PREVIEW_PARAMETER) as string))
  if (!preview) {
    await admission.limits.countUnknownLink(request)
    return sendEnded(context, asked, matched)
  }
  const { content } = preview
  const landingAddress = landingAddressOf(content, preview.language)
  if (landingAddress !== undefined && landingAddress !== matched.address)
    return reply.redirect(`${landingAddress}?${searchParams}`, 303)
  const place = placeOf(content, matched.route)
  if (place && !searchParams.get(place.parameter)) {
    searchParams.set(place.parameter, place.value)
    return reply.redirect(`${withoutQuery(matched.address)}?${searchParams}`, 303)
  }
  const visitor = visitorOf({ request, language: preview.language })
  const overlay = (callApi: CallApi) => withDraft(callApi, content)
  const target = new Request(origin + matched.address)
  const page = ofOnePerson(
    await renderPage(target, visitor, { overlay, siteContent: content.siteContent, isPreview: true }),
  )
  const frame = request.headers['sec-fetch-dest'] === 'iframe' ? deskOrigin() : undefined
  if (frame === undefined) return sendPage(reply, page)
  reply.removeHeader('x-frame-options')
  return sendPage(reply, framed(page, frame))
}

const SCRIPTED = /<script\b[^>]*>[\s\S]*?<\/script>| autofocus=""/gi

/** For the desk alone. Nothing in it runs, and its links open no page in the frame. */
function framed(page: PageResponse, deskOrigin: string): PageResponse {
  const policy = page.headers.get('content-security-policy') ?? ''
  page.headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${deskOrigin}`))
  page.headers.delete('x-frame-options')
  return { ...page, html: page.html.replaceAll(SCRIPTED, '').replace('<head>', '<head><base target="_blank"/>') }
}

/** One page of each route for all tokens that open nothing. The browser wakes it by the same route. */
function sendEnded(context: PageContext, asked: PageRequest, matched: MatchedRoute | undefined) {
  const url = new URL(context.origin + notFoundAddress(matched?.route, asked.address))
  url.searchParams.set(PREVIEW_PARAMETER, '')
  return sendOnce(context, asked, { address: url.pathname + url.search, isNotFoundPage: true }, async () => {
    const { previewEnded: endedPreview } = textsIn(asked.language).api
    const target = new Request(url)
    return ofOnePerson({ ...(await context.renderPage(target, visitorOf(asked), { endedPreview })), status: 404 })
  })
}

function ofOnePerson(page: PageResponse) {
  for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) page.headers.set(name, value)
  return page
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

/** The slug may have changed since the link was made. */
const landingAddressOf = ({ type, slug }: PreviewedContent, language: Language) =>
  type === 'landing-pages' && slug !== undefined
    ? permanentAddress(addressOfLandingPage({ slug }), language)
    : undefined

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
