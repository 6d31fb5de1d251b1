import { textsIn } from '#texts/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { adoptStyles, TEXT_SPACING } from '../support/adopted-styles.ts'
import { field, openForm } from '../support/filling-in.ts'
import { expect, type Page, test } from '../support/site.ts'
import { wake } from '../support/waking.ts'

/** docs/accessibility.md names these tests criterion by criterion. */

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** What 1280 by 1024 pixels become at 400 %. */
const ZOOMED = { width: 320, height: 256 }

const WITH_EACH_NAVBAR = ['/', '/about', '/ai-startup', '/machine-learning', '/careerApply/1']

test.use({ expectedErrors: [/status of (404|422)/] })
test.describe.configure({ mode: 'parallel', timeout: 240_000 })

for (const language of LANGUAGES)
  test(`the keyboard begins every page at the skip link: ${language}`, async ({ page }) => {
    const { skip } = textsIn(language).shell
    const without: string[] = []
    for (const address of ADDRESSES) {
      await page.goto(addressIn(language, address))
      await page.keyboard.press('Tab')
      const first = await page.evaluate(() => document.activeElement?.textContent)
      if (first !== skip) without.push(`${address}: ${first}`)
    }
    expect(without).toEqual([])
  })

for (const [name, viewport, addresses] of [
  ['on a wide screen', WIDE, WITH_EACH_NAVBAR],
  ['on a phone', NARROW, WITH_EACH_NAVBAR],
  ['at 400 %', ZOOMED, ['/about', '/machine-learning', '/contact']],
] as const)
  test(`whatever has the focus is marked and not hidden, forwards and backwards, ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const faults: string[] = []
    for (const address of addresses) {
      await page.goto(address)
      await wake(page)
      for (const key of ['Tab', 'Shift+Tab'])
        faults.push(...(await walk(page, key)).map((each) => `${address}: ${each}`))
    }
    expect(faults).toEqual([])
  })

test('the order of the keyboard is the order of the document', async ({ page }) => {
  const reordered: string[] = []
  for (const address of ADDRESSES) {
    await page.goto(address)
    const count = await page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()
    if (count > 0) reordered.push(address)
  }
  expect(reordered).toEqual([])
})

for (const language of LANGUAGES)
  test(`no page scrolls sideways at 400 %, nor with wider text spacing: ${language}`, async ({ page }) => {
    await page.setViewportSize(ZOOMED)
    const tooWide: string[] = []
    const measure = async (address: string, how: string) => {
      const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)
      if (excess > 0) tooWide.push(`${address} ${how}: ${excess}`)
    }
    for (const address of ADDRESSES) {
      await page.goto(addressIn(language, address))
      await measure(address, 'at 400 %')
      const covered = await page.evaluate(coveredByStickyParts)
      if (covered > 0.5) tooWide.push(`${address}: sticky parts cover ${covered} of the window`)
      await adoptStyles(page, TEXT_SPACING[language])
      await measure(address, 'with text spacing')
    }
    expect(tooWide).toEqual([])
  })

test('every control is at least 24 pixels wide and high', async ({ page }) => {
  const tooSmall: string[] = []
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    for (const address of ADDRESSES) {
      await page.goto(address)
      tooSmall.push(...(await page.evaluate(smallControls)).map((each) => `${address} ${viewport.width}: ${each}`))
    }
  }
  expect(tooSmall).toEqual([])
})

test('nothing moves for those who asked for stillness', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving: string[] = []
  for (const address of ADDRESSES) {
    await page.goto(address)
    await wake(page)
    moving.push(...(await page.evaluate(runningAnimations)).map((each) => `${address}: ${each}`))
  }
  expect(moving).toEqual([])
})

test('slides that move by themselves can be stopped, and are read out only when they stand', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await wake(page)
  const { pause, play } = textsIn('en').shell.carousel
  const carousel = page.locator('[data-wake="visible"]:has([aria-live])').first()
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
  await carousel.getByRole('button', { name: pause }).click()
  await expect(carousel.getByRole('button', { name: play })).toBeVisible()
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
})

test('with forced colours the focus and every control keep an outline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults: string[] = []
  for (const address of ['/', '/contact', '/careerApply/1', '/machine-learning']) {
    await page.goto(address)
    await wake(page)
    faults.push(...(await walk(page, 'Tab')).map((each) => `${address}: ${each}`))
    faults.push(...(await page.evaluate(controlsWithoutEdge)).map((each) => `${address}: ${each}`))
  }
  expect(faults).toEqual([])
})

test('what happens on the page is said where it does not take the focus', async ({ page }) => {
  await page.goto('/')
  // Ready before there is something to say, or it would not be heard.
  await expect(page.getByRole('status').first()).toBeAttached()
  await page.goto('/machine-learning')
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('blog')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/\S/)
  await openForm(page, '/contact')
  await field(page, 'email').fill('x')
  await field(page, 'email').blur()
  await expect(field(page, 'email')).toHaveAccessibleDescription(/\S/)
})

/** Goes through all stops of the page and tells which of them cannot be seen. */
async function walk(page: Page, key: string) {
  const faults: string[] = []
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  for (let step = 0; step < MOST_STOPS; step++) {
    await page.keyboard.press(key)
    const { isOver, fault } = await page.evaluate(lookAtFocus)
    if (fault) faults.push(`${key} ${fault}`)
    if (isOver) break
  }
  return faults
}

const MOST_STOPS = 120

function lookAtFocus(): { isOver: boolean; fault?: string } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { isOver: true }
  const name = `<${focused.tagName.toLowerCase()}> ${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)}`
  // A control that is drawn by its label is seen where the label is.
  const shown = focused.matches('.vh, [type=file]')
    ? (focused.closest('label') ?? focused.parentElement ?? focused)
    : focused
  const box = shown.getBoundingClientRect()
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const points = [0.1, 0.5, 0.9].map((share) => ({ x: middle.x, y: box.y + box.height * share }))
  const isSeen = [...points, { x: box.x + 4, y: middle.y }, { x: box.right - 4, y: middle.y }].some(({ x, y }) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (shown.contains(top) || top.contains(shown))
  })
  // Some controls share their frame with an icon, and the frame is what is marked.
  const isMarked = [focused, shown, ...shown.children, shown.parentElement, shown.closest('form')].some((each) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!isSeen) return { isOver: false, fault: `${name} is hidden at ${Math.round(box.y)}` }
  if (!isMarked) return { isOver: false, fault: `${name} has no mark` }
  return { isOver: false }
}

function coveredByStickyParts() {
  const sticky = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) =>
    /sticky|fixed/.test(getComputedStyle(each).position),
  )
  scrollTo(0, 400)
  const covered = sticky
    .map((each) => each.getBoundingClientRect())
    .filter(({ top, bottom, width }) => top <= 1 && bottom > 0 && width > innerWidth / 2)
    .reduce((most, { bottom }) => Math.max(most, bottom), 0)
  scrollTo(0, 0)
  return covered / innerHeight
}

/** Links inside a sentence are as high as their line; everything else is a target. */
function smallControls() {
  const isInSentence = (each: Element) => {
    const sentence = each.closest('p, dd, td')
    return each.matches('a') && sentence !== null && sentence.textContent?.trim() !== each.textContent?.trim()
  }
  return [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, textarea')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.vh') && !isInSentence(each))
    .flatMap((each) => {
      const target = each.closest('label') ?? each
      const { width, height } = target.getBoundingClientRect()
      const isSmall = width > 1 && height > 1 && (width < 23.5 || height < 23.5)
      return isSmall ? [`${each.outerHTML.slice(0, 90)} ${Math.round(width)}×${Math.round(height)}`] : []
    })
}

function runningAnimations() {
  return document.getAnimations().flatMap((animation) => {
    const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {}
    const isMoving = animation.playState === 'running' && Number(duration) * (iterations || 1) > 10
    return isMoving ? [String((animation as CSSAnimation).animationName ?? animation.id)] : []
  })
}

function controlsWithoutEdge() {
  return [...document.querySelectorAll<HTMLElement>('input:not(.vh, [type=hidden], [type=file]), textarea, select')]
    .filter((each) => each.checkVisibility())
    .flatMap((each) => {
      const { borderBlockEndStyle, borderBlockEndWidth } = getComputedStyle(each)
      const hasEdge = borderBlockEndStyle !== 'none' && Number.parseFloat(borderBlockEndWidth) >= 1
      const isFramed = each.parentElement && getComputedStyle(each.parentElement).borderBlockEndStyle !== 'none'
      return hasEdge || isFramed ? [] : [each.outerHTML.slice(0, 90)]
    })
}
