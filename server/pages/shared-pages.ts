import { EncodedBody } from '#api/http/encoded-body.ts'
import { isArabicAddress, permanentAddress, plainAddress } from '#site/addresses.ts'
import type { PageRoute } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'
import type { ServeFromMemory } from '../http/create-server.ts'
import type { Measurements } from '../metrics/measurements.ts'
import type { PageCache, RenderedPage } from './cache.ts'
import { languageAsked } from './language.ts'
import { NOT_FOUND_ADDRESS } from './page-address.ts'
import type { PageContext, PageRequest } from './page-request.ts'

/** A page in memory costs no more than its bytes: no rendering, headers made once. */
export function serveCachedPages(cache: PageCache, measurements: Measurements): ServeFromMemory {
  return function servePageCache(request, reply) {
    const { method, url = '/', headers } = request.raw
    if (method !== 'GET' && method !== 'HEAD') return false
    const page = cache.getFresh(keyOf(url, languageAsked(url, headers)))
    if (!page) return false
    measurements.pageCacheHits++
    reply.hijack()
    return page.write(request.raw, reply.raw, ['x-request-id', request.id])
  }
}

/** The same page for everybody who asks in this language, or the 404 page. */
export async function sendSharedPage(
  context: PageContext,
  { request, reply, address, language }: PageRequest,
  route: PageRoute | undefined,
) {
  const getPage = (at: string, isNotFoundPage: boolean) => {
    const render = () => renderShared(context, { address: at, language, requestId: request.id, isNotFoundPage })
    if (import.meta.env.DEV) return render().then((page) => page?.body)
    context.measurements.pageCacheMisses++
    return context.cache.getOrRender(keyOf(at, language, isNotFoundPage), render)
  }
  const page = (route && (await getPage(address, false))) ?? (await getPage(notFoundAddress(route, address), true))
  return (page as EncodedBody).send(request, reply)
}

interface SharedPage {
  address: string
  language: Language
  requestId: string
  isNotFoundPage: boolean
}

/** No visitor has a part in it. Undefined where the page does not exist. */
async function renderShared(
  { admission, renderPage, origin, publicUrl }: PageContext,
  { address, language, requestId, isNotFoundPage }: SharedPage,
): Promise<RenderedPage | undefined> {
  const visitor = { address: '127.0.0.1', language, requestId }
  const { status, headers, html, isComplete } = await admission.renders.run(() =>
    renderPage(new Request(origin + address), visitor, { skipsNotFound: !isNotFoundPage }),
  )
  if (status === 404 && !isNotFoundPage) return undefined
  if (!headers.has('cache-control')) headers.set('cache-control', isComplete ? 'no-cache' : 'no-store')
  const isShared =
    headers.get('cache-control') !== 'no-store' &&
    // There are as many pages that are gone as there were jobs: strangers cannot fill the cache with them.
    (isNotFoundPage ||
      status === GONE ||
      isOwnAddress(publicUrl + permanentAddress(plainAddress(address), language), html))
  return { body: new EncodedBody(Buffer.from(html), Object.fromEntries(headers), true, status), isComplete, isShared }
}

const GONE = 410

const keyOf = (address: string, language: Language, isNotFoundPage = false) =>
  isNotFoundPage ? `${language} 404 ${address}` : `${language} ${address}`

/**
 * One address stands for all that do not exist, so that their page is rendered once for each route and language, whatever strangers
 * type. Nothing that was typed is in it.
 */
export function notFoundAddress(route: PageRoute | undefined, address: string) {
  const plain = route ? unknownRecordOf(route) : NOT_FOUND_ADDRESS
  return permanentAddress(plain, isArabicAddress(address) ? 'ar' : 'en')
}

/** No id and no word of a record is a hyphen alone. */
const unknownRecordOf = ({ path, recordQuery }: PageRoute) =>
  path.replace(':id', '-') + (recordQuery ? `?${recordQuery}=-` : '')

/**
 * Ids and parameters that mean nothing show a page that has another address. Those are not cached, or strangers could fill the
 * cache with copies of one page. A page may name a parameter that this address leaves to its default.
 */
function isOwnAddress(address: string, html: string) {
  const canonical = /<link rel="canonical" href="([^"?]*)([^"]*)"/.exec(html)
  if (!canonical) return false
  const [, path = '', query = ''] = canonical
  const [ownPath, ownQuery] = address.split('?')
  return (
    path.toLowerCase() === ownPath?.toLowerCase() && (!ownQuery || query.replaceAll('&amp;', '&') === `?${ownQuery}`)
  )
}
