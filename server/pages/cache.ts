import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EncodedBody } from '#api/http/encoded-body.ts'
import type { Language } from '#texts/languages.ts'

export interface RenderedPage {
  body: EncodedBody
  /** Everything the page asked for was there, so that others may see it too. */
  isComplete: boolean
}

export interface PageCacheOptions {
  render: (address: string, language: Language) => Promise<RenderedPage>
  languageOf: (request: IncomingMessage) => Language
  /** Changes whenever the content does. */
  edition: () => unknown
  clock?: () => number
}

const MOST_BYTES_KEPT = 24 * 1024 * 1024
// For what no edition tells: another API host's content.
const FRESH_MILLISECONDS = 60_000
const LONGEST_ADDRESS = 200

interface Kept {
  body: EncodedBody
  edition: unknown
  renderedAt: number
}

/**
 * Rendered pages in memory, by address and language; they hold nothing of one visitor.
 * A page that has become stale is served once more while a new one is rendered, one render at a time for each page;
 * if rendering fails, or some of its data could not be had, the old page stands.
 */
export function createPageCache({ render, languageOf, edition, clock = Date.now }: PageCacheOptions) {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<RenderedPage>>()
  let bytesKept = 0

  /** Answers from memory; false if the page is not there. */
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const address = request.url as string
    const language = languageOf(request)
    const found = kept.get(`${language} ${address}`)
    if (!found) return false
    if (found.edition !== edition() || clock() - found.renderedAt > FRESH_MILLISECONDS) {
      renderOnce(address, language).catch(() => {})
    }
    found.body.write(request, response)
    return true
  }

  /** Renders the page, or joins the render that is under way. */
  function renderOnce(address: string, language: Language): Promise<RenderedPage> {
    const key = `${language} ${address}`
    const existing = underWay.get(key)
    if (existing) return existing
    const editionAtStart = edition()
    const rendering = render(address, language)
      .then((page) => {
        if (page.isComplete && page.body.status === 200)
          keep(key, { body: page.body, edition: editionAtStart, renderedAt: clock() })
        return page
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, rendering)
    return rendering
  }

  function keep(key: string, page: Kept) {
    forget(key)
    kept.set(key, page)
    bytesKept += page.body.weight
    for (const oldest of kept.keys()) {
      if (bytesKept <= MOST_BYTES_KEPT) break
      forget(oldest)
    }
  }

  function forget(key: string) {
    const page = kept.get(key)
    if (!page) return
    kept.delete(key)
    bytesKept -= page.body.weight
  }

  return { answer, renderOnce }
}

/** Other queries may hold anything, a reference number among it: such pages are made for the one who asked. */
export const isCacheable = (address: string) =>
  address.length <= LONGEST_ADDRESS && /^[^?]*(\?page=\d{1,4})?$/.test(address)
