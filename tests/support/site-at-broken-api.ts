import { type BrokenApi, startBrokenApi } from './broken-api.ts'
import { test as base } from './site.ts'
import { startSite } from './start-site.ts'

/** `siteAt(fault)` starts a site with a stand-in API; `api.fault` may change meanwhile. Both end with the test. */
export const test = base.extend<{ siteAt: (fault: BrokenApi['fault']) => Promise<{ api: BrokenApi; url: string }> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  siteAt: async ({}, use) => {
    const started: { stop: () => Promise<void> }[] = []
    await use(async (fault) => {
      const api = await startBrokenApi(fault)
      started.unshift(api)
      const site = await startSite({ API_HOST: api.url })
      started.unshift(site)
      return { api, url: site.url }
    })
    for (const each of started) await each.stop()
  },
})

/** For tests that start a site: longer than a start may take. */
export const TIMEOUT_WITH_START = 150_000
