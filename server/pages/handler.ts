import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#api/http/problem.ts'
import { hasLandingPage } from '#domain/content/site-content.ts'
import { inSpan } from '#domain/platform/tracing.ts'
import { PREVIEW_PARAMETER, permanentAddress, plainDestination } from '#site/addresses.ts'
import type { Receipt } from '#site/page-context.tsx'
import { type MatchedRoute, matchRoute, type PageRoute } from '#site/route-table.ts'
import { isOwnPage, isReference, isSentToApi, SENT_PARAMETER } from '#site/submissions/posted.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { ADMISSION } from '../http/admission.ts'
import { TooBusy } from '../http/semaphore.ts'
import { answerOwnPage } from './own-pages.ts'
import { isLedToArabic, languageCookie, languageOf, readAddress } from './page-address.ts'
import { type PageContext, type PageRequest, type PageServices, visitorOf } from './page-request.ts'
import { answerPost } from './posts.ts'
import { sendPreview } from './preview.ts'
import { createRenderer, type RendererOptions, type RenderPage } from './render.ts'
import { sendBare, sendPage, withoutQuery } from './responses.ts'
import { notFoundAddress, sendSharedPage } from './shared-pages.ts'

/** Every address that no other route takes is a page, or the 404 page. */
export async function pages(
  app: FastifyInstance,
  {
    build,
    settingsIn,
    contentVersion,
    isFile,
    ...services
  }: RendererOptions & PageServices & { isFile: (path: string) => boolean },
) {
  const { publicUrl, apiHost, cvMaximumBytes } = settingsIn(DEFAULT_LANGUAGE)
  const renderPage = limitRenders(createRenderer(app, { build, settingsIn, contentVersion }), services)
  const { origin } = new URL(publicUrl)
  const context: PageContext = { ...services, app, renderPage, publicUrl, origin, apiHost, cvMaximumBytes }

  // Posts are counted and checked before their bodies are read, so Fastify must not read them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.all('/*', async (request, reply) => {
    const url = readAddress(request.url, origin)
    const isPreview = services.readPreview !== undefined && url.searchParams.has(PREVIEW_PARAMETER)
    // Made-up addresses cost no rendering.
    const matched = matchRoute(url, (slug) => isPreview || hasLandingPage(contentVersion().siteContent, slug))
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) refuseOtherMethods(request, matched, isFile(url.pathname))

    const chosen = url.searchParams.get(LANGUAGE_KEY)
    if (isRead && isLanguage(chosen)) return redirectInLanguage(reply, url, chosen, publicUrl)

    const address = matched?.address ?? notFoundAddress(undefined, url.pathname)
    const language = languageOf(address)
    try {
      return await answer(context, { request, reply, url, address, language, isRead }, matched)
    } catch (error) {
      const problem = error instanceof TooBusy ? new Problem('unavailable') : error
      if (problem instanceof Problem) return sendBare(request, reply, language, problem)
      throw error
    }
  })
}

async function answer(context: PageContext, asked: PageRequest, matched: MatchedRoute | undefined) {
  const { request, reply, url, address, isRead } = asked
  if (isRead && context.readPreview && url.searchParams.has(PREVIEW_PARAMETER))
    return sendPreview(context, asked, matched)
  if (!matched) return sendSharedPage(context, asked, undefined)
  if (isRead && isLedToArabic(url.pathname, request.headers))
    return leadTo(reply, permanentAddress(url.pathname, 'ar') + url.search)

  const { route } = matched
  if (isOwnPage(route.takesPosts)) return answerOwnPage(context, { ...asked, route })
  if (!isRead) return answerPost(context, { ...asked, route })

  const receipt = await receiptFor(context, asked, route)
  // A cache in front must not keep the shared page under the address of a receipt.
  const isForeignReceipt = url.searchParams.has(SENT_PARAMETER) && !receipt
  if (isForeignReceipt) return leadTo(reply, withoutQuery(address))
  const own = new URLSearchParams(address.split('?')[1])
  const isForOneVisitor = route.privateQuery?.some((name) => own.has(name))
  if (!isForOneVisitor) return sendSharedPage(context, asked, route)
  await context.admission.limits.countUncachedPage(request)
  const target = new Request(context.origin + address, { headers: { cookie: request.headers.cookie ?? '' } })
  return sendPage(reply, await context.renderPage(target, visitorOf(asked), { receipt }))
}

function refuseOtherMethods({ method }: FastifyRequest, matched: MatchedRoute | undefined, isFile: boolean) {
  if (!matched && !isFile) throw new Problem('notFound')
  if (method === 'POST' && matched?.route.takesPosts) return
  const allow = matched?.route.takesPosts ? 'GET, HEAD, POST' : 'GET, HEAD'
  throw new Problem('methodNotAllowed', { headers: { allow } })
}

const leadTo = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'private, no-store', 'content-length': '0' }).redirect(address, 302)

/** The fragment tells the first script, because local storage wins over the cookie. */
function redirectInLanguage(reply: FastifyReply, url: URL, language: Language, publicUrl: string) {
  url.searchParams.delete(LANGUAGE_KEY)
  const pathname = permanentAddress(plainDestination(url.pathname), language)
  const headers = {
    'set-cookie': languageCookie(language, publicUrl),
    'cache-control': 'no-store',
    'content-length': '0',
  }
  return reply.headers(headers).redirect(`${pathname}${url.search}#${LANGUAGE_KEY}=${language}`, 303)
}

async function receiptFor(
  { receipts, applications }: PageContext,
  { request, url }: PageRequest,
  { takesPosts }: PageRoute,
): Promise<Receipt | undefined> {
  const reference = url.searchParams.get(SENT_PARAMETER)
  if (!isReference(reference) || !takesPosts || !isSentToApi(takesPosts)) return undefined
  const sent = { kind: takesPosts, reference }
  // Without its database the page is served without the receipt.
  const isOwn = await receipts.includes(request.headers.cookie, sent).catch(() => false)
  if (!isOwn) return undefined
  return { ...sent, link: await applications?.addressOf(reference).catch(() => undefined) }
}

/** Renders when a slot is free, and measures it. Posts may wait longer than reads. */
function limitRenders(
  render: RenderPage,
  { admission, measurements: { countRender } }: Pick<PageServices, 'admission' | 'measurements'>,
): RenderPage {
  const measured: RenderPage = async (...asked) => {
    const start = performance.now()
    try {
      const page = await inSpan('render', {}, () => render(...asked))
      if (page.html) countRender(page.isComplete ? 'complete' : 'incomplete', performance.now() - start)
      return page
    } catch (error) {
      countRender('failed', performance.now() - start)
      throw error
    }
  }
  return (target, ...rest) =>
    admission.renders.run(
      () => measured(target, ...rest),
      target.method === 'POST' ? ADMISSION.maxPostsWaiting : undefined,
    )
}
