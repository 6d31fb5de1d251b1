import ar from '#texts/ar/not-found.json' with { type: 'json' }
import en from '#texts/en/not-found.json' with { type: 'json' }
import { expect, test } from '../support/site.ts'
import { starterPageNames } from '../support/starter-company.ts'
import { openAwake } from '../support/waking.ts'

// The browser logs the status of the document.
test.use({ expectedErrors: [/status of (404|503)/] })

for (const { address, home, texts } of [
  { address: '/no/such/page', home: '/', texts: en },
  { address: '/error', home: '/', texts: en },
  { address: '/ar/no-such-page', home: '/ar', texts: ar },
  { address: '/services-details/999999', home: '/', texts: en },
])
  test(`${address} is the 404 page, with a way home`, async ({ page }) => {
    const answer = await page.goto(address)
    expect(answer?.status()).toBe(404)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page).toHaveTitle(new RegExp(texts.meta.title))
    await expect(page.getByRole('link', { name: texts.home })).toHaveAttribute('href', home)
    await page.getByRole('link', { name: texts.home }).click()
    await expect(page).toHaveURL(home)
  })

test('An address that cannot be decoded stays the 404 page when its visitor stirs', async ({ page }) => {
  await page.goto('/%zz')
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveTitle(new RegExp(en.meta.title))
  await page.getByRole('link', { name: en.home }).click()
  await expect(page).toHaveURL('/')
})

test('A page that is not there is also not there for a visitor who is already inside', async ({ page }) => {
  await openAwake(page, '/about')
  // A path of one word could be a new landing page, so the server is asked.
  await page.evaluate(() => history.pushState(null, '', '/no/such/page'))
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/about')
  await page.evaluate(() => history.forward())
  await expect(page).toHaveTitle(new RegExp(en.meta.title))
  await expect(page.locator('main h1')).toBeFocused()
})

test.describe('When the API fails', () => {
  test.use({ apiFault: 'fails' })

  test('a page whose data cannot be had says so, and offers to try again', async ({ page }) => {
    const answer = await page.goto('/services-details/1')
    expect(answer?.status()).toBe(503)
    const again = page.getByRole('alert').getByRole('link').first()
    await expect(again).toHaveAttribute('href', '/services-details/1')
    await expect(page.getByRole('banner').getByRole('link', { name: starterPageNames('en').services })).toBeVisible()
  })
})
