import { addImport, changeImport, MAX_IMPORT_BYTES } from '#domain/content/import/imports.ts'
import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(1))
  test(`a file that is too large is refused before a byte of it is sent (${language})`, async ({ page, signInAs }) => {
    const { imports } = deskTextsIn(language)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/imports')) sent.push(request.url())
    })
    await signInAs('editor', { language, open: '/content/import' })
    await page.getByRole('button', { name: imports.add }).first().click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.alloc(MAX_IMPORT_BYTES + 1)
    await dialog.getByLabel(imports.file).setInputFiles({ name: 'old-site.xml', mimeType: 'text/xml', buffer })
    const [sentence = ''] = imports.tooLarge.split('{most}')
    await expect(dialog.getByText(sentence).first()).toBeVisible()
    await dialog.getByRole('button', { name: imports.submit }).press('Enter')
    await expect(dialog).toBeVisible()
    expect(sent).toEqual([])
  })

for (const language of languagesByTurn(0))
  test(`an import that was given up says so and can be removed (${language})`, async ({ page, signInAs, desk }) => {
    const { imports } = deskTextsIn(language)
    const id = await desk.database.write(async (queries) => {
      const bytes = Buffer.from('# A text')
      // Not due before the test has ended.
      const later = new Date('2999-01-01T00:00:00.000Z')
      const added = await addImport(queries, { fileName: 'text.md', language, bytes, author: 'test' }, later)
      await changeImport(queries, added, { status: 'importing', failure: 'broken', done: 1, total: 2 })
      return added
    })
    await signInAs('editor', { language, open: `/content/import/${id}` })
    await expect(page.getByText(imports.stuck)).toBeVisible()
    await expect(page.getByText(imports.states.stuck)).toBeVisible()
    await page.getByRole('button', { name: imports.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: imports.remove }).click()
    await expect(page).toHaveURL(/\/content\/import$/)
    await expect(page.getByText('text.md')).toHaveCount(0)
  })
