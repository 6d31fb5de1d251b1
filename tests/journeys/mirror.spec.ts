import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { expect, type Page, test } from '../support/site.ts'

/** The Arabic page is the English one in a mirror: each box that has the same width in both stands at the same distance from where reading starts. */

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const TOLERANCE_PIXELS = 2
/** Product 4.1: what Arabic adds where reading starts. */
const ARABIC_INSETS = [0, 20, 30, 80]
/** Fewer would mean that the two pages are not the same tree, and that nothing was compared. */
const FEWEST_BOXES = 8

/**
 * What never turns around: the wordmarks and the hero word, the alif and the moments of the nib, the noise field, epochs and the three letters,
 * covers, portraits and the map. All of them are drawings, or stand in a part that says its own direction.
 * The card on the map stays where the map leaves room. The search of the sample pages stands where the words beside it end.
 */
const NEVER_MIRRORED = 'svg, img, canvas, [dir="ltr"], [class*="_map_"], [role="search"]'

test.use({ expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

for (const viewport of [WIDE, NARROW])
  test(`every page is mirrored at ${viewport.width} pixels`, async ({ browser, page: english, baseURL }) => {
    // A second visitor: the first one's language is remembered.
    const context = await browser.newContext({ baseURL: baseURL as string, viewport, reducedMotion: 'reduce' })
    const arabic = await context.newPage()
    await english.setViewportSize(viewport)
    const faults: string[] = []
    for (const address of ADDRESSES) {
      const [en, ar] = [await boxesOf(english, address), await boxesOf(arabic, addressIn('ar', address))]
      const compared = Object.keys(en).filter((path) => isSameWidth(en[path], ar[path]))
      if (compared.length < FEWEST_BOXES) faults.push(`${address}: only ${compared.length} boxes are alike`)
      for (const path of compared) {
        const [plain, mirrored] = [en[path] as Box, ar[path] as Box]
        const expected = viewport.width - plain.x - plain.width
        const isMirrored = ARABIC_INSETS.some((inset) => Math.abs(mirrored.x + inset - expected) <= TOLERANCE_PIXELS)
        if (!isMirrored)
          faults.push(
            `${address} ${plain.name}: at ${Math.round(mirrored.x)}, not at ${Math.round(expected)} (${path})`,
          )
      }
    }
    await context.close()
    expect(faults).toEqual([])
  })

test('numbers and addresses that are typed stand from left to right in Arabic', async ({ page }) => {
  const loose: string[] = []
  for (const address of ADDRESSES) {
    await page.goto(addressIn('ar', address))
    loose.push(...(await page.evaluate(runsWithoutIsolation)).map((each) => `${address}: ${each}`))
  }
  expect(loose).toEqual([])
})

test('a phone number and an e-mail address are typed from left to right at the edge where Arabic reading starts', async ({
  page,
}) => {
  for (const address of ['/contact', '/internship', '/careerApply/1']) {
    await page.goto(addressIn('ar', address))
    for (const input of await page.locator('main form :is([type=tel], [type=email])').all()) {
      await expect(input).toHaveCSS('direction', 'ltr')
      await expect(input).toHaveCSS('text-align', /right|end/)
    }
  }
})

test('Arabic letters are joined, upright and never spaced out', async ({ page }) => {
  const faults: string[] = []
  for (const address of ADDRESSES) {
    await page.goto(addressIn('ar', address))
    faults.push(...(await page.evaluate(brokenLetters)).map((each) => `${address}: ${each}`))
  }
  expect(faults).toEqual([])
})

for (const viewport of [WIDE, NARROW])
  test(`stacked marks fit into every line at ${viewport.width} pixels`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const clipped: string[] = []
    for (const address of ADDRESSES) {
      await page.goto(addressIn('ar', address))
      await page.evaluate(() => document.fonts.ready)
      clipped.push(...(await page.evaluate(clippedMarks)).map((each) => `${address}: ${each}`))
    }
    expect(clipped).toEqual([])
  })

interface Box {
  name: string
  x: number
  width: number
}

const isSameWidth = (one: Box | undefined, other: Box | undefined) =>
  one !== undefined && other !== undefined && Math.abs(one.width - other.width) <= 1

async function boxesOf(page: Page, address: string) {
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(readBoxes, NEVER_MIRRORED)
}

/** The boxes that the layout makes, by their place in the tree; words and icons are as wide as they are. */
function readBoxes(neverMirrored: string) {
  const NARROWEST = 100
  const boxes: Record<string, { name: string; x: number; width: number }> = {}
  const visit = (element: Element, path: string) => {
    for (const [index, child] of [...element.children].entries()) {
      const here = `${path} ${child.tagName.toLowerCase()}${index}`
      const { display, position } = getComputedStyle(child)
      if (child.matches(neverMirrored) || child.matches('.vh, script, details:not([open]) > ul') || display === 'none')
        continue
      const { x, width, height } = child.getBoundingClientRect()
      const isLaidOut = /^(block|flex|grid|flow-root|list-item)$/.test(display) && position !== 'absolute'
      if (isLaidOut && width >= NARROWEST && height > 0)
        boxes[here] = { name: `${child.tagName.toLowerCase()}.${child.className}`, x, width }
      visit(child, here)
    }
  }
  visit(document.body, '')
  return boxes
}

function runsWithoutIsolation() {
  const typed = /[\w.+-]+@[\w-]+\.\w+|\+?\d[\d ()-]{7,}\d|https?:\/\/\S+/
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const loose: string[] = []
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    const text = texts.currentNode.textContent ?? ''
    if (!parent || parent.closest('script, style, noscript, svg') || !typed.test(text)) continue
    if (getComputedStyle(parent).direction !== 'ltr') loose.push(text.trim().slice(0, 60))
  }
  return loose
}

function brokenLetters() {
  const faults: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const words = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
    if (element.closest('script, style') || !/\p{Script=Arabic}/u.test(words.join(''))) continue
    const { letterSpacing, fontStyle, textTransform, textAlign } = getComputedStyle(element)
    const isWhole =
      (letterSpacing === 'normal' || letterSpacing === '0px') &&
      fontStyle === 'normal' &&
      textTransform !== 'uppercase' &&
      textAlign !== 'justify'
    if (!isWhole) faults.push(`${element.tagName} ${words.join('').trim().slice(0, 30)}`)
  }
  return faults
}

/** Measures a word with two storeys of marks in the type of each text: it must fit between the lines, and into whatever cuts off what stands out. */
function clippedMarks() {
  const WORD = 'إِلَّا مُحَمَّدٌ'
  // The highest marks of a line and the lowest of the one above rarely meet.
  const MOST_OF_A_LINE = 1.06
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const cuttingPart = (element: Element | null): Element | null =>
    !element || element === document.body
      ? null
      : getComputedStyle(element).overflowY === 'visible'
        ? cuttingPart(element.parentElement)
        : element
  return [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, summary')].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('.vh, [inert]')) return []
    const style = getComputedStyle(element)
    pen.font = style.font
    const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(WORD)
    const ink = actualBoundingBoxAscent + actualBoundingBoxDescent
    const line = Number.parseFloat(style.lineHeight)
    const { top, bottom, height } = element.getBoundingClientRect()
    const isCrowded = height > line * 1.5 && ink > line * MOST_OF_A_LINE
    const excess = (ink - line) / 2
    const cutting = cuttingPart(element)?.getBoundingClientRect()
    const isCut = cutting && (top - excess < cutting.top - 1 || bottom + excess > cutting.bottom + 1)
    return isCrowded || isCut ? [`${element.tagName} ${element.textContent?.slice(0, 20)}: ${ink} in ${line}`] : []
  })
}
