import { LANGUAGES } from '#texts/languages.ts'
import { useAnotherIcu, WORDED_HERE } from '../support/another-icu.ts'
import { expect, type Page, test } from '../support/desk-browser.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'

for (const language of LANGUAGES)
  test(`ages, days and date filters do not depend on the browser's ICU (${language})`, async ({
    page,
    context,
    signInAs,
    desk,
  }) => {
    await useAnotherIcu(context)
    const name = uniqueName('Omar El-Sherif')
    const reference = await storeApplication(desk, { fields: { name, date_of_birth: '1999-05-09' } })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText(language === 'ar' ? '٩ مايو ١٩٩٩' : '9 May 1999')).toBeVisible()
    await expect(page.locator('main')).not.toContainText(/NaN|ليس رقم/)

    for (const screen of ['/', '/inbox', '/board', '/activity']) {
      await page.goto(screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main')).not.toContainText('NaN')
      await expect(page.locator('[class*="undefined"]')).toHaveCount(0)
    }
    // The day of today, as the list of periods writes it.
    const today = await page.goto('/inbox').then(() => dayIn(page))
    expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await page.goto(`/inbox?since=${today}&search=${encodeURIComponent(name)}`)
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.locator('time').first()).not.toContainText(WORDED_HERE)
  })

const dayIn = (page: Page) => page.locator('option[value^="2"]').first().getAttribute('value')
