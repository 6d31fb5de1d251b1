import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
// It writes one string. The streaming renderers encode every piece of a page for itself.
import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { ofPage, TextsProvider } from './page-context.tsx'
import { renderedDocument, siteRequest } from './request-context.ts'

const DATA_MILLISECONDS = 10_000
export const streamTimeout = DATA_MILLISECONDS

/** The router's own would print the address that was typed. */
export const handleError: HandleErrorFunction = (error, { context }) => context.get(siteRequest).onError(error)

/** The whole page at once: the page cache and the content security policy need it. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { language, skipsNotFound, pageTexts } = context.get(siteRequest)
  if (status === 404 && skipsNotFound) return new Response(null, { status })
  const { nonce, ...document } = describeDocument(router)
  // No more than the browser will have: a text that the page forgot to name fails here.
  const handles = document.routeIds.map((id) => router.routeModules[id]?.handle)
  const content = ofPage(pageTexts, handles)
  const madeOf = digestOf([request.url, status, await readData(router), content])
  if (request.headers.get('if-none-match') === madeOf) return new Response(null, { status: 304 })
  const html = renderToString(
    <TextsProvider language={language} content={content}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </TextsProvider>,
  )
  // React leaves a failed or suspended part to the browser, and without script it would stay missing.
  if (LEFT_TO_THE_BROWSER.test(html)) throw new Error('A part of the page was not rendered')
  context.set(renderedDocument, { ...document, nonce, html: DOCTYPE + html })
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('etag', madeOf)
  return new Response(null, { status, headers })
}

/** Only React's streaming renderers write it. Without it browsers lay out pages as in the nineties. */
const DOCTYPE = '<!DOCTYPE html>'

const LEFT_TO_THE_BROWSER = /<!--\$[!?]-->/

/** The router writes the loaders' data as they arrive; the renderer does not wait, so all is read before. */
async function readData({ serverHandoffStream, renderMeta }: EntryContext) {
  if (!serverHandoffStream || !renderMeta) return ''
  const value = await text(serverHandoffStream)
  const pieces = [
    { done: false, value },
    { done: true, value: '' },
  ]
  renderMeta.streamCache = pieces.map((result) => Object.assign(Promise.resolve(), { result }))
  return value
}

/** The same data, texts and content make the same page. */
const digestOf = (parts: unknown[]) => `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`

const NONCE_BYTES = 16

function describeDocument({ staticHandlerContext: { matches, errors } }: EntryContext) {
  const routeIds = matches.map(({ route }) => route.id)
  const failedAt = errors ? routeIds.findIndex((id) => errors[id] !== undefined) : -1
  return {
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
    routeIds,
    styledRouteIds: failedAt < 0 ? routeIds : routeIds.slice(0, failedAt + 1),
  }
}
