import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { Problem } from '#api/http/problem.ts'
import { maxFormBytes } from '#api/http/read-form-body.ts'
import { isBodyUnread, sendAndHangUp } from '#api/http/unread-body.ts'
import { type HeldBytes, limitPageUploadMemory } from '#api/http/upload-memory.ts'
import { isOwnOrigin } from '#api/http/xsrf.ts'
import { isArabicAddress, permanentAddress, plainAddress } from '#site/addresses.ts'
import { type MatchedRoute, matchRoute, type PageRoute } from '#site/route-table.ts'
import { textsIn } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { createSemaphore, SemaphoreFull } from '../http/semaphore.ts'
import { createPageCache, type RenderedPage } from './cache.ts'
import { languageAsked, languageCookie } from './language.ts'
import { readAddress } from './page-address.ts'
import { createRenderer, type PageResponse, type RendererOptions } from './render.ts'

export interface PagesOptions extends RendererOptions {
  isOverwhelmed: () => boolean
}

// Another API host does not tell when its content changes.
const MAX_AGE_MILLISECONDS = 60_000
// Rendering is work of the processor: more at a time would only make each of them later.
const RENDER_LIMITS = { maxConcurrent: 4, maxWaiting: 40 }

/** Every address that nothing else answers is a page, or the 404 page. */
export async function pages(app: FastifyInstance, { isOverwhelmed, ...options }: PagesOptions) {
  const { publicUrl, apiHost, cvMaximumBytes } = options.settingsIn(DEFAULT_LANGUAGE)
  const { origin } = new URL(publicUrl)
  const renderPage = createRenderer(app, options)
  const renders = createSemaphore(RENDER_LIMITS)
  const cache = createPageCache({
    contentVersion: options.contentVersion,
    maxAgeMilliseconds: apiHost ? MAX_AGE_MILLISECONDS : undefined,
  })
  const memory = limitPageUploadMemory(maxFormBytes(cvMaximumBytes))

  // A page reads its own body, so Fastify must not.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  if (import.meta.env.PROD) app.addHook('onRequest', servePageCache)

  app.all('/*', async (request, reply) => {
    const url = readAddress(request.url, origin)
    const matched = matchRoute(url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) refuseOtherMethods(request, matched)

    const chosen = url.searchParams.get(LANGUAGE_KEY)
    if (isRead && isLanguage(chosen)) {
      url.searchParams.delete(LANGUAGE_KEY)
      const headers = {
        'set-cookie': languageCookie(chosen, publicUrl),
        'cache-control': 'no-store',
        'content-length': '0',
      }
      return reply.headers(headers).redirect(url.pathname + url.search, 303)
    }

    const address = matched?.address ?? notFoundAddress(undefined, url.pathname)
    const language = languageAsked(address, request.headers)
    try {
      if (matched && !isRead) return await answerPost(request, reply, address, language)
      if (matched && isForOneVisitor(matched.route, url)) return await renderForOne(request, reply, address, language)
      return await renderForAll(request, reply, matched?.route, address, language)
    } catch (error) {
      if (error instanceof SemaphoreFull) return sendUnavailable(request, reply, language)
      throw error
    }
  })

  /** A page in memory costs no more than its bytes: no routing in the router, no rendering, headers made once. */
  function servePageCache(request: FastifyRequest, reply: FastifyReply, done: () => void) {
    const { method, url = '/', headers } = request.raw
    if (method !== 'GET' && method !== 'HEAD') return done()
    const page = cache.getFresh(keyOf(url, languageAsked(url, headers)))
    if (!page) return done()
    reply.hijack()
    page.write(request.raw, reply.raw, ['x-request-id', request.id])
  }

  async function renderForAll(
    request: FastifyRequest,
    reply: FastifyReply,
    route: PageRoute | undefined,
    address: string,
    language: Language,
  ) {
    const getPage = (at: string, isNotFoundPage: boolean) => {
      const render = () => renderShared(at, language, request.id, isNotFoundPage)
      if (import.meta.env.DEV) return render().then((page) => page?.body)
      return cache.getOrRender(keyOf(at, language, isNotFoundPage), render)
    }
    const page = (route && (await getPage(address, false))) ?? (await getPage(notFoundAddress(route, address), true))
    return (page as EncodedBody).send(request, reply)
  }

  /** For everybody who asks in this language: no visitor has a part in it. Undefined where the page does not exist. */
  async function renderShared(
    address: string,
    language: Language,
    requestId: string,
    isNotFoundPage: boolean,
  ): Promise<RenderedPage | undefined> {
    const visitor = { address: '127.0.0.1', language, requestId }
    const { status, headers, html, isComplete } = await renders.run(() =>
      renderPage(new Request(origin + address), visitor, { skipsNotFound: !isNotFoundPage }),
    )
    if (status === 404 && !isNotFoundPage) return undefined
    if (!headers.has('cache-control')) headers.set('cache-control', isComplete ? 'no-cache' : 'no-store')
    const isShared =
      headers.get('cache-control') !== 'no-store' &&
      (isNotFoundPage || isOwnAddress(publicUrl + permanentAddress(plainAddress(address), language), html))
    return { body: new EncodedBody(Buffer.from(html), Object.fromEntries(headers), true, status), isComplete, isShared }
  }

  async function renderForOne(request: FastifyRequest, reply: FastifyReply, address: string, language: Language) {
    const { cookie = '' } = request.headers
    const visitor = { address: request.ip, language, requestId: request.id }
    const page = await renders.run(() => renderPage(new Request(origin + address, { headers: { cookie } }), visitor))
    return sendPage(reply, page)
  }

  async function answerPost(request: FastifyRequest, reply: FastifyReply, address: string, language: Language) {
    if (isFromAnotherSite(request, publicUrl))
      return reply.code(403).type('text/plain').send(textsIn(language).api.problems.foreignOrigin.detail)
    if (isOverwhelmed()) return sendUnavailable(request, reply, language)
    const visitor = { address: request.ip, language, requestId: request.id }
    const held = memory.open()
    try {
      return sendPage(reply, await renderPage(postedRequest(request, origin + address, held), visitor))
    } finally {
      held.letGo()
    }
  }
}

const keyOf = (address: string, language: Language, isNotFoundPage = false) =>
  isNotFoundPage ? `${language} 404 ${address}` : `${language} ${address}`

/**
 * One address stands for all that do not exist, so that their page is rendered once for each route and language, whatever strangers
 * type. Nothing that was typed is in it.
 */
function notFoundAddress(route: PageRoute | undefined, address: string) {
  const plain = route ? route.path.replace(':id', '-') : '/not-found'
  return permanentAddress(plain, isArabicAddress(address) ? 'ar' : 'en')
}

const isForOneVisitor = ({ privateQuery = [] }: PageRoute, { searchParams }: URL) =>
  privateQuery.some((name) => searchParams.has(name))

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

function refuseOtherMethods({ method }: FastifyRequest, matched: MatchedRoute | undefined) {
  if (!matched) throw new Problem('notFound')
  if (method === 'POST' && matched.route.takesPosts) return
  const allow = matched.route.takesPosts ? 'GET, HEAD, POST' : 'GET, HEAD'
  throw new Problem('methodNotAllowed', { headers: { allow } })
}

/** A page that was made for one visitor may repeat what they typed: nobody stores it, neither here nor on the way. */
function sendPage(reply: FastifyReply, { status, headers, html }: PageResponse) {
  const cookies = headers.getSetCookie()
  reply.headers({ ...Object.fromEntries(headers), 'cache-control': 'no-store' })
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.code(status).send(html)
}

/** In plain words: going back in the browser brings the answers back. */
function sendUnavailable(request: FastifyRequest, reply: FastifyReply, language: Language) {
  const { title, detail } = textsIn(language).api.problems.unavailable
  reply
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', ...new Problem('unavailable').headers })
  const text = `${title}\n${detail}\n`
  return isBodyUnread(request) ? sendAndHangUp(request, reply, 503, text) : reply.code(503).send(text)
}

/** What was posted, as the page's action reads it; of the headers only what says how to read it. */
function postedRequest(request: FastifyRequest, url: string, held: HeldBytes): Request {
  const { 'content-type': contentType = '', cookie = '' } = request.headers
  const body = Readable.toWeb(request.raw) as ReadableStream<Uint8Array>
  const init = { method: 'POST', headers: { 'content-type': contentType, cookie }, body, duplex: 'half' }
  return counting(new Request(url, init as RequestInit), held)
}

/** The body breaks off where all bodies together hold more than they may; the page then answers with what it has read. */
function counting(request: Request, held: HeldBytes): Request {
  if (!request.body) return request
  let isFirst = true
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      try {
        // The first piece holds the answers, which are to come back whatever becomes of the rest.
        if (!isFirst) held.add(chunk.length)
        isFirst = false
      } catch (refusal) {
        // At once, so that others get through while this one's page is made.
        held.letGo()
        throw refusal
      }
      controller.enqueue(chunk)
    },
  })
  return new Request(request, { body: request.body.pipeThrough(counter), duplex: 'half' } as RequestInit)
}

/** Product 7.4, as the API has it, except that a page without JavaScript cannot echo the token. */
function isFromAnotherSite(request: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site) return site === 'cross-site' || site === 'same-site'
  return origin !== undefined && !isOwnOrigin(origin, request, { publicUrl })
}
