import { accessibilityFaults } from '../support/axe.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(1)) {
  const { reports, inbox } = deskTextsIn(language)

  test(`a figure of the reports leads to its list, and a plot is saved (${language})`, async ({
    page,
    signInAs,
    desk,
  }) => {
    for (const source of ['linkedin', 'linkedin', null])
      await storeApplication(desk, { fields: { job_id: 2 }, cameBy: { source } })
    await signInAs('recruiter', { language, open: '/reports?job=2' })
    await expect(page.getByRole('heading', { name: reports.title, level: 1 })).toBeVisible()
    const sources = page.getByRole('region', { name: reports.sources })
    await expect(sources.getByRole('row', { name: 'LinkedIn' })).toContainText(reports.tooFew)
    await expect(page.getByText(reports.terms.reached.text)).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: new RegExp(reports.sources) }).click()
    expect((await saved).suggestedFilename()).toBe('sources.csv')

    await sources.getByRole('row', { name: 'LinkedIn' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: inbox.title, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/source=linkedin/)
    await expect(page.locator('tbody tr')).toHaveCount(2)
  })
}
