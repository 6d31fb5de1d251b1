import { test as base, expect, type LaunchOptions, type Page, type PlaywrightWorkerOptions } from '@playwright/test'
import { requireChromium } from '../../scripts/browsers.js'
import { type Fault, startBrokenApi } from './broken-api.ts'
import { type RunningSite, startSite } from './start-site.ts'

interface Journey {
  /** Console errors that the test expects. */
  expectedErrors: RegExp[]
  /** Other hosts that the test expects. */
  allowedHosts: string[]
  /** The test's site has another API host with this fault. */
  apiFault: Fault | undefined
  /** The visited site, and the API's host if it is another. */
  visited: { url: string; apiHost?: string }
  /** Console, page and policy errors so far. */
  complaints: string[]
}

/** `test` of browser tests, one server a worker. A test fails on console, page and policy errors, and on requests to other hosts. */
export const test = base.extend<Journey, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  expectedErrors: [[], { option: true }],
  allowedHosts: [[], { option: true }],
  apiFault: [undefined, { option: true }],
  visited: [
    async ({ site, apiFault }, use) => {
      if (!apiFault) return use({ url: site.url })
      const api = await startBrokenApi(apiFault)
      const withoutApi = await startSite({ API_HOST: api.url })
      await use({ url: withoutApi.url, apiHost: new URL(api.url).host })
      await withoutApi.stop()
      await api.stop()
    },
    { timeout: 240_000 },
  ],
  baseURL: async ({ visited }, use) => use(visited.url),
  complaints: [
    async ({ page, visited, expectedErrors, allowedHosts }, use) => {
      const hosts = [new URL(visited.url).host, visited.apiHost, ...allowedHosts]
      const complaints = listen(page, hosts)
      await use(complaints)
      expect(complaints.filter((each) => !expectedErrors.some((expected) => expected.test(each)))).toEqual([])
    },
    { auto: true },
  ],
})

/** `test.use(inWholeBrowser)` runs in full Chromium where the headless engine behaves differently. */
export const inWholeBrowser = {
  launchOptions: async ({ launchOptions }: PlaywrightWorkerOptions, use: (options: LaunchOptions) => Promise<void>) =>
    use({ ...launchOptions, executablePath: requireChromium() }),
}

export type { Page }
export { expect }

function listen(page: Page, hosts: (string | undefined)[]) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(http|ws)s?:$/.test(url.protocol) && !hosts.includes(url.host)) complaints.push(`Asked ${url}`)
  })
  return complaints
}
