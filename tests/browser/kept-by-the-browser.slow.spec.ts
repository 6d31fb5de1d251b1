import { requireChromium } from '../../scripts/browsers.js'
import { openForm } from '../support/filling-in.ts'
import { expect, type Page, test } from '../support/site.ts'
import { openAwake, wake } from '../support/waking.ts'

// The back/forward cache, which Playwright disables by default.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const executablePath = requireChromium()
    await use({ ...launchOptions, executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  },
})

const watchReturns = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.keptWhole = String(persisted)
    }),
  )
const wasKeptWhole = (page: Page) => page.evaluate(() => document.documentElement.dataset.keptWhole)

/** To another document, like a typed address. */
const leave = (page: Page) => page.evaluate(() => location.assign('/about?elsewhere'))

// A restored page has no load event, so wait for its commit only.
test('a page that was never woken comes back whole, still asleep', async ({ page }) => {
  await watchReturns(page)
  await page.goto('/services')
  await leave(page)
  await page.waitForURL('**/about?elsewhere')
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => wasKeptWhole(page)).toBe('true')
  expect(await page.evaluate(() => window.siteIsAwake)).toBeFalsy()
  await wake(page)
})

test('a form comes back whole, awake, with what was typed, and goes on', async ({ page }) => {
  await watchReturns(page)
  await openForm(page, '/contact')
  const message = page.locator('main form textarea')
  await message.fill('Half a sentence')
  await leave(page)
  await page.waitForURL('**/about?elsewhere')
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => wasKeptWhole(page)).toBe('true')
  await expect(message).toHaveValue('Half a sentence')
  await page.locator('main form input[type="email"]').fill('no address')
  await message.focus()
  await expect(page.locator('main form input[type="email"]')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('main form')).toHaveCount(1)
})

test('a page that comes back has the theme and the language that were chosen on a later one', async ({ page }) => {
  await openForm(page, '/contact')
  const message = page.locator('main form textarea')
  await message.fill('Half a sentence')
  await leave(page)
  await page.waitForURL('**/about?elsewhere')
  await page.locator('input[name="theme"][value="dark"]').check({ force: true })
  await page.evaluate(() => document.querySelector<HTMLElement>('a[data-language="ar"]')?.click())
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'ar')
  await page.goBack({ waitUntil: 'commit' })
  // Only that page has the field; Playwright remembers another address.
  await expect(message).toBeAttached()
  await expect(html).toHaveAttribute('lang', 'ar')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(message).toHaveValue('Half a sentence')
})

// One page of each kind; tests/api/every-page.test.ts checks all pages for what forbids it.
for (const address of ['/', '/jobs', '/projectsOverView/0', '/job-alerts', '/ar/blog-details'])
  test(`${address} comes back whole, awake`, async ({ page }) => {
    await watchReturns(page)
    await openAwake(page, address)
    await leave(page)
    await page.waitForURL('**/about?elsewhere')
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => wasKeptWhole(page)).toBe('true')
    expect(await page.evaluate(() => window.siteIsAwake)).toBe(true)
  })
