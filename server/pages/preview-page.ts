import type { FastifyReply } from 'fastify'
import { PREVIEW_PARAMETER } from '#site/addresses.ts'
import type { MatchedRoute } from '#site/route-table.ts'
import { textsIn } from '#texts/index.ts'
import { type PageContext, type PageRequest, visitorOf } from './page-request.ts'
import type { PageResponse } from './render.ts'
import { OWN_PAGE_HEADERS, sendPage, withoutQuery } from './responses.ts'

/** A page with a draft in it, opened by a link. Not cached, not indexed. */
export async function sendPreview(
  { admission, previews, renderPage, origin }: PageContext,
  { request, reply, url: { searchParams }, address, language }: PageRequest,
  matched: MatchedRoute | undefined,
) {
  reply.headers(OWN_PAGE_HEADERS)
  const preview = matched && (await previews?.open(searchParams.get(PREVIEW_PARAMETER) as string))
  if (!preview) {
    await admission.limits.countUnknownLink(request)
    const asked = new URL(origin + address)
    asked.searchParams.set(PREVIEW_PARAMETER, '')
    const { previewEnded: endedPreview } = textsIn(language).api
    const visitor = visitorOf({ request, language })
    const page = await renderPage(new Request(asked), visitor, { endedPreview })
    return sendOwn(reply, { ...page, status: 404 })
  }
  const place = preview.placeOn(matched.route)
  if (place && !searchParams.get(place.parameter)) {
    searchParams.set(place.parameter, place.value)
    return reply.redirect(`${withoutQuery(matched.address)}?${searchParams}`, 303)
  }
  const visitor = visitorOf({ request, language: preview.language })
  const { overlay, siteContent } = preview
  const asked = new Request(origin + matched.address)
  return sendOwn(reply, await renderPage(asked, visitor, { overlay, siteContent }))
}

function sendOwn(reply: FastifyReply, page: PageResponse) {
  // A preview does not change the visitor's language.
  page.headers.delete('set-cookie')
  for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) page.headers.set(name, value)
  return sendPage(reply, page)
}
