import { expect, test, vi } from 'vitest'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { createPageCache, type PageCacheOptions, type RenderedPage } from './cache.ts'

const KEY = 'en /services'
const PAGE_BYTES = 100

function page(changes: Partial<RenderedPage> & { status?: number } = {}): RenderedPage {
  const { status = 200, ...rest } = changes
  return {
    body: new EncodedBody(Buffer.alloc(PAGE_BYTES), {}, false, status),
    isComplete: true,
    isShared: true,
    ...rest,
  }
}

/** A cache whose clock and content version the test moves. */
function aCache(options: Partial<PageCacheOptions> = {}) {
  const state = { version: {}, now: 0 }
  const cache = createPageCache({ contentVersion: () => state.version, clock: () => state.now, ...options })
  const publish = () => {
    state.version = {}
  }
  return { ...cache, state, publish }
}

test('a page is rendered once and then served as it is, however late', async () => {
  const { getOrRender, getFresh, state } = aCache()
  const rendered = page()
  const render = vi.fn(async () => rendered)
  expect(getFresh(KEY)).toBeUndefined()
  expect(await getOrRender(KEY, render)).toBe(rendered.body)
  state.now = 1e9
  expect(getFresh(KEY)).toBe(rendered.body)
  expect(await getOrRender(KEY, render)).toBe(rendered.body)
  expect(render).toHaveBeenCalledTimes(1)
})

test('concurrent requests share one render', async () => {
  const { getOrRender } = aCache()
  const render = vi.fn(async () => page())
  const [first, second] = await Promise.all([getOrRender(KEY, render), getOrRender(KEY, render)])
  expect(first).toBe(second)
  expect(render).toHaveBeenCalledTimes(1)
})

test('a page whose content changed is not served again before it is rendered', async () => {
  const { getOrRender, getFresh, publish } = aCache()
  await getOrRender(KEY, async () => page())
  publish()
  expect(getFresh(KEY)).toBeUndefined()
  const renewed = page()
  expect(await getOrRender(KEY, async () => renewed)).toBe(renewed.body)
  expect(getFresh(KEY)).toBe(renewed.body)
})

test('a request after a change gets no older render', async () => {
  const { getOrRender, getFresh, publish } = aCache()
  let finishOld = (_page: RenderedPage) => {}
  const old = getOrRender(KEY, () => new Promise((resolve) => (finishOld = resolve)))
  publish()
  const renewed = page()
  expect(await getOrRender(KEY, async () => renewed)).toBe(renewed.body)
  finishOld(page())
  await old
  expect(getFresh(KEY)).toBe(renewed.body)
})

test('a page that is gone is forgotten', async () => {
  const { getOrRender, getFresh, publish } = aCache()
  await getOrRender(KEY, async () => page())
  publish()
  expect(await getOrRender(KEY, async () => undefined)).toBeUndefined()
  expect(getFresh(KEY)).toBeUndefined()
  expect(await getOrRender(KEY, async () => undefined)).toBeUndefined()
})

test.each([
  ['rendering throws', () => Promise.reject(new Error('away'))],
  ['the page comes out as an error', async () => page({ status: 503, isComplete: false })],
  ['a part of its data could not be had', async () => page({ isComplete: false })],
])('where %s the old page stands, and not everybody waits for the next attempt', async (_what, failing) => {
  const { getOrRender, getFresh, publish, state } = aCache()
  const old = page()
  await getOrRender(KEY, async () => old)
  publish()
  const render = vi.fn(failing)
  expect(await getOrRender(KEY, render)).toBe(old.body)
  expect(await getOrRender(KEY, render)).toBe(old.body)
  expect(render).toHaveBeenCalledTimes(1)
  expect(getFresh(KEY)).toBeUndefined()
  state.now += 5_000
  const renewed = page()
  expect(await getOrRender(KEY, async () => renewed)).toBe(renewed.body)
})

test('a failure is served where there is nothing else, and never kept', async () => {
  const { getOrRender, getFresh } = aCache()
  const failure = page({ status: 503, isComplete: false })
  expect(await getOrRender(KEY, async () => failure)).toBe(failure.body)
  expect(getFresh(KEY)).toBeUndefined()
  await expect(getOrRender(KEY, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
})

test('a private response is served and not cached', async () => {
  const { getOrRender, getFresh } = aCache()
  const own = page({ isShared: false })
  expect(await getOrRender(KEY, async () => own)).toBe(own.body)
  expect(getFresh(KEY)).toBeUndefined()
})

test('content without a version expires', async () => {
  const { getOrRender, getFresh, state } = aCache({ maxAgeMilliseconds: 60_000 })
  await getOrRender(KEY, async () => page())
  state.now = 60_000
  expect(getFresh(KEY)).toBeDefined()
  state.now = 60_001
  expect(getFresh(KEY)).toBeUndefined()
})

test('beyond its size the page that was asked for the longest ago goes', async () => {
  const { getOrRender, getFresh } = aCache({ maxBytes: 3 * page().body.weight })
  for (const key of ['a', 'b', 'c']) await getOrRender(key, async () => page())
  getFresh('a')
  await getOrRender('d', async () => page())
  expect(['a', 'b', 'c', 'd'].map((key) => getFresh(key) !== undefined)).toEqual([true, false, true, true])
})

test('the end of a list is known until the content changes', () => {
  const { rememberLastPage, lastPageOf, state } = aCache()
  expect(lastPageOf('/services')).toBe(Number.POSITIVE_INFINITY)
  rememberLastPage('/services', 2)
  expect([lastPageOf('/services'), lastPageOf('/ar/services')]).toEqual([2, Number.POSITIVE_INFINITY])
  state.version = {}
  expect(lastPageOf('/services')).toBe(Number.POSITIVE_INFINITY)
})

test('a page of a newer version may keep the body of the former, which its render is given', async () => {
  const { getOrRender, getFresh, publish } = aCache()
  const former = page({ madeOf: 'this' })
  await getOrRender(KEY, async (before) => {
    expect(before).toBeUndefined()
    return former
  })
  publish()
  const kept = await getOrRender(KEY, async (before) => {
    expect(before).toMatchObject({ body: former.body, madeOf: 'this' })
    return before && { ...before, isComplete: true, isShared: true }
  })
  expect(kept).toBe(former.body)
  expect(getFresh(KEY)).toBe(former.body)
})
