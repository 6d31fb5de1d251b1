import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { compiledTextsIn } from '#texts/compiled.ts'
import { textsIn } from '#texts/index.ts'
import { siteRequest } from './request-context.ts'
import { TextsProvider } from './texts.tsx'

const RENDER_MILLISECONDS = 10_000
export const streamTimeout = RENDER_MILLISECONDS

/** The whole page at once: it goes into the page cache, and its inline scripts into the content security policy. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { language } = context.get(siteRequest)
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <TextsProvider language={language} texts={textsIn(language)} carried={compiledTextsIn(language)}>
        <ServerRouter context={router} url={request.url} />
      </TextsProvider>,
      {
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onError: reject,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
      },
    )
    setTimeout(abort, RENDER_MILLISECONDS).unref()
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, '')}`, { status, headers })
}
