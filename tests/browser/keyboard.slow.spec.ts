import { addressIn, walkIn } from '../support/addresses.ts'
import { chooseCv, field, openForm, submitButton } from '../support/filling-in.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { anInternshipApplication } from '../support/submissions.ts'
import { byTurns, languagesByTurn } from '../support/turns.ts'
import { openAwake } from '../support/waking.ts'
import { walkThrough } from '../support/walking.ts'

/** Other tests cover the keyboard in the contact form and the menus. */

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 }

test.use({ expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const { name, viewport, language, colorScheme, keys, addresses } of [
  {
    name: 'forwards on a wide screen, in the light',
    viewport: WIDE,
    language: 'en',
    colorScheme: 'light',
    keys: ['Tab'],
    addresses: walkIn('en'),
  },
  {
    name: 'backwards on a phone, in the dark',
    viewport: NARROW,
    language: 'ar',
    colorScheme: 'dark',
    keys: ['Shift+Tab'],
    addresses: walkIn('ar'),
  },
  {
    name: 'at 400 %',
    viewport: ZOOMED,
    language: 'en',
    colorScheme: 'light',
    keys: ['Tab', 'Shift+Tab'],
    addresses: ['/about', '/machine-learning', '/ai-startup', '/contact', '/careerApply/1', '/terms-conditions'],
  },
] as const)
  test(`whatever has the focus is marked and not hidden, ${name}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const faults: string[] = []
    for (const [turn, address] of addresses.entries()) {
      await openAwake(page, addressIn(language, address))
      for (const key of byTurns(keys, turn))
        faults.push(...(await walkThrough(page, key)).map((each) => `${address}: ${each}`))
    }
    expect(faults).toEqual([])
  })

test('slides are stopped and chosen by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openAwake(page, '/')
  const { pause, play } = starterTexts('en').shell.carousel
  const carousel = page.locator('[data-wake="visible"]:has([aria-live])').first()
  await carousel.getByRole('button', { name: pause }).focus()
  await page.keyboard.press('Enter')
  await expect(carousel.getByRole('button', { name: play })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  const dots = carousel.getByRole('group', { name: starterTexts('en').shell.carousel.choose }).getByRole('button')
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(dots.nth(1)).toBeFocused()
})

for (const language of languagesByTurn(0))
  test(`an application for an internship is written and sent by keyboard alone: ${language}`, async ({ page }) => {
    await openForm(page, addressIn(language, '/internship'))
    const names = await fieldNames(page)
    const application: Record<string, string> = anInternshipApplication()
    await field(page, names[0] as string).focus()
    for (const name of names) {
      await expect(field(page, name)).toBeFocused()
      await page.keyboard.insertText(application[name] as string)
      await page.keyboard.press('Tab')
    }
    await expect(submitButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').locator('[tabindex="-1"]')).toBeFocused()
  })

for (const language of languagesByTurn(1))
  test(`the keyboard goes through an application's fields in order, to the CV: ${language}`, async ({ page }) => {
    await openForm(page, addressIn(language, '/careerApply/1'))
    const names = await fieldNames(page)
    await field(page, names[0] as string).focus()
    const visited = [names[0]]
    // A date has a stop for each part.
    for (let stop = 0; stop < names.length * 4 && visited.at(-1) !== names.at(-1); stop++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)
      if (name !== visited.at(-1)) visited.push(name)
    }
    expect(visited).toEqual(names)

    await field(page, 'cv').focus()
    const chooser = page.waitForEvent('filechooser')
    // Wait until file choosers are intercepted: an earlier key opens an invisible one.
    await page.evaluate(() => {})
    await page.keyboard.press('Space')
    await chooser
    await chooseCv(page)
    const remove = page.getByText('cv.pdf').locator('..').getByRole('button')
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(remove).toHaveCount(0)
    await expect(field(page, 'cv')).toBeFocused()
  })

const fieldNames = (page: Page) =>
  page
    .locator('main form :is(input:not([type=hidden], [tabindex="-1"]), textarea, select)')
    .evaluateAll((fields) => fields.map((each) => (each as HTMLInputElement).name))
