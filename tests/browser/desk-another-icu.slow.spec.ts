import { LANGUAGES } from '#texts/languages.ts'
import { useAnotherIcu, WORDED_HERE } from '../support/another-icu.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'

for (const language of LANGUAGES)
  test(`ages, days and date filters do not depend on the browser's ICU (${language})`, async ({
    page,
    context,
    signInAs,
    desk,
  }) => {
    const { inbox } = deskTextsIn(language)
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
    await page.goto(`/inbox?search=${encodeURIComponent(name)}`)
    await page.getByRole('search').getByRole('button', { name: inbox.received }).click()
    await page.getByRole('radio', { name: inbox.periods['1'] }).check()
    await expect(page).toHaveURL(/since=\d{4}-\d{2}-\d{2}(&|$)/)
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.locator('time').first()).not.toContainText(WORDED_HERE)
  })
