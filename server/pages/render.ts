import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { ApiError, type CallApi } from '#contract/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { SiteContent } from '#domain/content/site-content.ts'
import first from '#site/boot/first-script.ts?inline-script'
import wakeLoader from '#site/boot/wake-loader.ts?inline-script'
import type { SiteSettings } from '#site/page-context.tsx'
import { type ForOneVisitor, renderedDocument, siteRequest } from '#site/request-context.ts'
import type { Language } from '#texts/languages.ts'
import { callApiFor, createReads, type Visitor } from '../call-api.ts'
import { CLIENT_FILES } from '../client-files.ts'
import { contentSecurityPolicy, securityHeaders } from '../http/security-headers.ts'
import { finishHtml } from './finish-html.ts'
import { pageTexts } from './texts.ts'

export interface RendererOptions {
  build: ServerBuild
  settingsIn: (language: Language) => SiteSettings
  contentVersion: () => Pick<ContentVersion, 'mapUrl' | 'siteContent'>
}

export interface PageResponse {
  status: number
  headers: Headers
  /** Empty where the page would be the same again. */
  html: string
  madeOf: string | undefined
  isComplete: boolean
}

export interface RenderOptions extends ForOneVisitor {
  /** Stops before rendering where the page does not exist. */
  skipsNotFound?: boolean
  overlay?: (callApi: CallApi) => CallApi
  siteContent?: SiteContent | undefined
}

export type RenderPage = (request: Request, visitor: Visitor, options?: RenderOptions) => Promise<PageResponse>

export function createRenderer(app: FastifyInstance, options: RendererOptions): RenderPage {
  const { build, settingsIn, contentVersion } = options
  const handleRequest = createRequestHandler(build, process.env.NODE_ENV)
  const readStyles = import.meta.env.PROD ? readBuiltStyles : undefined
  const reads = createReads(contentVersion)
  const finishing = { manifest: build.assets, bootScripts: { first, wakeLoader }, readStyles }

  return async function renderPage(
    request,
    visitor,
    { skipsNotFound = false, overlay, siteContent = contentVersion().siteContent, ...forThisVisitor } = {},
  ) {
    const { language, requestId } = visitor
    const settings = settingsIn(language)
    const uncached = callApiFor(app, settings.apiHost, visitor)
    // Another host's content has no version.
    const ownCallApi = settings.apiHost ? uncached : reads(uncached, language)
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
    // Of the page before it is finished.
    const madeOf = headers.get('etag') ?? undefined
    headers.delete('etag')
    let html: string
    if (headers.get('content-type')?.startsWith('text/html')) {
      const { html: finished, ...hashes } = finishHtml(context.get(renderedDocument), finishing)
      html = finished
      const mapUrl = settings.apiHost ? calls.mapUrl : contentVersion().mapUrl
      const { apiHost } = settings
      const policy = contentSecurityPolicy({ ...hashes, apiHost, mapUrl, isDevelopment: import.meta.env.DEV })
      headers.set('content-security-policy', policy)
    } else html = await response.text()
    addHeaders(headers, settings, language)
    return { status, headers, html, madeOf, isComplete: calls.areComplete && status < 500 }
  }
}

const builtStyles = new Map<string, string>()

function readBuiltStyles(file: string) {
  const text = builtStyles.get(file) ?? readFileSync(path.join(CLIENT_FILES, file), 'utf8').trim()
  builtStyles.set(file, text)
  return text
}

function addHeaders(headers: Headers, settings: SiteSettings, language: Language) {
  for (const [name, value] of Object.entries(securityHeaders(settings)))
    if (!headers.has(name)) headers.set(name, value)
  headers.set('content-language', language)
  headers.set('vary', 'Accept-Encoding')
}

/** The map's address is for another API host, whose content has no version here. Every page asks for the contact info. */
function observe(call: CallApi) {
  const calls: { areComplete: boolean; mapUrl?: string } = { areComplete: true }
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

/** Error messages may repeat addresses and answers of visitors, so only the stack is logged. */
function describeWithoutMessage(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, stack = '' } = error
  return { type: name, stack: stack.slice(stack.search(/^ {4}at /m)) }
}
