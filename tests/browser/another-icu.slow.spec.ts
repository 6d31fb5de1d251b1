import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { useAnotherIcu, WORDED_HERE } from '../support/another-icu.ts'
import { field, prefixOf } from '../support/filling-in.ts'
import { sendForm } from '../support/own-page.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aContactMessage } from '../support/submissions.ts'
import { wake } from '../support/waking.ts'

/** A waking page that words anything unlike the server is thrown away, with focus and text. The console's errors fail a test, too. */

test.beforeEach(({ context }) => useAnotherIcu(context))

const mark = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('main, main h1, footer')) element.setAttribute('data-asleep', '')
    return document.querySelectorAll('[data-asleep]').length
  })

for (const language of LANGUAGES) {
  test.describe(`every page (${language})`, () => {
    // The not-found page, which answers at /error.
    test.use({ expectedErrors: [/status of 404/] })
    test.describe.configure({ timeout: 240_000 })

    test('wakes as the server wrote it', async ({ page }) => {
      for (const address of walkIn(language)) {
        await page.goto(addressIn(language, address))
        const marked = await mark(page)
        await wake(page)
        await expect(page.locator('[data-asleep]'), address).toHaveCount(marked)
        await expect(page.locator('body'), address).not.toContainText(WORDED_HERE)
        await expect(page.locator('[class*="undefined"]'), address).toHaveCount(0)
      }
    })
  })

  test(`a correction typed while the sender's page wakes is saved (${language})`, async ({ page, site }) => {
    const texts = starterTexts(language).application
    const { page: own } = await sendForm(site.url, 'contact-us', aContactMessage())
    await page.goto(`${prefixOf(language)}${own}?step=correct&field=phone`)
    const marked = await mark(page)
    await field(page, 'phone').fill('')
    await field(page, 'phone').pressSequentially('01098')
    await wake(page)
    await expect(page.locator('[data-asleep]')).toHaveCount(marked)
    await expect(field(page, 'phone')).toBeFocused()
    await page.keyboard.type('765432')
    await page.getByRole('button', { name: texts.sent.save }).click()
    await expect(page.getByText(texts.done.corrected)).toBeVisible()
    await expect(page.getByText('01098765432')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(WORDED_HERE)

    await page.goto(`${prefixOf(language)}${own}?step=correct&field=phone`)
    await page.getByRole('button', { name: texts.sent.save }).click()
    await expect(page.getByText(texts.done.unchanged)).toBeVisible()
  })
}
