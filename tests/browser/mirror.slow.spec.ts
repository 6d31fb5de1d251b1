import { addressIn, walkIn } from '../support/addresses.ts'
import { adoptStyles } from '../support/adopted-styles.ts'
import { expect, type Page, test } from '../support/site.ts'
import { wake } from '../support/waking.ts'

/** The Arabic page mirrors the English one: flipped and compared box by box, as far as their words allow. */

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const TOLERANCE_PIXELS = 2
/** Fewer boxes of the same width mean different layouts. */
const MIN_SHARE_ALIKE = 0.5
/** Product 4.1: Arabic additions at the start side are left out of the comparison. */
const WITHOUT_ARABIC_INSETS =
  ':root:lang(ar) { --arabic-inset-s: 0px !important; --arabic-inset-m: 0px !important; --arabic-inset-l: 0px !important }'

/** Content of these never flips: drawings, and parts with their own direction such as wordmarks. Their box does, and is compared. */
const KEEPS_ITS_DIRECTION = 'svg, canvas, [dir="ltr"]'
/** The card on the map fills the room beside the map, which does not flip. */
const ON_THE_MAP = 'section > [dir="ltr"] + div'

test.use({ expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

/** One visit of a page serves all its checks. */
for (const [turn, viewport] of [WIDE, NARROW].entries())
  test(`Arabic pages mirror the English at ${viewport.width} pixels`, async ({ browser, page: arabic, baseURL }) => {
    // A second visitor: the first one's language is remembered.
    const context = await browser.newContext({ baseURL: baseURL as string, viewport, reducedMotion: 'reduce' })
    const english = await context.newPage()
    await arabic.setViewportSize(viewport)
    const found = { brokenLetters: [], loose: [], clipped: [], unlike: [], unmirrored: [] } as Record<string, string[]>
    for (const address of walkIn('ar', turn)) {
      const add = (check: string, faults: string[]) =>
        found[check]?.push(...faults.map((each) => `${address}: ${each}`))
      await arabic.goto(addressIn('ar', address))
      await arabic.evaluate(() => document.fonts.ready)
      add('brokenLetters', await arabic.evaluate(findBrokenLetters))
      add('loose', await arabic.evaluate(runsWithoutIsolation))
      add('clipped', await arabic.evaluate(clippedMarks))
      await english.goto(address)
      add('unlike', unlikeBoxes(await boxesWithoutInsets(english), await boxesWithoutInsets(arabic)))
      add('unmirrored', await unmirroredBoxes(arabic))
    }
    await context.close()
    expect.soft(found.brokenLetters, 'Arabic letters are joined, upright and never spaced out').toEqual([])
    expect.soft(found.loose, 'numbers and addresses that are typed stand from left to right').toEqual([])
    expect.soft(found.clipped, 'stacked marks fit into every line').toEqual([])
    expect.soft(found.unlike, 'the two languages are mirror images').toEqual([])
    expect.soft(found.unmirrored, 'turned around, an Arabic page is its own mirror image').toEqual([])
  })

test('Arabic texts that continue a list, a card or a note stand in by 20, 30 or 80 pixels', async ({ page }) => {
  await page.goto(addressIn('ar', '/'))
  const insets = await page.evaluate(() => {
    const { paddingRight } = getComputedStyle(document.documentElement)
    const insetOf = (size: string) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--arabic-inset-${size}`)
    return [paddingRight, ...['s', 'm', 'l'].map(insetOf)]
  })
  expect(insets).toEqual(['0px', '20px', '30px', '80px'])
})

test('phone number and e-mail address are left to right, at the edge where Arabic starts', async ({ page }) => {
  for (const address of ['/contact', '/internship', '/careerApply/1']) {
    await page.goto(addressIn('ar', address))
    for (const input of await page.locator('main form :is([type=tel], [type=email])').all()) {
      await expect(input).toHaveCSS('direction', 'ltr')
      await expect(input).toHaveCSS('text-align', /right|end/)
    }
  }
})

interface Box {
  name: string
  display: string
  position: string
  isInHeader: boolean
  x: number
  y: number
  width: number
  windowWidth: number
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= TOLERANCE_PIXELS

const isSameWidth = (one: Box | undefined, other: Box | undefined) =>
  one !== undefined && other !== undefined && isNear(one.width, other.width)

const isSameHeight = (one: Box, other: Box) => isNear(one.y, other.y)

const isAtMirrorImage = (plain: Box, mirrored: Box) => isNear(plain.windowWidth - plain.x - plain.width, mirrored.x)

const NARROWEST_PIXELS = 100

/** Words differ in length: boxes sized by their words, and their neighbours in the top bar, are left out. */
const isLaidOut = (box: Box | undefined) =>
  box !== undefined &&
  /^(block|flex|grid|flow-root|list-item)$/.test(box.display) &&
  box.position !== 'absolute' &&
  box.width >= NARROWEST_PIXELS &&
  !box.isInHeader

/** With the same words on both sides every box is at its mirror image. */
async function unmirroredBoxes(page: Page) {
  // Icons of things that open flip with them.
  await adoptStyles(page, '* { transition: none !important }')
  await page.evaluate(openMenus)
  const fromRight = await readBoxes(page)
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr'
  })
  const fromLeft = await readBoxes(page)
  return Object.entries(fromRight).flatMap(([path, box]) => {
    const turned = fromLeft[path]
    const isMirrored = turned && isSameWidth(box, turned) && isAtMirrorImage(turned, box) && isSameHeight(box, turned)
    return isMirrored ? [] : [`${box.name}${path}`]
  })
}

/** Boxes of the same width in both languages are mirrored, and most of a page is such boxes. */
function unlikeBoxes(en: Record<string, Box>, ar: Record<string, Box>) {
  const laidOut = Object.keys(en).filter((path) => isLaidOut(en[path]))
  const missing = laidOut.filter((path) => !ar[path])
  const shared = laidOut.filter((path) => ar[path])
  const alike = shared.filter((path) => isSameWidth(en[path], ar[path]))
  const share = alike.length / shared.length
  const unmirrored = alike.filter((path) => !isAtMirrorImage(en[path] as Box, ar[path] as Box))
  return [
    ...missing.map((path) => `${en[path]?.name}: not in Arabic`),
    ...(share < MIN_SHARE_ALIKE ? [`only ${Math.round(share * 100)} % of the boxes are alike`] : []),
    ...unmirrored.map((path) => `${en[path]?.name}: ${JSON.stringify([en[path]?.x, ar[path]?.x])}${path}`),
  ]
}

async function boxesWithoutInsets(page: Page) {
  // A form's text changes when the page wakes.
  await wake(page)
  await page.evaluate(() => document.fonts.ready)
  await adoptStyles(page, WITHOUT_ARABIC_INSETS)
  // A closed element has a size once measured.
  await page.evaluate(openMenus)
  return readBoxes(page)
}

const readBoxes = (page: Page): Promise<Record<string, Box>> =>
  page.evaluate(findBoxes, { keepsItsDirection: KEEPS_ITS_DIRECTION, onTheMap: ON_THE_MAP })

/** By their place in the tree. Inline words and signs are no boxes: the script places them. */
function findBoxes({ keepsItsDirection, onTheMap }: { keepsItsDirection: string; onTheMap: string }) {
  const boxes: Record<string, Box> = {}
  const windowWidth = document.documentElement.clientWidth
  const visit = (element: Element, path: string) => {
    for (const [index, child] of [...element.children].entries()) {
      const { display, position } = getComputedStyle(child)
      if (/^(none|inline)$/.test(display) || child.matches(`.vh, script, ${onTheMap}`)) continue
      const tag = child.tagName.toLowerCase()
      const here = `${path} ${tag}${index}`
      const { x, y, width, height } = child.getBoundingClientRect()
      const name = `${tag}.${child.getAttribute('class') ?? ''}`
      const isInHeader = child.closest('header') !== null && tag !== 'header'
      if (width > 0 && height > 0) boxes[here] = { name, display, position, isInHeader, x, y, width, windowWidth }
      if (!child.matches(keepsItsDirection)) visit(child, here)
    }
  }
  visit(document.body, '')
  return boxes
}

function openMenus() {
  for (const menu of document.querySelectorAll('details')) menu.open = true
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

function findBrokenLetters() {
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

/** Puts words with marks above and below in place of every text: their ink must fit lines and clipping boxes. */
function clippedMarks() {
  const WORDS = ['لِلّٰهِ أُمَّةٌ ٱلْمُؤَسَّسَةُ', 'إِلَّا مُحَمَّدٌ']
  const TOLERANCE_PIXELS = 1
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const faults = new Set<string>()

  const inkOf = (font: string, words: string[]) => {
    pen.font = font
    const measured = words.map((word) => pen.measureText(word))
    return {
      up: Math.max(...measured.map(({ actualBoundingBoxAscent }) => actualBoundingBoxAscent)),
      down: Math.max(...measured.map(({ actualBoundingBoxDescent }) => actualBoundingBoxDescent)),
      ascent: measured[0]?.fontBoundingBoxAscent ?? 0,
    }
  }
  const isForReadersOnly = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isForReadersOnly(element.parentElement))
  const cutterOf = (element: Element | null): Element | null =>
    !element || element === document.body
      ? null
      : /visible/.test(getComputedStyle(element).overflowY)
        ? cutterOf(element.parentElement)
        : element

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement as HTMLElement
    const text = texts.currentNode.textContent ?? ''
    // Digits and Latin names carry no marks.
    if (!/\p{Script=Arabic}/u.test(text) || element.closest('script, svg, [popover], [inert], [href="#main"]')) continue
    if (!element.checkVisibility({ visibilityProperty: true }) || isForReadersOnly(element)) continue
    const { font } = getComputedStyle(element)
    const { up, down, ascent } = inkOf(font, WORDS)
    // Display type is set tightly for its own words.
    const between = element.closest('.d1, .d2') ? inkOf(font, [text]) : { up, down }
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const baselines = [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top + ascent)))]
    const fault = (what: string) =>
      faults.add(
        `${element.tagName}.${element.className} ${text.trim().slice(0, 20)} ${what}: ${Math.round(up)} + ${Math.round(down)}, ${font.slice(0, 30)}`,
      )
    for (const [index, baseline] of baselines.entries()) {
      const next = baselines[index + 1]
      if (next && next - baseline < between.up + between.down - TOLERANCE_PIXELS)
        fault(`crowds the next line in ${next - baseline}`)
      const cut = cutterOf(element)?.getBoundingClientRect()
      if (!cut) continue
      if (baseline - up < cut.top - TOLERANCE_PIXELS) fault(`is cut above by ${Math.round(cut.top - baseline + up)}`)
      if (baseline + down > cut.bottom + TOLERANCE_PIXELS)
        fault(`is cut below by ${Math.round(baseline + down - cut.bottom)}`)
    }
  }
  return [...faults]
}
