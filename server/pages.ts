import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isArabicAddress } from '#site/addresses.ts'
import { type SiteSettings, siteRequest } from '#site/request-context.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { callApiAt, callApiInProcess } from './call-api.ts'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

export interface PagesOptions {
  build: ServerBuild
  settingsIn: (language: Language) => SiteSettings
}

/** Every address that nothing else answers is a page, or the 404 page. */
export async function pages(app: FastifyInstance, { build, settingsIn }: PagesOptions) {
  const answerPage = createRequestHandler(build, process.env.NODE_ENV)

  // A page reads its own body, so Fastify must not.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.all('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://site')
    const chosen = url.searchParams.get(LANGUAGE_KEY)
    if (isLanguage(chosen)) {
      url.searchParams.delete(LANGUAGE_KEY)
      return reply.header('set-cookie', languageCookie(chosen)).redirect(url.pathname + url.search, 303)
    }

    const language = languageOf(request, url)
    const settings = settingsIn(language)
    const visitor = { address: request.ip, language, requestId: request.id }
    const context = new RouterContextProvider()
    context.set(siteRequest, {
      language,
      settings,
      callApi: settings.apiHost ? callApiAt(settings.apiHost, visitor) : callApiInProcess(app, visitor),
    })

    reply.hijack()
    const response = await answerPage(createRequest(request.raw, reply.raw), context)
    response.headers.set('content-language', language)
    response.headers.append('vary', 'Cookie')
    if (isArabicAddress(url.pathname)) response.headers.append('set-cookie', languageCookie('ar'))
    await sendResponse(reply.raw, response)
  })
}

/** Product 4.1: an Arabic address is Arabic, every other follows the cookie that mirrors the saved language. */
function languageOf(request: FastifyRequest, url: URL): Language {
  if (isArabicAddress(url.pathname)) return 'ar'
  const saved = request.headers.cookie?.match(/(?:^|;\s*)language=([^;]*)/)?.[1]
  return isLanguage(saved) ? saved : DEFAULT_LANGUAGE
}

function languageCookie(language: Language) {
  return `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`
}
