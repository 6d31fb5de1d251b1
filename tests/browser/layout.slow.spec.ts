import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, addressIn, walkIn } from '../support/addresses.ts'
import { unreadableTexts } from '../support/readable-text.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { isLong } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

const MAX_SHIFT = 0.01
const WIDTHS = [1440, 390]
const FONT_DELAYS_MILLISECONDS = [350, 3_000]

test.use({ expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const [turn, delay] of FONT_DELAYS_MILLISECONDS.entries())
  for (const language of LANGUAGES)
    test(`Nothing moves when the fonts are ${delay} ms late: ${language}`, async ({ context }) => {
      await context.addInitScript(recordShifts)
      await context.route('**/*.woff2', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay))
        await route.continue()
      })
      const restless: object[] = []
      // A tab keeps its width, so a page is laid out once. Few tabs: many would paint half-read pages.
      const lookAtAll = async (width: number, waiting: string[]) => {
        const page = await context.newPage()
        await page.setViewportSize({ width, height: 900 })
        for (let address = waiting.shift(); address; address = waiting.shift()) {
          const seen = await lookAt(page, addressIn(language, address))
          if (seen.shift > MAX_SHIFT) restless.push({ address, width, ...seen })
        }
      }
      const tabs = WIDTHS.map((width, widthTurn) => {
        const waiting = walkIn(language, turn + widthTurn).filter((address) => isSeen(address, widthTurn, turn))
        return lookAtAll(width, waiting)
      })
      await Promise.all(tabs)
      expect(restless).toEqual([])
    })

for (const language of LANGUAGES)
  test(`the button of the internship lies on none of the chain's dots: ${language}`, async ({ page }) => {
    for (const width of [1200, 1366, 1440, 1664]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(addressIn(language, '/internship'))
      await page.evaluate(() => document.fonts.ready)
      expect(await page.locator('a[href="#apply"]').first().evaluate(dotsBelow), `${width} pixels`).toBe(0)
    }
  })

for (const language of LANGUAGES)
  test(`forced colours show every price with its point, and every plan's name whole: ${language}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(addressIn(language, '/pricing'))
      await page.evaluate(() => document.fonts.ready)
      expect(await unreadableTexts(page), `${width} pixels`).toEqual([])
      const points = await page.locator('main bdi[aria-hidden] i').evaluateAll((all) =>
        all.map((point) => {
          const { color, backgroundColor } = getComputedStyle(point)
          const paper = getComputedStyle(document.body).backgroundColor
          return (point.textContent ? color : backgroundColor) !== paper
        }),
      )
      expect(points).toEqual([true, true, true])
    }
  })

for (const language of LANGUAGES)
  test(`the dots of a carousel stay on one line, and no line of a path begins with a mark: ${language}`, async ({
    page,
  }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(addressIn(language, '/'))
      const dots = page.getByRole('group', { name: starterTexts(language).shell.carousel.choose })
      for (const group of await dots.all())
        expect(await group.getByRole('button').evaluateAll(linesOf), `${width} pixels`).toBe(1)
      await page.goto(addressIn(language, '/projects-details/2'))
      const crumbs = page.getByRole('navigation', { name: starterTexts(language).shell.breadcrumbs })
      const marks = await crumbs
        .getByRole('listitem')
        .evaluateAll((all) => all.map((crumb) => getComputedStyle(crumb, '::before').content))
      expect(marks.length).toBeGreaterThan(1)
      expect(marks.filter((mark) => mark !== 'none')).toEqual([])
    }
  })

const linesOf = (buttons: Element[]) => new Set(buttons.map((button) => button.getBoundingClientRect().top)).size

/** Of the drawing in the button's section. */
function dotsBelow(button: Element) {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const border = Array.from({ length: 41 }, (_, step) => left + ((right - left) * step) / 40).flatMap((x) => [
    new DOMPoint(x, top),
    new DOMPoint(x, bottom),
  ])
  const paths = [...(button.closest('section')?.querySelectorAll<SVGGeometryElement>('svg[overflow] path') ?? [])]
  if (paths.length === 0) throw new Error('The chain is gone')
  return paths.filter((path) => {
    const toPath = path.getScreenCTM()?.inverse()
    return border.some((point) => path.isPointInFill(point.matrixTransform(toPath)))
  }).length
}

/** Each page at one width and delay by turns, every fourth with the long one; `npm test -- long` runs all. */
const isSeen = (address: string, widthTurn: number, delayTurn: number) => {
  const index = ADDRESSES.indexOf(address)
  const delayOfPage = Math.floor(index / 4) % 4 === 0 ? 1 : 0
  return isLong || (Math.floor(index / 2 + widthTurn) % 2 === 0 && delayOfPage === delayTurn)
}

/** From reading the page until fonts are loaded and it is awake; a busy machine may paint early. */
async function lookAt(page: Page, address: string) {
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready)
  await wake(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(() => (window as unknown as { shifts: { shift: number; moved: string[] } }).shifts)
}

function recordShifts() {
  interface Shift {
    startTime: number
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
  const shifts = { shift: 0, moved: [] as string[] }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    const [{ domInteractive }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
      if (hadRecentInput || domInteractive === 0 || startTime < domInteractive) continue
      shifts.shift += value
      shifts.moved.push(...sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.trim().slice(0, 30)}`))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
