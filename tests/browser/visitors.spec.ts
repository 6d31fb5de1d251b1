import { expect, type Page, test } from '../support/site.ts'
import { wake } from '../support/waking.ts'

/** Beacons that the page's scripts sent, in order. */
function listen(page: Page) {
  const told: Record<string, string>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/seen') return
    const { address = '', ...rest } = Object.fromEntries(new URLSearchParams(request.postData() ?? ''))
    told.push({ ...rest, at: new URL(address).pathname + new URL(address).search })
  })
  return told
}

test('each page that is seen is told once, loaded or shown by the application, and its form with the first letter', async ({
  page,
  context,
}) => {
  const told = listen(page)
  await page.goto('/?utm_source=newsletter&utm_campaign=spring&secret=1', { referer: 'https://news.example/page?q=1' })
  const first = { step: 'seen', at: '/', source: 'newsletter', campaign: 'spring', referring_site: 'news.example' }
  await expect.poll(() => told).toEqual([first])
  await wake(page)
  await page.locator('header a[href="/contact"], footer a[href="/contact"]').first().click()
  await page.waitForURL('/contact')
  await expect.poll(() => told).toEqual([first, { step: 'seen', at: '/contact' }])
  await page.locator('main form input[name="name"]').pressSequentially('Mona')
  await page.locator('main form input[name="email"]').pressSequentially('m@')
  await page.goBack()
  const rest = [
    { step: 'seen', at: '/contact' },
    { step: 'begun', at: '/contact' },
    { step: 'seen', at: '/' },
  ]
  await expect.poll(() => told).toEqual([first, ...rest])
  expect((await context.cookies()).map(({ name }) => name).filter((name) => name !== 'XSRF-TOKEN')).toEqual([])
})

test('a letter typed before the application is awake begins the form', async ({ page }) => {
  const told = listen(page)
  await page.route('**/assets/*.js', () => {})
  await page.goto('/ar/contact', { waitUntil: 'domcontentloaded' })
  await page.locator('main form input[name="name"]').pressSequentially('منى')
  await expect
    .poll(() => told)
    .toEqual([
      { step: 'seen', at: '/ar/contact' },
      { step: 'begun', at: '/ar/contact' },
    ])
})

test('a visitor who is led to Arabic has seen the Arabic page alone', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'))
  const told = listen(page)
  await page.goto('/services')
  await page.waitForURL('/ar/services')
  await expect.poll(() => told).toEqual([{ step: 'seen', at: '/ar/services' }])
})

test('a page that the browser prepares counts once it is shown', async ({ page }) => {
  const told = listen(page)
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true, configurable: true }))
  await page.goto('/services')
  await page.waitForLoadState('load')
  expect(told).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false })
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await expect.poll(() => told).toEqual([{ step: 'seen', at: '/services' }])
})

for (const signal of ['globalPrivacyControl', 'doNotTrack'])
  test(`a browser with ${signal} tells nothing`, async ({ page }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true })
    }, signal)
    const told = listen(page)
    await page.goto('/contact')
    await page.locator('main form input[name="name"]').pressSequentially('Mona')
    await page.waitForLoadState('load')
    expect(told).toEqual([])
  })

test.describe('addresses that are secret or missing', () => {
  test.use({ expectedErrors: [/404|410/] })

  test('are told to no counter', async ({ page }) => {
    const told = listen(page)
    for (const address of [`/application/${'A'.repeat(43)}`, '/nothing-here', '/services?preview=abc']) {
      await page.goto(address)
      await page.waitForLoadState('load')
    }
    expect(told).toEqual([])
  })
})
