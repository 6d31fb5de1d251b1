import type { IncomingMessage } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { Problem } from '#api/http/problem.ts'
import { largestUpload } from '#api/http/read-upload.ts'
import { sendAndHangUp } from '#api/http/unread-body.ts'
import { type HeldBytes, limitPageUploadMemory } from '#api/http/upload-memory.ts'
import { isOwnOrigin } from '#api/http/xsrf.ts'
import { ApiError, type CallApi } from '#contract/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import { isArabicAddress } from '#site/addresses.ts'
import { type SiteSettings, siteRequest } from '#site/request-context.ts'
import { textsIn } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { callApiAt, callApiInProcess, type Visitor } from '../call-api.ts'
import { contentSecurityPolicy, securityHeaders } from '../http/security-headers.ts'
import { createPageCache, isCacheable, type RenderedPage } from './cache.ts'
import { putToSleep } from './defer-hydration.ts'
import { inlineStyles } from './inline-styles.ts'

const METHODS = ['GET', 'HEAD', 'POST']
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

export interface PagesOptions {
  build: ServerBuild
  settingsIn: (language: Language) => SiteSettings
  edition: () => unknown
  isOverwhelmed: () => boolean
}

/** Every address that nothing else answers is a page, or the 404 page. */
export async function pages(app: FastifyInstance, { build, settingsIn, edition, isOverwhelmed }: PagesOptions) {
  const answerPage = createRequestHandler(build, process.env.NODE_ENV)
  const cache = createPageCache({ render, languageOf: languageAsked, edition })
  const memory = limitPageUploadMemory(largestUpload(settingsIn(DEFAULT_LANGUAGE).cvMaximumBytes))
  if (import.meta.env.PROD) answerFromMemoryFirst(app, cache.answer)

  // A page reads its own body, so Fastify must not.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.all('/*', async (request, reply) => {
    if (!METHODS.includes(request.method))
      throw new Problem('methodNotAllowed', { headers: { allow: METHODS.join(', ') } })
    const url = addressAsked(request)
    const chosen = url.searchParams.get(LANGUAGE_KEY)
    if (isLanguage(chosen)) {
      url.searchParams.delete(LANGUAGE_KEY)
      return reply.header('set-cookie', languageCookie(chosen)).redirect(url.pathname + url.search, 303)
    }

    const language = languageAsked(request.raw)
    if (isUnsafe(request.method) && isFromAnotherSite(request, settingsIn(language).publicUrl))
      return reply.code(403).type('text/plain').send(textsIn(language).api.problems.foreignOrigin.detail)
    if (isUnsafe(request.method) && isOverwhelmed()) return sendAway(request, reply, language)

    if (import.meta.env.PROD && request.method === 'GET' && isCacheable(request.url)) {
      const { body } = await cache.renderOnce(request.url, language)
      return body.send(request, reply)
    }

    const visitor = { address: request.ip, language, requestId: request.id }
    const held = memory.open()
    try {
      const { response } = await makeResponse(counting(createRequest(request.raw, reply.raw), held), visitor)
      // In development Vite adds scripts and styles of its own to the page.
      if (import.meta.env.DEV) reply.removeHeader('content-security-policy')
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (!response.headers.has(name)) response.headers.set(name, String(value))
      }
      await sendResponse(reply.raw, response)
    } finally {
      held.letGo()
    }
  })

  /** For everybody who asks in this language: no visitor has a part in it. */
  async function render(address: string, language: Language): Promise<RenderedPage> {
    const visitor = { address: '127.0.0.1', language, requestId: 'page-cache' }
    const { response, isComplete } = await makeResponse(new Request(settingsIn(language).publicUrl + address), visitor)
    const body = new EncodedBody(
      Buffer.from(await response.text()),
      Object.fromEntries(response.headers),
      true,
      response.status,
    )
    return { body, isComplete }
  }

  async function makeResponse(request: Request, visitor: Visitor) {
    const { language } = visitor
    const settings = settingsIn(language)
    let isComplete = true
    const callApi: CallApi = (endpoint, input) =>
      (settings.apiHost ? callApiAt(settings.apiHost, visitor) : callApiInProcess(app, visitor))(endpoint, input).catch(
        (error) => {
          if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) isComplete = false
          throw error
        },
      )

    const context = new RouterContextProvider()
    context.set(siteRequest, { language, settings, callApi, visitorAddress: visitor.address })
    const response = await answerPage(request, context)
    if (import.meta.env.PROD)
      for (const [name, value] of Object.entries(securityHeaders(settings))) response.headers.set(name, value)
    response.headers.set('content-language', language)
    response.headers.set('vary', 'Accept-Encoding, Cookie')
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache')
    if (isArabicAddress(new URL(request.url).pathname)) response.headers.append('set-cookie', languageCookie('ar'))
    return { response: await finish(response, settings.apiHost, callApi), isComplete }
  }

  async function finish(response: Response, apiHost: string, callApi: CallApi) {
    if (!response.headers.get('content-type')?.startsWith('text/html') || !import.meta.env.PROD) return response
    const html = inlineStyles(putToSleep(await response.text()))
    const mapUrl = await callApi(endpoints.contactInfo).then(
      (contactInfo) => contactInfo.map_url,
      () => undefined,
    )
    response.headers.set('content-security-policy', contentSecurityPolicy(html, { apiHost, mapUrl }))
    return new Response(html, response)
  }
}

/** In plain words: going back in the browser brings the answers back. */
function sendAway(request: FastifyRequest, reply: FastifyReply, language: Language) {
  const { title, detail } = textsIn(language).api.problems.unavailable
  reply
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', ...new Problem('unavailable').headers })
  return sendAndHangUp(request, reply, 503, `${title}\n${detail}\n`)
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

/** Two slashes at the beginning would name another host, and so would a whole address. */
function addressAsked({ url }: FastifyRequest) {
  if (!/^\/(?![/\\])/.test(url) || !URL.canParse(url, 'http://site')) throw new Problem('badRequest')
  return new URL(url, 'http://site')
}

const isUnsafe = (method: string) => method === 'POST'

/** Product 7.4, as the API has it, except that a page without JavaScript cannot echo the token. */
function isFromAnotherSite(request: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site) return site === 'cross-site' || site === 'same-site'
  return origin !== undefined && !isOwnOrigin(origin, request, { publicUrl })
}

type Answer = ReturnType<typeof createPageCache>['answer']

/** A page from memory needs no routing, no hooks and no log line: it is answered before Fastify sees the request. */
function answerFromMemoryFirst(app: FastifyInstance, answer: Answer) {
  const [handle] = app.server.listeners('request') as [(...args: Parameters<Answer>) => void]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!answer(request, response)) handle(request, response)
  })
}

/** Product 4.1: an Arabic address is Arabic, every other follows the cookie that mirrors the saved language. */
function languageAsked({ url = '/', headers }: IncomingMessage | FastifyRequest['raw']): Language {
  if (isArabicAddress(url)) return 'ar'
  const saved = headers.cookie?.match(/(?:^|;\s*)language=([^;]*)/)?.[1]
  return isLanguage(saved) ? saved : DEFAULT_LANGUAGE
}

function languageCookie(language: Language) {
  return `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`
}
