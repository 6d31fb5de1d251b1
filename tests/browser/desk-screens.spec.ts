import { gzipSync } from 'node:zlib'
import { codeAt } from '#domain/people/one-time-codes.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { inTurn } from '../support/addresses.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, test } from '../support/desk-browser.ts'
import { makePerson, PASSWORD } from '../support/desk-people.ts'
import { deskTextsIn } from '../support/desk-texts.ts'

test.use({ expectedErrors: [/401/] })

/** Every screen of the desk that needs no submission; those of a submission are looked at in their own journeys. */
const SCREENS = ['/people', '/account', '/activity']

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** Each is asked about everything in one language, and about its colours in the other. */
const LOOKS = ['wide', 'narrow']

for (const language of LANGUAGES)
  test(`in ${language} every screen is sound for axe, wide and narrow, light and dark, and never wider than a phone`, async ({
    page,
    signInAs,
  }) => {
    test.slow()
    await signInAs('owner', { language })
    const faults: Record<string, unknown> = {}
    for (const address of SCREENS)
      for (const [look, size, colorScheme] of [
        ['wide', WIDE, 'light'],
        ['narrow', NARROW, 'dark'],
      ] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const found = await accessibilityFaults(page, { onlyColours: !inTurn(LOOKS, language).includes(look) })
        const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (found.length > 0 || isTooWide) faults[`${address} ${look}`] = { found, isTooWide }
      }
    expect(faults).toEqual({})
  })

test('with colours of the system every choice and every dot can still be seen', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/account')
  const mark = page.getByRole('radio', { name: 'English' }).locator('+ span')
  const [chosen, ground] = await mark.evaluate((element) => [
    getComputedStyle(element).backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(chosen).not.toBe(ground)
})

test('the first screen needs at most 180 KB of script, each further one at most 60 KB more', async ({
  page,
  signInAs,
}) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((bytes) => gzipSync(bytes, { level: 9 }).length))
  })
  const loaded = async () => (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0)
  await signInAs('owner', { language: 'ar' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await loaded()).toBeLessThan(180 * 1024)
  for (const address of ['/inbox', '/stages', '/people', '/activity']) {
    await page.getByRole('navigation').first().locator(`a[href="${address}"]`).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([address, (await loaded()) < 60 * 1024]).toEqual([address, true])
  }
})

for (const language of LANGUAGES)
  test(`in ${language} somebody signs in with password and code, and a wrong pair says no more than that`, async ({
    page,
    desk,
    context,
  }) => {
    const person = await makePerson(desk.database, 'recruiter')
    const { door } = deskTextsIn(language)
    await context.addCookies([{ name: 'desk-language', value: language, url: desk.url }])
    await page.goto('/account')
    const fillIn = async (email: string, code: string) => {
      await page.getByLabel(door.signIn.email).fill(email)
      await page.getByLabel(door.signIn.password, { exact: true }).fill(PASSWORD)
      await page.getByLabel(door.signIn.code).fill(code)
      await page.getByRole('button', { name: door.signIn.submit, exact: true }).click()
      return page.getByRole('alert')
    }
    const unknown = await (await fillIn('nobody@nuqta.example', '123456')).innerText()
    const wrong = fillIn(person.email, '000000')
    await expect(await wrong).toHaveText(unknown)
    await fillIn(person.email, await codeAt(person.oneTimeSecret, new Date()))
    await expect(page).toHaveURL(`${desk.url}/account`)
    await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
  })
