import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(2)) {
  const { content: texts, imports, 'editing-help': help } = deskTextsIn(language)

  test.describe(`editing help (${language})`, () => {
    test('a search result and a shared link are shown as they are typed, and a long title is pointed out', async ({
      page,
      signInAs,
    }) => {
      await signInAs('editor', { language, open: '/content/services/1' })
      const part = page.locator('details').filter({ hasText: texts.searchAndShare.title })
      await part.locator('summary').click()
      const english = part.locator('figure[lang], [lang="en"] figure').first()
      await expect(english).toContainText(deskTextsIn('en').content.searchAndShare.isUsual)
      const title = part.locator('[data-field="en.search_title"]').getByRole('textbox')
      await title.fill('A short title')
      await expect(english).toContainText('A short title')
      await title.fill(
        'A title that goes on and on until no search engine has room for all of its many words in one line',
      )
      await expect(english).toContainText(deskTextsIn('en').content.searchAndShare.isLong)
      await expect(english).toContainText('…')
      await title.fill('')
      await expect(page.locator('body')).not.toContainText('A title that goes on')
    })

    test('a file is read, shown and imported; the page may be left meanwhile', async ({ page, signInAs }) => {
      await signInAs('editor', { language, open: '/content/import' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(imports.title)
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog')
      const slug = `imported-${language}`
      await dialog.getByLabel(imports.file).setInputFiles([
        { name: `${slug}.en.md`, mimeType: 'text/markdown', buffer: Buffer.from('# From afar\n\nOne.\n') },
        { name: `${slug}.ar.md`, mimeType: 'text/markdown', buffer: Buffer.from('# من بعيد\n\nواحد.\n') },
      ])
      await dialog.getByRole('button', { name: imports.submit }).click()
      await expect(page.getByRole('row').filter({ hasText: slug })).toBeVisible({ timeout: 30_000 })
      await page.getByRole('button', { name: new RegExp(language === 'en' ? 'Import one' : 'استيراد مسودة') }).click()
      await page.goto('/content/import')
      await expect(
        page.getByRole('row').filter({ hasText: slug }).filter({ hasText: imports.states.done }),
      ).toBeVisible({ timeout: 30_000 })
    })

    test('words are found in both languages and replaced where they are ticked', async ({ page, signInAs }) => {
      await signInAs('editor', { language, open: '/content/replace' })
      await page.getByLabel(help.replace.find).fill('ERP')
      await page.getByLabel(help.replace.replace).fill('ERP system')
      await page.keyboard.press('Enter')
      const rows = page.getByRole('row').filter({ has: page.locator('del') })
      await expect(rows.first()).toBeVisible()
      await expect(rows.first().locator('ins').first()).toHaveText('ERP system')
      await page.getByRole('button', { name: help.replace.none, exact: true }).click()
      await rows.first().locator('label').click()
      await page.locator('main').getByRole('button').last().click()
      await page.getByRole('dialog').getByRole('button', { name: help.replace.confirm, exact: true }).click()
      await expect(rows).toHaveCount(0)
    })

    test('a record that is behind is in the list of what is left to do', async ({ page, signInAs }) => {
      await signInAs('editor', { language, open: '/content/questions/1' })
      const answer = page.locator('[data-field="en.answer"]').getByRole('textbox')
      await answer.fill(`Another answer, ${language}.`)
      await page.keyboard.press('Control+s')
      await expect(page.getByText(help.work.noneScheduled)).toHaveCount(0)
      await page.goto('/content/work')
      await expect(page.getByText(help.work.noneScheduled).first()).toBeVisible()
      await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(0)
      await page.goto('/content/notes')
    })
  })
}
