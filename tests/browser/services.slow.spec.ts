import { aService, LONG_TITLE, list } from '../support/records.ts'
import { expect } from '../support/site.ts'
import { TIMEOUT_WITH_START, test } from '../support/site-at-broken-api.ts'
import { starterTexts } from '../support/starter-company.ts'

for (const [language, prefix] of [
  ['en', ''],
  ['ar', '/ar'],
] as const) {
  test.describe(`services in ${language}`, () => {
    test('every service leads to its details, which say whom to ask', async ({ page }) => {
      await page.goto(`${prefix}/services`)
      const cells = page.locator(`main a[href^="${prefix}/services-details/"]`)
      await expect(cells).toHaveCount(6)
      const title = await cells.nth(2).getByRole('heading').innerText()
      await cells.nth(2).click()
      await expect(page).toHaveURL(`${prefix}/services-details/3`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const box = page.getByRole('complementary', { name: starterTexts(language)['contact-box'].title })
      await expect(box.locator('a[href^="tel:"]')).toBeVisible()
      await expect(box.locator('a[href^="mailto:"]')).toBeVisible()
      await expect(box.locator('a[href^="https://wa.me/"]')).toBeVisible()
      await expect(box.getByRole('listitem')).not.toHaveCount(0)
    })

    test('one page has no page before or after it, and an address past it shows it', async ({ page }) => {
      await page.goto(`${prefix}/services?page=99`)
      await expect(page.locator('main a[href*="/services-details/"]')).toHaveCount(6)
      await expect(page.locator('main [aria-current="page"][href]')).toHaveCount(1)
      await expect(page.locator('main [rel="prev"], main [rel="next"]')).toHaveCount(0)
    })
  })
}

test('the details lead to the other services, and back through the breadcrumbs', async ({ page }) => {
  await page.goto('/services-details/1')
  await page.locator('main a[href="/services-details/4"]').click()
  await expect(page).toHaveURL('/services-details/4')
  await page
    .getByRole('navigation', { name: starterTexts('en').shell.breadcrumbs })
    .getByRole('link')
    .last()
    .click()
  await expect(page).toHaveURL('/services')
})

test.describe('at another host', () => {
  test.use({ expectedErrors: [/./] })
  test.describe.configure({ timeout: TIMEOUT_WITH_START })

  test('more than six services take more than one page, each with an address of its own', async ({ page, siteAt }) => {
    const services = Array.from({ length: 8 }, (_, index) => aService(index + 1))
    const { url } = await siteAt((path) => (path.endsWith('/Services') ? list(services) : 'fails'))
    await page.goto(`${url}/services`)
    await expect(page.locator('main a[href*="/services-details/"]')).toHaveCount(6)
    await expect(page.locator('main [rel="prev"]')).toHaveCount(0)
    const firstTitle = await page.title()
    await page.locator('main [rel="next"]').click()
    await expect(page).toHaveURL(`${url}/services?page=2`)
    await expect(page.locator('main a[href*="/services-details/"]')).toHaveCount(2)
    await expect(page.locator('main [rel="next"]')).toHaveCount(0)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/services\?page=2$/)
    expect(await page.title()).not.toBe(firstTitle)
    await page.locator('main [rel="prev"]').click()
    await expect(page).toHaveURL(`${url}/services`)
  })

  test('no service is said so, an unknown motif is drawn and a long title fits', async ({ page, siteAt }) => {
    let services = [aService(1, { motif: 'carpentry', title: LONG_TITLE, images: [{ url: '/nowhere.png' }] })]
    const { url } = await siteAt((path) => {
      if (path.endsWith('/Services')) return list(services)
      return path.includes('/Service/') ? { data: services[0] as object } : 'fails'
    })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${url}/services-details/1`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LONG_TITLE)
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(320)
    services = []
    await page.goto(`${url}/ar/services`)
    await expect(page.getByRole('status').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').locator('a[href="/ar/contact"]')).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the services and their details can be read', async ({ page }) => {
    await page.goto('/ar/services')
    await page.locator('main a[href="/ar/services-details/2"]').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main a[href^="https://wa.me/"]')).toBeVisible()
  })
})
