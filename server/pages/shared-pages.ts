import { EncodedBody } from '#api/http/encoded-body.ts'
import { PAGES_KEY } from '#domain/notifications/shared-caches/purge-job.ts'
import { isArabicAddress, permanentAddress, plainAddress } from '#site/addresses.ts'
import type { PageRoute } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'
import type { ServeFromMemory } from '../http/create-server.ts'
import type { Measurements } from '../metrics/measurements.ts'
import type { CachedPage, PageCache, Render, RenderedPage } from './cache.ts'
import { isLedToArabic, languageOf, NOT_FOUND_ADDRESS } from './page-address.ts'
import type { PageContext, PageRequest } from './page-request.ts'
import type { PageResponse } from './render.ts'

export function serveCachedPages(cache: PageCache, measurements: Measurements): ServeFromMemory {
  return function servePageCache(request, reply) {
    const { method, url = '/', headers } = request.raw
    if (method !== 'GET' && method !== 'HEAD') return false
    if (isLedToArabic(url, headers)) return false
    const page = cache.getFresh(keyOf(url))
    if (!page) return false
    measurements.pageCacheHits++
    reply.hijack()
    return page.write(request.raw, reply.raw, ['x-request-id', request.id])
  }
}

export async function sendSharedPage(
  context: PageContext,
  { request, reply, url, address, language }: PageRequest,
  route: PageRoute | undefined,
) {
  const getPage = (at: string, isNotFoundPage: boolean) => {
    const render: Render = (former) =>
      renderShared(context, { address: at, requestId: request.id }, isNotFoundPage, former)
    return fromCache(context, { address: at, isNotFoundPage }, render)
  }
  const page = route && (await getPage(withinList(context.cache, address), false))
  if (page) return page.send(request, reply)
  const onward = context.followRedirect(url.pathname)
  if (onward !== undefined) return reply.headers(REDIRECTED).redirect(addressAfter(onward, url, language), 301)
  const notFound = await getPage(notFoundAddress(route, address), true)
  return (notFound as EncodedBody).send(request, reply)
}

/** In the visitor's language, with their campaign words. */
function addressAfter(to: string, { search }: URL, language: Language) {
  const [target = '', fragment] = to.split('#')
  const own = to.startsWith('/') ? permanentAddress(target, language) : target
  return own + (target.includes('?') ? '' : search) + (fragment === undefined ? '' : `#${fragment}`)
}

interface Shared {
  address: string
  isNotFoundPage?: boolean
}

function fromCache(
  { cache, measurements }: PageContext,
  { address, isNotFoundPage }: Shared,
  render: Render,
): Promise<EncodedBody | undefined> {
  if (import.meta.env.DEV) return render().then((page) => page?.body)
  measurements.pageCacheMisses++
  return cache.getOrRender(keyOf(address, isNotFoundPage), render)
}

/** A page that holds nothing of a visitor, rendered for the first who asks. */
export async function sendOnce(
  context: PageContext,
  { request, reply }: PageRequest,
  shared: Shared,
  render: () => Promise<PageResponse>,
) {
  const page = await fromCache(context, shared, async () => {
    const { html, headers, status, isComplete } = await render()
    const body = new EncodedBody(Buffer.from(html), Object.fromEntries(headers), true, status)
    return { body, isComplete, isShared: true }
  })
  return (page as EncodedBody).send(request, reply)
}

async function renderShared(
  { renderPage, origin, publicUrl, cache, isPurged }: PageContext,
  { address, requestId }: { address: string; requestId: string },
  isNotFoundPage: boolean,
  former?: CachedPage,
): Promise<RenderedPage | undefined> {
  const language = languageOf(address)
  const visitor = { address: '127.0.0.1', language, requestId }
  const asked = new Request(origin + address, former?.madeOf ? { headers: { 'if-none-match': former.madeOf } } : {})
  const page = await renderPage(asked, visitor, { skipsNotFound: !isNotFoundPage })
  const { status, headers, html, madeOf, isComplete } = page
  if (status === 304 && former) return { ...former, isComplete, isShared: true }
  if (status === 404 && !isNotFoundPage) return undefined
  if (!headers.has('cache-control')) {
    headers.set('cache-control', isComplete ? SHARED_PAGE : 'no-store')
    if (isComplete && isPurged) for (const [name, value] of Object.entries(PURGED_PAGE)) headers.set(name, value)
  }
  const isShared =
    headers.get('cache-control') !== 'no-store' &&
    // Only closed jobs are gone, so strangers cannot fill the cache with 410 pages.
    (isNotFoundPage ||
      status === GONE ||
      isOwnAddress(publicUrl + permanentAddress(plainAddress(address), language), html))
  if (status === 200 && !isShared) rememberEnd(cache, publicUrl, address, html)
  const body = new EncodedBody(Buffer.from(html), Object.fromEntries(headers), true, status)
  return { body, madeOf, isComplete, isShared }
}

const GONE = 410

/**
 * For caches in front of the site: one render each second, however many ask. Browsers ask every time.
 * No `no-cache`: nginx would not keep the page.
 */
export const SHARED_PAGE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400'

const FOR_AN_HOUR = 'max-age=3600, stale-while-revalidate=60, stale-if-error=86400'

/** For a CDN that is told of changes; other caches do not read these headers. */
const PURGED_PAGE = {
  'cdn-cache-control': FOR_AN_HOUR,
  'surrogate-control': FOR_AN_HOUR,
  'cache-tag': PAGES_KEY,
  'surrogate-key': PAGES_KEY,
}

const REDIRECTED = { 'cache-control': SHARED_PAGE, 'content-length': '0' }

const keyOf = (address: string, isNotFoundPage = false) => (isNotFoundPage ? `404 ${address}` : address)

/** One address stands for all that do not exist: their page is rendered once per route and language. */
export function notFoundAddress(route: PageRoute | undefined, address: string) {
  const plain = route ? unknownRecordOf(route) : NOT_FOUND_ADDRESS
  return permanentAddress(plain, isArabicAddress(address) ? 'ar' : 'en')
}

/** No record has a hyphen alone as its id or slug. */
const unknownRecordOf = ({ path, recordQuery }: PageRoute) =>
  path.replace(':id', '-') + (recordQuery ? `?${recordQuery}=-` : '')

const PAGE = /\?page=(\d+)$/

/** Product 4.4: a number beyond the list means its last page, which is rendered once for all of them. */
function withinList(cache: PageCache, address: string) {
  const asked = PAGE.exec(address)?.[1]
  if (!asked) return address
  const list = address.replace(PAGE, '')
  const last = cache.lastPageOf(list)
  if (Number(asked) <= last) return address
  return last === 1 ? list : `${list}?page=${last}`
}

function rememberEnd(cache: PageCache, publicUrl: string, address: string, html: string) {
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace(publicUrl, '')
  const list = address.replace(PAGE, '')
  if (PAGE.test(address) && canonical?.replace(PAGE, '').toLowerCase() === list.toLowerCase())
    cache.rememberLastPage(list, Number(PAGE.exec(canonical)?.[1] ?? 1))
}

/** Only canonical addresses are cached, or strangers could fill the cache. A canonical one may name a default parameter. */
function isOwnAddress(address: string, html: string) {
  const canonical = /<link rel="canonical" href="([^"?]*)([^"]*)"/.exec(html)
  if (!canonical) return false
  const [, path = '', query = ''] = canonical
  const [ownPath, ownQuery] = address.split('?')
  return (
    path.toLowerCase() === ownPath?.toLowerCase() && (!ownQuery || query.replaceAll('&amp;', '&') === `?${ownQuery}`)
  )
}
