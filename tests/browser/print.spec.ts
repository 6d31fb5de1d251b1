import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { expect, test } from '../support/site.ts'
import { inTurn } from '../support/turns.ts'

/** On A4 at 96 pixels to the inch, without margins. */
const PRINTED = ['/careerApply/1', '/terms-conditions', '/privacy-policy', '/blog', '/blog-details']

test.use({ viewport: { width: 658, height: 1002 }, colorScheme: 'dark' })

for (const language of LANGUAGES)
  test(`a printed project shows all its pictures, none of them beside the paper: ${language}`, {
    tag: '@slow',
  }, async ({ page }) => {
    await page.emulateMedia({ media: 'print' })
    await page.goto(addressIn(language, '/projects-details/1'))
    const figures = page.locator('main figure')
    await expect(figures.first()).toBeVisible()
    const outside = await figures.evaluateAll(
      (all) =>
        all.filter((figure) => {
          const { left, right } = figure.getBoundingClientRect()
          return left < 0 || right > innerWidth
        }).length,
    )
    expect(outside).toBe(0)
    expect(await figures.count()).toBeGreaterThan(1)
  })

for (const language of LANGUAGES)
  test(`a printed page is its text, black on white, with the address it came from: ${language}`, async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const address of inTurn(PRINTED, language)) {
      await page.goto(addressIn(language, address))
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(page.locator('header').first().locator('a').first()).toBeVisible()
      const onScreenOnly = 'nav, form, button, footer, [href="#main"]'
      expect(await page.locator(onScreenOnly).filter({ visible: true }).count(), address).toBe(0)
      await expect(page.locator('.printed')).toHaveText(new RegExp(`^http.+${addressIn(language, address)}$`))
      await expect(page.locator('.printed')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(658)
    }
  })
