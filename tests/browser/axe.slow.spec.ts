import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { breakTheWay, mendTheWay } from '../support/faults.ts'
import { chooseCv, field, fillIn, openForm, submitButton } from '../support/filling-in.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterPageNames, starterTexts } from '../support/starter-company.ts'
import { aCareerApplication, aContactMessage } from '../support/submissions.ts'
import { byTurns, inTurn, isLong } from '../support/turns.ts'
import { openAwake } from '../support/waking.ts'

/** Every rule of axe on every page and in interactive states, in one language and look each, by turns; `npm test -- long` runs all. */

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const LIGHT = { colorScheme: 'light' } as const
const DARK = { colorScheme: 'dark' } as const
const COLOURS = { onlyColours: true }
/** Parts of the list, for two browsers at once. */
const SHARES = 2

test.use({ expectedErrors: [/status of (404|422|503)/] })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const language of LANGUAGES) {
  for (let share = 0; share < SHARES; share++)
    test(`axe finds nothing on any page, in any look: ${language}, ${share + 1} of ${SHARES}`, async ({ page }) => {
      const found = lookFor(page)
      const asleepAndWide = async (address: string) => {
        await page.setViewportSize(WIDE)
        await page.emulateMedia(LIGHT)
        await page.goto(addressIn(language, address))
        await found.look(`${address}, light and wide`)
        await page.emulateMedia(DARK)
        if (isLong) await found.look(`${address}, dark and wide`, COLOURS)
      }
      const awakeAndNarrow = async (address: string) => {
        await page.setViewportSize(NARROW)
        await page.emulateMedia(DARK)
        await openAwake(page, addressIn(language, address))
        await found.look(`${address}, dark and narrow`)
        await page.emulateMedia(LIGHT)
        if (isLong) await found.look(`${address}, light and narrow`, COLOURS)
      }
      const addresses = walkIn(language).filter((_, index) => index % SHARES === share)
      for (const [turn, address] of addresses.entries())
        for (const lookAt of byTurns([asleepAndWide, awakeAndNarrow], turn)) await lookAt(address)
      expect(found.faults).toEqual([])
    })

  test(`axe finds nothing in what opens: ${language}`, async ({ page }) => {
    const texts = starterTexts(language)
    const found = lookFor(page)
    const openIn = async (viewport: typeof WIDE, address: string) => {
      await page.setViewportSize(viewport)
      await page.goto(addressIn(language, address))
    }
    const openSamplePage = async (address: string) => {
      await openIn(WIDE, address)
      await page.getByRole('banner').locator('nav:visible summary').first().click()
      await found.lookInItsTheme(`a group of the menu of ${address}`)
      await openIn(NARROW, address)
      await page.getByRole('banner').locator('summary:visible').click()
      await found.lookInItsTheme(`the menu of ${address} on a phone`)
      await openIn(WIDE, address)
      await page.getByRole('combobox').fill(starterPageNames(language).jobs)
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.getByRole('combobox').press('ArrowDown')
      await found.lookInItsTheme(`what the search of ${address} has found`)
      await page.getByRole('combobox').fill('ضظغ')
      await expect(page.getByRole('option')).toHaveCount(0)
      await found.lookInItsTheme(`the search of ${address} without a find`)
      await page.goto(addressIn(language, `${address}?q=ضظغ`))
      await found.lookInItsTheme(`what ${address} says of a search without a find`)
    }
    const states = [
      async () => {
        await openIn(NARROW, '/about')
        await page.getByRole('button', { name: texts.shell.menu.open }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await found.lookInItsTheme('the menu of a phone')
      },
      async () => {
        await openIn(WIDE, '/about')
        await page.getByRole('banner').locator('summary').click()
        await found.lookInItsTheme('the choice of the language')
      },
      () => openSamplePage('/ai-startup'),
      () => openSamplePage('/machine-learning'),
      async () => {
        await openIn(WIDE, '/faq')
        for (const question of await page.locator('main summary').all()) await question.click()
        await found.lookInItsTheme('all answers')
      },
    ]
    for (const openState of inTurn(states, language)) await openState()
    expect(found.faults).toEqual([])
  })

  test(`axe finds no fault in a form with errors, their summary or the receipt: ${language}`, async ({ page }) => {
    const found = lookFor(page)
    const sendApplication = async () => {
      await openForm(page, addressIn(language, '/careerApply/1'))
      for (const name of ['name', 'email', 'phone', 'date_of_birth_day']) {
        await field(page, name).focus()
        await field(page, name).blur()
      }
      await expect(page.locator('main [aria-invalid="true"]')).not.toHaveCount(0)
      await found.lookInItsTheme('an application with errors')
      const application = aCareerApplication()
      await fillIn(page, application)
      await chooseCv(page)
      await found.lookInItsTheme('an application with a CV')
      await submitButton(page).click()
      const panel = page.locator('main section[tabindex="-1"]')
      await expect(panel).toContainText(application.email)
      await found.lookInItsTheme('an application that was sent')
    }
    const sendMessage = async () => {
      await openForm(page, addressIn(language, '/contact'), aContactMessage())
      const errors = { email: ['emailFormat'], subject: ['tooLong'] }
      await breakTheWay(page, (route) =>
        route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ errors }) }),
      )
      await submitButton(page).click()
      await expect(page.getByRole('alert').filter({ has: page.getByRole('listitem') })).toBeFocused()
      await found.lookInItsTheme('a message with a summary of errors')
      await mendTheWay(page)
      await fillIn(page, aContactMessage())
      await submitButton(page).click()
      await expect(page.getByRole('status').locator('[tabindex="-1"]')).toBeFocused()
      await found.lookInItsTheme('a message that was sent')
    }
    for (const send of inTurn([sendApplication, sendMessage], language)) await send()
    expect(found.faults).toEqual([])
  })

  test(`axe finds nothing on pages that are not there: ${language}`, async ({ page }) => {
    const found = lookFor(page)
    for (const address of inTurn(['/no/such/page', '/services-details/999999', '/careerApply/999999'], language)) {
      await page.goto(addressIn(language, address))
      await found.lookInItsTheme(address)
    }
    expect(found.faults).toEqual([])
  })

  test.describe('When the API fails', () => {
    // Once awake, the home page logs its failed requests.
    test.use({ apiFault: 'fails', expectedErrors: [/status of (404|503)|^Fetching Error/] })

    test(`axe finds nothing on the pages that say so: ${language}`, async ({ page }) => {
      const found = lookFor(page)
      const addresses = ['/', '/services-details/1', '/jobs', '/projectsOverView/0', '/careerApply/1']
      for (const address of inTurn(addresses, language)) {
        await page.goto(addressIn(language, address))
        await found.lookInItsTheme(address)
      }
      expect(found.faults).toEqual([])
    })
  })
}

function lookFor(page: Page) {
  const faults: string[] = []
  const look = async (where: string, rules = {}) => {
    faults.push(...(await accessibilityFaults(page, rules)).map((each) => `${where}: ${each}`))
  }
  let turn = 0
  const lookInItsTheme = async (where: string) => {
    const [first, second] = byTurns([LIGHT, DARK], turn++)
    await page.emulateMedia(first ?? LIGHT)
    await look(`${where}, ${first?.colorScheme}`)
    if (!second) return
    await page.emulateMedia(second)
    await look(`${where}, ${second.colorScheme}`, COLOURS)
  }
  return { faults, look, lookInItsTheme }
}
