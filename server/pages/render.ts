import type { FastifyInstance } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { ApiError, type CallApi } from '#contract/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { SiteContent } from '#domain/content/site-content.ts'
import { isArabicAddress } from '#site/addresses.ts'
import { type ForOneVisitor, renderedDocument, type SiteSettings, siteRequest } from '#site/request-context.ts'
import type { Language } from '#texts/languages.ts'
import { callApiFor, type Visitor } from '../call-api.ts'
import { contentSecurityPolicy, securityHeaders } from '../http/security-headers.ts'
import { bootScripts } from './boot-scripts.ts'
import { readBuiltStyles } from './built-styles.ts'
import { finishHtml } from './finish-html.ts'
import { languageCookie } from './language.ts'
import { pageTexts } from './texts.ts'

export interface RendererOptions {
  build: ServerBuild
  settingsIn: (language: Language) => SiteSettings
  contentVersion: () => Pick<ContentVersion, 'mapUrl' | 'siteContent'>
}

export interface PageResponse {
  status: number
  headers: Headers
  html: string
  /** Everything the page asked the API for was there. */
  isComplete: boolean
}

export interface RenderOptions extends ForOneVisitor {
  /** Stop before rendering where the page turns out not to exist. */
  skipsNotFound?: boolean
  /** With somebody's draft in what the API responds. */
  overlay?: (callApi: CallApi) => CallApi
  /** With somebody's draft in what the company says of itself. */
  siteContent?: SiteContent | undefined
}

export type RenderPage = (request: Request, visitor: Visitor, options?: RenderOptions) => Promise<PageResponse>

/** Runs the loaders and the action of a page, renders it and finishes its HTML. */
export function createRenderer(app: FastifyInstance, options: RendererOptions): RenderPage {
  const { build, settingsIn, contentVersion } = options
  const handleRequest = createRequestHandler(build, process.env.NODE_ENV)
  const readStyles = import.meta.env.PROD ? readBuiltStyles : undefined
  const finishing = { manifest: build.assets, bootScripts, readStyles }

  return async function renderPage(
    request,
    visitor,
    { skipsNotFound = false, overlay, siteContent = contentVersion().siteContent, ...forThisVisitor } = {},
  ) {
    const { language, requestId } = visitor
    const settings = settingsIn(language)
    const ownCallApi = callApiFor(app, settings.apiHost, visitor)
    const { callApi, calls } = observe(overlay ? overlay(ownCallApi) : ownCallApi)
    const context = new RouterContextProvider()
    context.set(siteRequest, {
      language,
      settings,
      callApi,
      pageTexts: pageTexts(siteContent, language),
      skipsNotFound,
      ...forThisVisitor,
      onError: (error) => app.log.error({ requestId, err: describeWithoutMessage(error) }, 'rendering failed'),
    })
    const response = await handleRequest(request, context)
    const { status, headers } = response
    let html = await response.text()
    if (headers.get('content-type')?.startsWith('text/html')) {
      const { html: finished, ...hashes } = finishHtml(html, context.get(renderedDocument), finishing)
      html = finished
      const mapUrl = settings.apiHost ? calls.mapUrl : contentVersion().mapUrl
      const { apiHost } = settings
      const policy = contentSecurityPolicy({ ...hashes, apiHost, mapUrl, isDevelopment: import.meta.env.DEV })
      headers.set('content-security-policy', policy)
    }
    addHeaders(headers, request, settings, language)
    return { status, headers, html, isComplete: calls.areComplete && status < 500 }
  }
}

function addHeaders(headers: Headers, { url }: Request, settings: SiteSettings, language: Language) {
  for (const [name, value] of Object.entries(securityHeaders(settings)))
    if (!headers.has(name)) headers.set(name, value)
  headers.set('content-language', language)
  headers.set('vary', 'Accept-Encoding, Cookie')
  // Opening an Arabic address is a choice of language.
  if (isArabicAddress(new URL(url).pathname)) headers.append('set-cookie', languageCookie('ar', settings.publicUrl))
}

/** What is to be known of a page's calls once it is rendered. */
interface ObservedCalls {
  /** No call has failed for a reason that may be gone the next time. */
  areComplete: boolean
  /** Another host's content has no version here that could tell; every page asks for the contact info anyway. */
  mapUrl: string | undefined
}

function observe(call: CallApi) {
  const calls: ObservedCalls = { areComplete: true, mapUrl: undefined }
  const callApi: CallApi = async (endpoint, input) => {
    try {
      const response = await call(endpoint, input)
      if (endpoint.name === endpoints.contactInfo.name) calls.mapUrl = (response as { map_url: string }).map_url
      return response
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) calls.areComplete = false
      throw error
    }
  }
  return { callApi, calls }
}

/** Messages of errors repeat addresses and answers that people typed; where it happened says enough. */
function describeWithoutMessage(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, stack = '' } = error
  return { type: name, stack: stack.slice(stack.search(/^ {4}at /m)) }
}
