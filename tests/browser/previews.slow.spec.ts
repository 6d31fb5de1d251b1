import { saveDraft } from '#domain/content/drafts.ts'
import { previewToken } from '#domain/content/previews.ts'
import { readRecord } from '#domain/content/records.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { expectAccessible } from '../support/axe.ts'
import { makePerson } from '../support/desk-people.ts'
import { expect, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { languagesByTurn } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

test('a preview shows the draft, also once the page is awake', async ({ page, site }) => {
  const database = await openDatabase({ dataDirectory: site.dataFolder })
  const drafts = { en: 'A title that nobody knows yet', ar: 'عنوان لا يعرفه أحد بعد' }
  await database.write(async (queries) => {
    const record = await readRecord(queries, 'services', 1)
    const changes = LANGUAGES.map((part) => ({
      part,
      version: record?.parts[part].version ?? 0,
      fields: { title: drafts[part] },
    }))
    await saveDraft(queries, 'services', 1, changes, { author: 'somebody', now: new Date() })
  })
  const { id: madeBy } = await makePerson(database, 'editor')
  for (const language of LANGUAGES) {
    const token = await previewToken(database, { type: 'services', id: 1, language, madeBy }, new Date())
    await page.goto(`${language === 'ar' ? '/ar' : ''}/services-details/1?preview=${token}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts[language])
    await wake(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts[language])
  }
  await database.close()
})

test.describe('a preview that has ended', () => {
  test.use({ expectedErrors: [/404/] })

  for (const language of languagesByTurn(1))
    test(`is a page of the site, from which one goes on (${language})`, async ({ page }) => {
      const { api, 'not-found': notFound } = starterTexts(language)
      const prefix = language === 'ar' ? '/ar' : ''
      await page.goto(`${prefix}/services-details/1?preview=ended`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toContainText(api.previewEnded.title)
      await wake(page)
      await expect(heading).toContainText(api.previewEnded.title)
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: notFound.home }).click()
      await expect(page).toHaveURL(new RegExp(`${prefix || '/'}$`))
      await expect(heading).not.toContainText(api.previewEnded.title)
      await page.goBack()
      await expect(heading).toContainText(api.previewEnded.title)
    })
})
