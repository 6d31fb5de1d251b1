import { test as base, expect, type Page } from '@playwright/test'
import { type RunningSite, startSite } from './start-site.ts'

/**
 * `test` of every journey. The page opens addresses of the worker's own server, and a test fails on
 * any console error, page error, broken content security policy or request to another host.
 */
export const test = base.extend<
  {
    /** Console errors that the test is about. */
    expectedErrors: RegExp[]
    /** Hosts beside the site's own that the test is about. */
    allowedHosts: string[]
    complaints: string[]
  },
  { site: RunningSite }
>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  expectedErrors: [[], { option: true }],
  allowedHosts: [[], { option: true }],
  complaints: [
    async ({ page, baseURL, expectedErrors, allowedHosts }, use) => {
      const hosts = [new URL(baseURL ?? '').host, ...allowedHosts]
      const complaints = listen(page, hosts)
      await use(complaints)
      expect(complaints.filter((each) => !expectedErrors.some((expected) => expected.test(each)))).toEqual([])
    },
    { auto: true },
  ],
})

export type { Page }
export { expect }

function listen(page: Page, hosts: string[]) {
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
