import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, addressIn, inBothLanguages, walkIn } from '../support/addresses.ts'
import { expect, type Page, test } from '../support/site.ts'
import { wake } from '../support/waking.ts'

const MAX_SHIFT = 0.01
const WIDTHS = [1440, 390]
const FONT_DELAYS_MILLISECONDS = [350, 3_000]
// Most of the time is spent waiting for fonts, so several pages wait at once.
const TABS = 7

test.use({ expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

test('No page scrolls sideways at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const tooWide: string[] = []
  for (const address of inBothLanguages(ADDRESSES)) {
    await page.goto(address)
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
    if (width > 320) tooWide.push(`${address}: ${width}`)
  }
  expect(tooWide).toEqual([])
})

for (const language of LANGUAGES)
  for (const [widthTurn, width] of WIDTHS.entries())
    for (const [delayTurn, delay] of FONT_DELAYS_MILLISECONDS.entries())
      test(`Nothing moves at ${width} pixels when the fonts are ${delay} ms late: ${language}`, async ({ context }) => {
        await context.addInitScript(recordShifts)
        await context.route('**/*.woff2', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, delay))
          await route.continue()
        })
        const waiting = walkIn(language, widthTurn + delayTurn).map((address) => addressIn(language, address))
        const restless: { address: string; shift: number; moved: string[] }[] = []
        const lookAtNext = async (page: Page) => {
          await page.setViewportSize({ width, height: 900 })
          for (let address = waiting.shift(); address; address = waiting.shift()) {
            const seen = await lookAt(page, address)
            if (seen.shift > MAX_SHIFT) restless.push({ address, ...seen })
          }
        }
        await Promise.all(Array.from({ length: TABS }, async () => lookAtNext(await context.newPage())))
        expect(restless).toEqual([])
      })

/** From the first paint until the fonts are there and the page is awake. */
async function lookAt(page: Page, address: string) {
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready)
  await wake(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(() => (window as unknown as { shifts: { shift: number; moved: string[] } }).shifts)
}

function recordShifts() {
  interface Shift {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
  const shifts = { shift: 0, moved: [] as string[] }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
      if (hadRecentInput) continue
      shifts.shift += value
      shifts.moved.push(...sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.trim().slice(0, 30)}`))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
