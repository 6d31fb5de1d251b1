import { LRUCache } from 'lru-cache'
import type { EncodedBody } from '#api/http/encoded-body.ts'

export interface RenderedPage {
  body: EncodedBody
  isComplete: boolean
  /** May be cached. Odd values of a parameter show the page of another address. */
  isShared: boolean
  /** A digest of data, texts and content. */
  madeOf?: string | undefined
}

export interface PageCacheOptions {
  /** Changes its identity whenever the content does. */
  contentVersion: () => object
  /** Only for content that no version tells of: another API host's. */
  maxAgeMilliseconds?: number | undefined
  maxBytes?: number
  clock?: () => number
}

const MAX_CACHE_BYTES = 24 * 1024 * 1024
// After a failure, not every visitor waits for another attempt.
const RETRY_MILLISECONDS = 5_000

export interface CachedPage extends Pick<RenderedPage, 'body' | 'madeOf'> {
  version: object
  renderedAt: number
  retryAt: number
}

/** Where the page of the former version would be the same again, its body is the answer. */
export type Render = (former?: CachedPage) => Promise<RenderedPage | undefined>

interface Rendering {
  version: object
  page: ReturnType<Render>
}

export type PageCache = ReturnType<typeof createPageCache>

/** Concurrent requests share a render; after a failed or incomplete one the cached page stays. */
export function createPageCache({
  contentVersion,
  maxAgeMilliseconds = Number.POSITIVE_INFINITY,
  maxBytes = MAX_CACHE_BYTES,
  clock = Date.now,
}: PageCacheOptions) {
  const cached = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.weight,
  })
  const renderings = new Map<string, Rendering>()
  // Few: the keys are addresses of lists.
  const lastPages = new Map<string, Pick<CachedPage, 'version' | 'renderedAt'> & { last: number }>()

  function getFresh(key: string): EncodedBody | undefined {
    const found = cached.get(key)
    return found && isFresh(found) ? found.body : undefined
  }

  async function getOrRender(key: string, render: Render): Promise<EncodedBody | undefined> {
    const found = cached.get(key)
    if (found && (isFresh(found) || clock() < found.retryAt)) return found.body
    try {
      const page = await renderOnce(key, () => render(found))
      if (!found || !page || isGood(page)) return page?.body
    } catch (error) {
      if (!found) throw error
    }
    found.retryAt = clock() + RETRY_MILLISECONDS
    return found.body
  }

  function isFresh({ version, renderedAt }: Pick<CachedPage, 'version' | 'renderedAt'>) {
    return version === contentVersion() && clock() - renderedAt <= maxAgeMilliseconds
  }

  /** Joins the render that is under way, unless the content has changed since it began. */
  function renderOnce(key: string, render: Render): ReturnType<Render> {
    const version = contentVersion()
    const underWay = renderings.get(key)
    if (underWay?.version === version) return underWay.page
    const rendering: Rendering = { version, page: render() }
    renderings.set(key, rendering)
    rendering.page = rendering.page
      .then((page) => {
        // A render that began before the content changed must not replace a newer page.
        if (renderings.get(key) !== rendering) return page
        if (!page) cached.delete(key)
        else if (isGood(page) && page.isShared)
          cached.set(key, { body: page.body, madeOf: page.madeOf, version, renderedAt: clock(), retryAt: 0 })
        return page
      })
      .finally(() => {
        if (renderings.get(key) === rendering) renderings.delete(key)
      })
    return rendering.page
  }

  /** Where a list ends, as long as the content stays: later pages need no render. */
  function rememberLastPage(list: string, last: number) {
    lastPages.set(list, { last, version: contentVersion(), renderedAt: clock() })
  }

  function lastPageOf(list: string): number {
    const found = lastPages.get(list)
    return found && isFresh(found) ? found.last : Number.POSITIVE_INFINITY
  }

  return { getFresh, getOrRender, rememberLastPage, lastPageOf }
}

const isGood = ({ body, isComplete }: RenderedPage) => isComplete && body.status < 500
