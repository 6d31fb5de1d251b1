import { ADDRESSES, inBothLanguages } from '../support/addresses.ts'
import { expect, type Page, test } from '../support/site.ts'

const LARGEST_SHIFT = 0.01
const FONT_DELAY_MILLISECONDS = 400
const MOST_LOOKS = 4

test.use({ expectedErrors: [/status of 404/] })

test.beforeEach(({ page }) => page.addInitScript(watchShifts))

test('No page scrolls sideways at 320 pixels', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 700 })
  const tooWide: string[] = []
  for (const address of inBothLanguages(ADDRESSES)) {
    await page.goto(address)
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
    if (width > 320) tooWide.push(`${address}: ${width}`)
  }
  expect(tooWide).toEqual([])
})

for (const width of [1440, 390]) {
  test(`Nothing moves while a page of ${width} pixels arrives`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 900 })
    // A crowded machine may bring even a preloaded font late; that is the next test's matter, so such a page is looked at again.
    let restless = inBothLanguages(ADDRESSES).map((address) => ({ address, shift: Number.POSITIVE_INFINITY }))
    for (let look = 0; look < MOST_LOOKS && restless.length > 0; look++)
      restless = await restlessPages(
        page,
        restless.map(({ address }) => address),
      )
    expect(restless).toEqual([])
  })

  test(`Nothing moves at ${width} pixels when the fonts are late`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MILLISECONDS))
      await route.continue()
    })
    expect(await restlessPages(page, inBothLanguages(['/', '/about', '/error']))).toEqual([])
  })
}

async function restlessPages(page: Page, addresses: string[]) {
  const restless: { address: string; shift: number }[] = []
  for (const address of addresses) {
    await forgetFonts(page)
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready)
    await page.mouse.move(5, 5)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
    if (shift > LARGEST_SHIFT) restless.push({ address, shift })
  }
  return restless
}

/** A stranger's first visit: no font is there yet. */
async function forgetFonts(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

function watchShifts() {
  const store = window as unknown as { shift: number }
  store.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) store.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}
