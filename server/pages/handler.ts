import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { Problem } from '#api/http/problem.ts'
import { isBodyUnread, sendAndHangUp } from '#api/http/unread-body.ts'
import { foreignOrigin, isForeign } from '#api/http/xsrf.ts'
import { isArabicAddress, permanentAddress, plainAddress } from '#site/addresses.ts'
import type { Receipt } from '#site/request-context.ts'
import { type MatchedRoute, matchRoute, type PageRoute } from '#site/route-table.ts'
import { type FormName, isReference } from '#site/submissions/forms.ts'
import { isOwnPage, isSentToApi, type PostedFormName, SENT_PARAMETER } from '#site/submissions/posted.ts'
import { namesKeptOf, submitPost } from '#site/submissions/submit-post.server.ts'
import { textsIn } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, directionOf, isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { callApiFor } from '../call-api.ts'
import { ADMISSION, type Admission } from '../http/admission.ts'
import type { ServeFromMemory } from '../http/create-server.ts'
import { SemaphoreFull } from '../http/semaphore.ts'
import type { Measurements } from '../metrics/measurements.ts'
import type { Applications } from './application.ts'
import type { PageCache, RenderedPage } from './cache.ts'
import type { JobAlerts } from './job-alerts.ts'
import { languageAsked, languageCookie } from './language.ts'
import { NOT_FOUND_ADDRESS, readAddress } from './page-address.ts'
import { PREVIEW_PARAMETER, type Previews } from './preview.ts'
import { readPost } from './read-post.ts'
import type { Receipts } from './receipts.ts'
import {
  createRenderer,
  type PageResponse,
  type RendererOptions,
  type RenderOptions,
  type RenderPage,
} from './render.ts'

export interface PagesOptions extends RendererOptions {
  cache: PageCache
  measurements: Measurements
  admission: Pick<Admission, 'limits' | 'pageUploads' | 'renders'>
  receipts: Receipts
  /** None where another host answers the API: what was sent is there. */
  applications: Applications | undefined
  /** The same. */
  jobAlerts: JobAlerts | undefined
  /** The same. */
  previews: Previews | undefined
  isOverwhelmed: () => boolean
  /** Something beside the pages that is only read: a feed, a picture, a script. */
  isFile: (path: string) => boolean
}

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

/** Every address that nothing else answers is a page, or the 404 page. */
export async function pages(
  app: FastifyInstance,
  {
    cache,
    measurements,
    isOverwhelmed,
    isFile,
    admission,
    receipts,
    applications,
    jobAlerts,
    previews,
    ...options
  }: PagesOptions,
) {
  const { limits, pageUploads, renders } = admission
  const { publicUrl, apiHost, cvMaximumBytes } = options.settingsIn(DEFAULT_LANGUAGE)
  const { origin } = new URL(publicUrl)
  const renderPage = measureRenders(createRenderer(app, options), measurements)

  // Posts are counted and checked before their bodies are read, so Fastify must not read them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.all('/*', async (request, reply) => {
    const url = readAddress(request.url, origin)
    const matched = matchRoute(url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) refuseOtherMethods(request, matched, isFile(url.pathname))

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
      if (isRead && previews && url.searchParams.has(PREVIEW_PARAMETER))
        return await answerPreview(request, reply, matched, url, language)
      if (matched && isOwnPage(matched.route.takesPosts))
        return await answerOwnPage(request, reply, matched, url.searchParams, language)
      if (matched && !isRead) return await answerPost(request, reply, matched, language)
      const receipt = matched && (await receiptFor(request, matched.route, url))
      // A receipt of somebody else is nothing to this visitor, so the page is everybody's.
      const isForeignReceipt = url.searchParams.has(SENT_PARAMETER) && !receipt
      if (matched && isForOneVisitor(matched.route, url) && !isForeignReceipt)
        return await renderForOne(request, reply, address, language, receipt)
      const shared = isForeignReceipt ? withoutQuery(address) : address
      return await renderForAll(request, reply, matched?.route, shared, language)
    } catch (error) {
      if (error instanceof SemaphoreFull) return sendBare(request, reply, language, new Problem('unavailable'))
      throw error
    }
  })

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
      measurements.pageCacheMisses++
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
      // There are as many pages that are gone as there were jobs: strangers cannot fill the cache with them.
      (isNotFoundPage ||
        status === GONE ||
        isOwnAddress(publicUrl + permanentAddress(plainAddress(address), language), html))
    return { body: new EncodedBody(Buffer.from(html), Object.fromEntries(headers), true, status), isComplete, isShared }
  }

  async function receiptFor({ headers }: FastifyRequest, { takesPosts }: PageRoute, { searchParams }: URL) {
    const reference = searchParams.get(SENT_PARAMETER)
    if (!isReference(reference) || !takesPosts || !isSentToApi(takesPosts)) return undefined
    const sent = { form: takesPosts, reference }
    // Without its database the page can still be served, only not as a receipt.
    const isOwn = await receipts.includes(headers.cookie, sent).catch(() => false)
    if (!isOwn) return undefined
    return { ...sent, link: await applications?.addressOf(reference).catch(() => undefined) }
  }

  async function renderForOne(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    language: Language,
    receipt: Receipt | undefined,
  ) {
    const { cookie = '' } = request.headers
    const visitor = { address: request.ip, language, requestId: request.id }
    const page = await renders.run(() =>
      renderPage(new Request(origin + address, { headers: { cookie } }), visitor, { receipt }),
    )
    return sendPage(reply, page)
  }

  /** A page with a draft in it, for whoever has the link. Neither kept nor listed anywhere. */
  async function answerPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    matched: MatchedRoute | undefined,
    { searchParams }: URL,
    language: Language,
  ) {
    reply.headers(OWN_PAGE_HEADERS)
    const preview = matched && (await previews?.open(searchParams.get(PREVIEW_PARAMETER) as string))
    if (!preview) {
      await limits.countUnknownLink(request)
      return sendBare(request, reply, language, new Problem('notFound'), textsIn(language).api.previewEnded)
    }
    const place = preview.placeOn(matched.route)
    if (place && !searchParams.get(place.parameter)) {
      searchParams.set(place.parameter, place.value)
      return reply.redirect(`${withoutQuery(matched.address)}?${searchParams}`, 303)
    }
    const visitor = { address: request.ip, language: preview.language, requestId: request.id }
    const { overlay, facts } = preview
    const asked = new Request(origin + matched.address)
    const page = await renders.run(() => renderPage(asked, visitor, { overlay, facts }))
    // Looking at a draft is no choice of language.
    page.headers.delete('set-cookie')
    for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) page.headers.set(name, value)
    return sendPage(reply, page)
  }

  async function answerPost(request: FastifyRequest, reply: FastifyReply, matched: MatchedRoute, language: Language) {
    const { route, address } = matched
    const form = route.takesPosts as PostedFormName
    const refusal = await refusalBeforeReading(request)
    if (refusal) return sendBare(request, reply, language, refusal)
    const visitor = { address: request.ip, language, requestId: request.id }
    const held = pageUploads.open()
    try {
      const maxFileBytes = form === 'career' ? cvMaximumBytes : 0
      const post = await readPost(request, { fieldNames: namesKeptOf(form), maxFileBytes, held })
      const poster = { callApi: callApiFor(app, apiHost, visitor), visitorAddress: request.ip }
      const outcome = await submitPost(form, post, poster)
      if ('reference' in outcome) {
        const sent = { form: form as FormName, reference: outcome.reference }
        const cookie = await receipts.cookieWith(request.headers.cookie, sent)
        return sendOn(reply, address, sent, cookie)
      }
      const answer = () =>
        renderPage(new Request(origin + address, { method: 'POST' }), visitor, { answeredPost: outcome })
      return sendPage(reply, await renders.run(answer, ADMISSION.maxPostsWaiting))
    } finally {
      held.release()
    }
  }

  /** The page of somebody who has sent something, and the one where a lost link is asked for. Only a post ever changes anything. */
  async function answerOwnPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { route, address }: MatchedRoute,
    query: URLSearchParams,
    language: Language,
  ) {
    reply.headers(OWN_PAGE_HEADERS)
    const visitor = { address: request.ip, language, requestId: request.id }
    const isPost = request.method === 'POST'
    const show = async (status: number, page: OwnPage) => {
      const asked = new Request(origin + address, { method: isPost ? 'POST' : 'GET' })
      const { headers, ...rendered } = await renders.run(
        () => renderPage(asked, visitor, page),
        isPost ? ADMISSION.maxPostsWaiting : undefined,
      )
      for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) headers.set(name, value)
      const shown = { ...rendered, headers, status: rendered.status < 400 ? status : rendered.status }
      return isPost || isKey(route) ? sendPage(reply, shown) : sendEmptyForm(request, reply, shown)
    }
    if (!applications || !jobAlerts) return show(404, {})

    const refusal = isPost ? await refusalBeforeReading(request, { mayHideOrigin: true }) : undefined
    if (refusal) return sendBare(request, reply, language, refusal)
    const form = route.takesPosts as PostedFormName
    const held = pageUploads.open()
    try {
      const maxFileBytes = form === 'application' ? cvMaximumBytes : 0
      const post = isPost ? await readPost(request, { fieldNames: namesKeptOf(form), maxFileBytes, held }) : undefined
      // One mail provider ends the alerts of many, from one address; who has no link is counted below.
      if (post && form !== 'job-alert') await limits.countChange(request)
      if (form === 'lost-link') return await show(200, { lostLink: await applications.lostLink(post?.answers) })

      if (form === 'job-alerts') {
        const { status, page } = await jobAlerts.ask(language, post?.answers)
        return await show(status, { jobAlerts: page })
      }

      const token = decodeURIComponent(plainAddress(withoutQuery(address)).split('/').at(-1) as string)
      if (form === 'job-alert') {
        const outcome = post ? await jobAlerts.act(token, language, post) : await jobAlerts.read(token, language, query)
        if ('news' in outcome) return sendBack(reply, address, outcome.news)
        if (outcome.isUnknown) await limits.countUnknownLink(request)
        return await show(outcome.status, { jobAlert: outcome.page })
      }
      const asked = { token, language, query }
      const outcome = post ? await applications.act(asked, post) : await applications.read(asked)
      if ('file' in outcome) return sendFile(reply, outcome)
      if ('news' in outcome) return sendBack(reply, address, outcome.news)
      if (!outcome.page) await limits.countUnknownLink(request)
      return await show(outcome.status, { application: outcome.page })
    } catch (error) {
      if (error instanceof Problem) return sendBare(request, reply, language, error)
      throw error
    } finally {
      held.release()
    }
  }

  /** What a body would cost is spent only on those who may send one. */
  async function refusalBeforeReading(request: FastifyRequest, { mayHideOrigin = false } = {}) {
    // A page that sends no referrer hides its origin from its own server, too; who does not know its address cannot post to it.
    const { origin, 'sec-fetch-site': site } = request.headers
    const isHidden = mayHideOrigin && !site && origin === 'null'
    if (!isHidden && isForeign(request, { publicUrl })) return foreignOrigin(request, { publicUrl })
    if (isOverwhelmed()) return new Problem('unavailable')
    try {
      await limits.countAttempt(request)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
}

function measureRenders(render: RenderPage, { countRender }: Measurements): RenderPage {
  return async (...asked) => {
    const start = performance.now()
    try {
      const page = await render(...asked)
      countRender(page.isComplete ? 'complete' : 'incomplete', performance.now() - start)
      return page
    } catch (error) {
      countRender('failed', performance.now() - start)
      throw error
    }
  }
}

/** The address of the page is a key: no cache keeps it, no search engine lists it, no other site hears of it. */
const OWN_PAGE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** Such a page has its token in its address. */
const isKey = ({ path }: PageRoute) => path.endsWith('/:id')

type OwnPage = Pick<RenderOptions, 'application' | 'lostLink' | 'jobAlerts' | 'jobAlert'>

/** To the page itself, which may be loaded again without doing it again. */
function sendBack(reply: FastifyReply, address: string, news: string | undefined) {
  const done = news ? `?done=${news}` : ''
  return reply.header('content-length', '0').redirect(withoutQuery(address) + done, 303)
}

function sendFile(reply: FastifyReply, { file, fileName }: { file: Uint8Array; fileName: string }) {
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
}

const GONE = 410

const keyOf = (address: string, language: Language, isNotFoundPage = false) =>
  isNotFoundPage ? `${language} 404 ${address}` : `${language} ${address}`

/**
 * One address stands for all that do not exist, so that their page is rendered once for each route and language, whatever strangers
 * type. Nothing that was typed is in it.
 */
function notFoundAddress(route: PageRoute | undefined, address: string) {
  const plain = route ? unknownRecordOf(route) : NOT_FOUND_ADDRESS
  return permanentAddress(plain, isArabicAddress(address) ? 'ar' : 'en')
}

/** No id and no word of a record is a hyphen alone. */
const unknownRecordOf = ({ path, recordQuery }: PageRoute) =>
  path.replace(':id', '-') + (recordQuery ? `?${recordQuery}=-` : '')

const withoutQuery = (address: string) => address.split('?')[0] as string

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

function refuseOtherMethods({ method }: FastifyRequest, matched: MatchedRoute | undefined, isFile: boolean) {
  if (!matched && !isFile) throw new Problem('notFound')
  if (method === 'POST' && matched?.route.takesPosts) return
  const allow = matched?.route.takesPosts ? 'GET, HEAD, POST' : 'GET, HEAD'
  throw new Problem('methodNotAllowed', { headers: { allow } })
}

/** A page that was made for one visitor may repeat what they typed: nobody stores it, neither here nor on the way. */
function sendPage(reply: FastifyReply, { status, headers, html }: PageResponse) {
  const cookies = headers.getSetCookie()
  reply.headers({ ...Object.fromEntries(headers), 'cache-control': 'no-store' })
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.code(status).send(html)
}

/**
 * Where something may be asked for, before anybody has: nothing of one visitor is in it. So it is compressed, and the browser may keep it
 * when it is left.
 */
function sendEmptyForm(request: FastifyRequest, reply: FastifyReply, { status, headers, html }: PageResponse) {
  headers.set('cache-control', 'no-cache')
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return new EncodedBody(Buffer.from(html), Object.fromEntries(headers), true, status).send(request, reply)
}

/** To the page with the receipt, which may be loaded again without sending anything again. */
function sendOn(reply: FastifyReply, address: string, { reference }: Receipt, cookie: string) {
  return reply
    .headers({ 'cache-control': 'no-store', 'content-length': '0', 'set-cookie': cookie })
    .redirect(`${withoutQuery(address)}?${SENT_PARAMETER}=${reference}`, 303)
}

/** In plain words, without reading and without rendering: going back in the browser brings the answers back. */
function sendBare(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  { problem, status, headers }: Problem,
  { title, detail } = textsIn(language).api.problems[problem],
) {
  const html = `<!DOCTYPE html><html lang="${language}" dir="${directionOf(language)}"><title>${title}</title><h1>${title}</h1><p>${detail}</p></html>`
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-language': language, ...headers })
  return isBodyUnread(request) ? sendAndHangUp(request, reply, status, html) : reply.code(status).send(html)
}
