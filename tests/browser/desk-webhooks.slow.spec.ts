import { expect, test } from '../support/desk-browser.ts'
import { storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

test.use({ expectedErrors: [/status of 422/] })

for (const language of languagesByTurn(1))
  test(`a webhook shows its secret once, its deliveries, and goes (${language})`, async ({ page, desk, signInAs }) => {
    const { webhooks: texts } = deskTextsIn(language)
    const url = `https://hooks-${language}.company.example/told`
    await signInAs('owner', { language, open: '/webhooks' })
    await page.getByRole('button', { name: texts.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(texts.url, { exact: true }).fill('https://10.0.0.1/')
    await dialog.getByRole('button', { name: texts.add }).click()
    await expect(dialog.getByText(deskTextsIn(language)['field-errors'].webhookPrivate)).toBeVisible()
    await dialog.getByLabel(texts.url, { exact: true }).fill(url)
    await dialog.getByRole('button', { name: texts.add }).click()
    const secret = await dialog.getByText('whsec_').innerText()
    await dialog.getByRole('button', { name: texts.done }).click()
    await expect(page.getByRole('rowheader').filter({ hasText: url })).toBeVisible()

    const reference = await storeMessage(desk)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: reference })).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)

    const own = page.getByRole('table', { name: texts.list }).getByRole('row').filter({ hasText: url })
    await own.getByRole('button', { name: texts.test }).click()
    await expect(page.getByRole('rowheader').filter({ hasText: texts.testMessage })).toBeVisible()
    await expect(own).not.toContainText(/410|٤١٠/)
    await desk.database.write((queries) =>
      queries.updateTable('webhooks').set({ off_since: new Date().toISOString() }).execute(),
    )
    await page.reload()
    await expect(own).toContainText(/410|٤١٠/)

    await own.getByRole('button', { name: texts.remove }).click()
    await dialog.getByRole('button', { name: texts.remove }).click()
    await expect(page.getByText(texts.empty)).toBeVisible()
  })
