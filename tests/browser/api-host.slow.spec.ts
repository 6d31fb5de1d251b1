import { freePort } from '../support/free-port.ts'
import { test as base, expect, type Page } from '../support/site.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { openAwake, wake } from '../support/waking.ts'

const test = base.extend<object, { pair: { api: RunningSite; site: RunningSite } }>({
  pair: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const port = String(await freePort())
      const api = await startSite({ ALLOWED_ORIGINS: `http://127.0.0.1:${port}` })
      const site = await startSite({ PORT: port, API_HOST: api.url })
      await use({ api, site })
      await site.stop()
      await api.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  site: [async ({ pair }, use) => use(pair.site), { scope: 'worker' }],
  allowedHosts: async ({ pair }, use) => use([new URL(pair.api.url).host]),
})

test('pages of an API at another host come from the server first, then from the browser', async ({ page, pair }) => {
  const calls = callsTo(page, pair.api)
  await page.goto('/projectsOverView/2')
  await expect(page.locator('main li > a:has(time)')).toHaveCount(6)
  expect(calls).toEqual([])
  // The links of a sleeping page come from the server.
  await wake(page)

  await page.getByRole('banner').locator('a[href="/jobs"]').first().click()
  await expect(page.locator('main a[href^="/careerApply/"]')).not.toHaveCount(0)
  expect(calls).toContain('/api/guest-api/job')

  await page.getByRole('banner').locator('a[href="/services"]').first().click()
  await page.locator('main a[href="/services-details/5"]').click()
  await expect(page).toHaveURL('/services-details/5')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(calls).toContain('/api/guest-api/Service/5')
})

test('the other host is asked in the language of the page', async ({ page, pair }) => {
  const languages: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().startsWith(`${pair.api.url}/api/`))
      languages.push(request.headers()['accept-language'])
  })
  await openAwake(page, '/ar/projects')
  await page.locator('main a[href="/ar/projectsOverView/1"]').click()
  await expect(page).toHaveURL('/ar/projectsOverView/1')
  await expect(page.locator('main time').first()).toHaveText(/[٠-٩]{4}$/)
  expect(languages.length).toBeGreaterThan(0)
  expect(new Set(languages)).toEqual(new Set(['ar']))
})

function callsTo(page: Page, api: RunningSite) {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${api.url}/api/guest-api/`)) paths.push(new URL(request.url()).pathname)
  })
  return paths
}
