import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
// The build for Node would keep asynchronous hooks switched on for every request; `server.edge` loads a second renderer.
import { prerender } from 'react-dom/static.edge'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { ofPage, TextsProvider } from './page-context.tsx'
import { type RenderedDocument, renderedDocument, siteRequest } from './request-context.ts'

const RENDER_MILLISECONDS = 10_000
export const streamTimeout = RENDER_MILLISECONDS

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
  const document = describeDocument(router)
  context.set(renderedDocument, document)
  // No more than the browser will have: a text that the page forgot to name fails here.
  const handles = document.routeIds.map((id) => router.routeModules[id]?.handle)
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <TextsProvider
      language={language}
      content={ofPage(pageTexts, handles)}
      carried={{ texts: pageTexts.compiled, content: pageTexts.content }}
    >
      <ServerRouter context={router} url={request.url} nonce={document.nonce} />
    </TextsProvider>,
    {
      onError: (error) => void failures.push(error),
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: AbortSignal.timeout(RENDER_MILLISECONDS),
    },
  )
  // React would leave a failed part to the browser, and without script it would stay missing.
  if (failures.length > 0) throw failures[0]
  const html = await text(prelude)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, '')}`, { status, headers })
}

const NONCE_BYTES = 16

function describeDocument({ staticHandlerContext: { matches, errors } }: EntryContext): RenderedDocument {
  const routeIds = matches.map(({ route }) => route.id)
  const failedAt = errors ? routeIds.findIndex((id) => errors[id] !== undefined) : -1
  return {
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
    routeIds,
    styledRouteIds: failedAt < 0 ? routeIds : routeIds.slice(0, failedAt + 1),
  }
}
