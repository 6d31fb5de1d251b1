import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(1)) {
  const { redirects: texts, 'field-errors': errors } = deskTextsIn(language)

  test.describe(`redirects (${language})`, () => {
    test.use({ expectedErrors: [/422/] })

    test('are added by keyboard, refused with a sentence, changed and removed', async ({ page, signInAs }) => {
      await signInAs('editor', { language, open: '/redirects' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title)
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(texts.from).fill('/services')
      await dialog.getByLabel(texts.to).fill('/projects')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(errors.redirectIsPage)).toBeVisible()
      await dialog.getByLabel(texts.from).fill('/old-shop/*')
      await dialog.getByLabel(texts.to).fill('https://shop.example/*')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(errors.redirectOtherSite)).toBeVisible()
      await dialog.getByLabel(texts.isOtherSiteMeant).check()
      await dialog.getByRole('button', { name: texts.add }).click()
      const row = page.getByRole('row').filter({ hasText: '/old-shop/*' })
      await expect(row).toContainText('https://shop.example/*')

      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: texts.change }).click()
      await dialog.getByLabel(texts.to).fill('/projects')
      await page.keyboard.press('Enter')
      await expect(row).toContainText('/projects')
      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: texts.remove }).click()
      await dialog.getByRole('button', { name: texts.remove }).click()
      await expect(row).toHaveCount(0)
    })

    test('are imported from a file after a look at its faults, and come back as a file', async ({ page, signInAs }) => {
      await signInAs('editor', { language, open: '/redirects' })
      await page.getByRole('button', { name: texts.import }).first().click()
      const dialog = page.getByRole('dialog')
      const csv = 'from,to\n/imported,/jobs\n/imported-too,/about\nnothing,/jobs\n'
      await dialog
        .getByLabel(texts.file)
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await dialog.getByRole('button', { name: texts.check }).click()
      await expect(dialog.getByText(errors.redirectFrom)).toBeVisible()
      await dialog.getByRole('button').last().click()
      await expect(dialog).toHaveCount(0)
      for (const from of ['/imported', '/imported-too'])
        await expect(page.getByRole('rowheader', { name: from, exact: true })).toBeVisible()
      const saved = page.waitForEvent('download')
      await page.getByRole('link', { name: texts.export }).click()
      expect((await saved).suggestedFilename()).toMatch(/^redirects-\d{4}-\d\d-\d\d\.csv$/)
    })
  })
}
