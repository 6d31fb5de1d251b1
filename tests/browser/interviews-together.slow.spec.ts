import { accessibilityFaults } from '../support/axe.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication, storeMessage, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { findRows } from '../support/rows.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(1)) {
  const { inbox, interviews: texts, shell } = deskTextsIn(language)

  test(`several candidates get the same times from the inbox, and undo takes them back (${language})`, async ({
    page,
    desk,
    signInAs,
  }) => {
    const stored: { name: string; reference: string }[] = []
    for (const each of ['Nourhan', 'Karim', 'هالة']) {
      const name = uniqueName(each)
      const email = `together-${stored.length}-${language}@mail.example`
      stored.push({ name, reference: await storeApplication(desk, { fields: { name, email } }) })
    }
    const stranger = uniqueName('Stranger')
    await storeMessage(desk, { fields: { name: stranger } })
    await signInAs('recruiter', { language, open: '/inbox' })
    for (const { name } of [...stored, { name: stranger }])
      await page.getByRole('checkbox', { name: inbox.select.replace('{name}', name) }).check()
    await page.getByRole('button', { name: inbox.proposeTimes, exact: true }).click()
    await expect(page).toHaveURL(/\/interviews\/together\?/)
    for (const { name } of stored) await expect(page.getByText(name)).toBeVisible()
    await expect(page.getByText(texts.omissions.message)).toBeVisible()
    await page.getByLabel(texts.link).fill('https://meet.nuqta.example/room')
    await page.getByRole('button', { name: texts.nextWeek }).click()
    await page.locator('fieldset button[tabindex="0"]').first().focus()
    await page.keyboard.press('Space')
    await expect(page.locator('fieldset button[aria-pressed="true"]')).toHaveCount(1)
    // One time for three.
    await expect(page.getByText(texts.omitted).first()).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/interviews$/)
    for (const { name } of stored)
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText(texts.states.proposed)
    await page.getByRole('button', { name: shell.undo }).click()
    await expect.poll(() => findRows(desk.database.queries, 'interviews', {})).toEqual([])
  })
}
