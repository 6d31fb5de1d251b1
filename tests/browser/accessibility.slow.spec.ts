import sharp from 'sharp'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { adoptStyles, TEXT_SPACING } from '../support/adopted-styles.ts'
import { breakTheWay } from '../support/faults.ts'
import { field, fillIn, openForm, submitButton } from '../support/filling-in.ts'
import { expect, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aContactMessage } from '../support/submissions.ts'
import { openAwake, wake } from '../support/waking.ts'
import { walkThrough } from '../support/walking.ts'

/** docs/accessibility.md names these tests by criterion. */

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 }

test.use({ expectedErrors: [/status of (404|422)/] })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

/** One visit of a page serves all its checks. */
for (const language of LANGUAGES) {
  test(`pages keep their order, fit 320 pixels, have targets of 24 and keep still: ${language}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found = { reordered: [], tooSmall: [], tooWide: [], covered: [], moving: [] } as Record<string, string[]>
    for (const address of walkIn(language)) {
      const add = (check: string, faults: string[]) =>
        found[check]?.push(...faults.map((each) => `${address}: ${each}`))
      await page.setViewportSize(WIDE)
      await page.goto(addressIn(language, address))
      add('reordered', await page.evaluate(reorderedControls))
      add('tooSmall', await page.evaluate(smallControls))
      await page.setViewportSize(NARROW)
      add('tooSmall', await page.evaluate(smallControls))
      await page.setViewportSize(ZOOMED)
      add('tooWide', await page.evaluate(excessWidth, 'at 320 pixels, which is 400 %'))
      add('covered', await page.evaluate(coveredByStickyParts))
      await adoptStyles(page, TEXT_SPACING[language])
      add('tooWide', await page.evaluate(excessWidth, 'with wider text spacing'))
      await adoptStyles(page, '')
      await wake(page)
      add('moving', await page.evaluate(runningAnimations))
    }
    expect.soft(found.reordered, 'the order of the keyboard is the order of the document').toEqual([])
    expect.soft(found.tooSmall, 'every control is at least 24 pixels wide and high').toEqual([])
    expect.soft(found.tooWide, 'no page scrolls sideways').toEqual([])
    expect.soft(found.covered, 'sticky parts leave half of the window at 400 %').toEqual([])
    expect.soft(found.moving, 'nothing moves for those who asked for stillness').toEqual([])
  })

  test(`pages begin at the skip link, without flashes and console errors: ${language}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { skip } = starterTexts(language).shell
    const found = { withoutSkip: [] as string[], flashing: [] as string[] }
    for (const address of walkIn(language, 1)) {
      await page.goto(addressIn(language, address))
      await page.keyboard.press('Tab')
      const first = await page.evaluate(() => document.activeElement?.textContent)
      if (first !== skip) found.withoutSkip.push(`${address}: ${first}`)
      await wake(page)
      found.flashing.push(...(await page.evaluate(fastRepetitions)).map((each) => `${address}: ${each}`))
    }
    expect.soft(found.withoutSkip, 'the keyboard begins every page at the skip link').toEqual([])
    expect.soft(found.flashing, 'nothing flashes more than three times in a second').toEqual([])
  })
}

test('slides stand still for those who asked for stillness, until they say otherwise', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAwake(page, '/')
  const { pause, play } = starterTexts('en').shell.carousel
  const carousel = page.locator('[data-wake="visible"]:has([aria-live])').first()
  await carousel.scrollIntoViewIfNeeded()
  await expect(carousel.getByRole('button', { name: play })).toBeVisible()
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  await carousel.getByRole('button', { name: play }).click()
  await expect(carousel.getByRole('button', { name: pause })).toBeVisible()
})

test('slides that move by themselves can be stopped, and are read out only when they stand', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openAwake(page, '/')
  const { pause, play } = starterTexts('en').shell.carousel
  const carousel = page.locator('[data-wake="visible"]:has([aria-live])').first()
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
  await carousel.getByRole('button', { name: pause }).click()
  await expect(carousel.getByRole('button', { name: play })).toBeVisible()
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
})

test('with forced colours the focus and every control keep an outline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults: string[] = []
  for (const address of ['/', '/contact', '/careerApply/1', '/machine-learning', '/ai-startup', '/sign-in', '/faq']) {
    await openAwake(page, address)
    faults.push(...(await walkThrough(page, 'Tab')).map((each) => `${address}: ${each}`))
    faults.push(...(await page.evaluate(controlsWithoutEdge)).map((each) => `${address}: ${each}`))
  }
  expect(faults).toEqual([])
})

test('with forced colours what a control shows can be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize(NARROW)
  const blank: string[] = []
  for (const address of ['/', '/ai-startup', '/machine-learning', '/sign-in']) {
    await openAwake(page, address)
    for (const control of await page.locator('button, summary, label:has([type=checkbox], [type=radio])').all()) {
      if (!(await control.isVisible())) continue
      await control.scrollIntoViewIfNeeded()
      const { channels } = await sharp(await control.screenshot()).stats()
      const isBlank = channels.slice(0, 3).every(({ min, max }) => max - min < 100)
      if (isBlank) blank.push(`${address} ${await control.evaluate((each) => each.outerHTML.slice(0, 120))}`)
    }
  }
  expect(blank).toEqual([])
})

test('colour is never the only sign: of the current page, or of an error', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openForm(page, '/contact')
  const dotOf = (link: string) =>
    page
      .locator(`header nav ${link}`)
      .first()
      .evaluate((each) => getComputedStyle(each, '::after').scale)
  expect(await dotOf('a[aria-current="page"]')).toBe('1')
  expect(await dotOf('a:not([aria-current])')).not.toBe('1')
  await fillIn(page, { email: 'no address' })
  await field(page, 'email').blur()
  const message = page.locator(
    `[id="${(await field(page, 'email').getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`,
  )
  await expect(message.locator('svg')).toBeVisible()
  await expect(message).not.toBeEmpty()
})

test('choosing or typing does not navigate: page and focus stay', async ({ page }) => {
  for (const address of ['/careerApply/1', '/jobs', '/faq']) {
    await openAwake(page, address)
    const url = page.url()
    const controls = await page.locator('input:visible:not([type="file"]), select:visible, textarea:visible').all()
    expect(controls.length).toBeGreaterThan(0)
    for (const control of controls) {
      const kind = await control.evaluate((each) => (each as HTMLInputElement).type)
      await control.focus()
      if (kind === 'select-one') await control.selectOption({ index: 1 })
      else if (kind === 'radio' || kind === 'checkbox') await page.keyboard.press('Space')
      else await page.keyboard.type('1')
      expect(await control.evaluate((each) => each === document.activeElement), `${address} ${kind}`).toBe(true)
      expect(page.url()).toBe(url)
    }
  }
})

test('status messages are announced without moving the focus', async ({ page }) => {
  await page.goto('/')
  // A live region must exist before its message, or it is not announced.
  await expect(page.getByRole('status').first()).toBeAttached()
  await page.goto('/machine-learning')
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('blog')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/\S/)
  await page.getByRole('combobox').first().fill('ضظغ')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/\S/)
  await openForm(page, '/contact')
  await field(page, 'email').fill('x')
  await field(page, 'email').blur()
  await expect(field(page, 'email')).toHaveAccessibleDescription(/\S/)

  const said = page.locator('main').getByRole('status').filter({ hasText: /\S/ })
  await fillIn(page, aContactMessage())
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await breakTheWay(page, async (route) => {
    await held
    await route.continue()
  })
  await submitButton(page).click()
  await expect(said.first()).toBeAttached()
  const sending = await said.first().textContent()
  release()
  await expect(said.first()).not.toHaveText(sending ?? '')
})

function reorderedControls() {
  const reordered = document.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])')
  return [...reordered].map((each) => each.outerHTML.slice(0, 90))
}

function excessWidth(how: string) {
  const excess = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth
  return excess > 0 ? [`${excess} pixels ${how}`] : []
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
  return covered > innerHeight / 2 ? [`${covered} of ${innerHeight} pixels`] : []
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
      return isSmall
        ? [`${each.outerHTML.slice(0, 90)} ${Math.round(width)}×${Math.round(height)} in a window of ${innerWidth}`]
        : []
    })
}

function runningAnimations() {
  return document.getAnimations().flatMap((animation) => {
    const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {}
    const isMoving = animation.playState === 'running' && Number(duration) * (iterations || 1) > 10
    return isMoving ? [String((animation as CSSAnimation).animationName ?? animation.id)] : []
  })
}

function fastRepetitions() {
  const MIN_CYCLE_MILLISECONDS = 334
  return document.getAnimations().flatMap((animation) => {
    const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {}
    const isFast = (iterations ?? 1) > 1 && Number(duration) < MIN_CYCLE_MILLISECONDS
    return isFast ? [String((animation as CSSAnimation).animationName ?? animation.id)] : []
  })
}

function controlsWithoutEdge() {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'input:not(.vh, [type=hidden], [type=file], [type=checkbox]), textarea, select',
    ),
  ]
    .filter((each) => each.checkVisibility())
    .flatMap((each) => {
      const { borderBlockEndStyle, borderBlockEndWidth } = getComputedStyle(each)
      const hasEdge = borderBlockEndStyle !== 'none' && Number.parseFloat(borderBlockEndWidth) >= 1
      const isFramed = each.parentElement && getComputedStyle(each.parentElement).borderBlockEndStyle !== 'none'
      return hasEdge || isFramed ? [] : [each.outerHTML.slice(0, 90)]
    })
}
