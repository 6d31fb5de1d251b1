import { accessibilityFaults } from '../support/axe.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

// A phone number that is too short is refused.
test.use({ expectedErrors: [/status of 422/] })

for (const language of languagesByTurn(1)) {
  const { candidates, shell } = deskTextsIn(language)

  test(`a person is tagged, rated, merged and unmerged by keyboard and pointer (${language})`, async ({
    page,
    signInAs,
    desk,
  }) => {
    const phone = '01066677788'
    const [one, two] = [uniqueName('Nourhan Samir'), uniqueName('نورهان سمير')]
    await storeApplication(desk, { fields: { name: two, email: `two-${language}@mail.example`, phone } })
    await storeApplication(desk, { fields: { name: one, email: `one-${language}@mail.example`, phone, job_id: 1 } })
    await signInAs('recruiter', { language, open: '/candidates' })
    await page.getByRole('link', { name: one }).press('Enter')
    await expect(page.getByRole('heading', { name: one, level: 1 })).toBeVisible()

    await page.keyboard.press('t')
    await page.keyboard.type('frontend')
    await page.keyboard.press('Enter')
    await expect(page.getByText('frontend', { exact: true })).toBeVisible()
    await page.getByRole('heading', { name: one, level: 1 }).focus()
    await page.keyboard.press('4')
    await expect(page.getByRole('group', { name: candidates.rating }).locator('[aria-pressed="true"]')).toHaveCount(1)
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('button', { name: candidates.compare }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: candidates.merge, exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: two }).first()).toBeVisible()
    await page.getByRole('button', { name: candidates.unmerge }).click()
    await expect(page.getByRole('button', { name: candidates.compare })).toBeVisible()
  })

  test(`somebody is added by hand and opens as an application (${language})`, async ({ page, signInAs }) => {
    const name = uniqueName('Hala Adel')
    await signInAs('recruiter', { language, open: '/candidates' })
    await page.getByRole('button', { name: candidates.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: candidates.addName }).fill(name)
    await dialog.getByRole('textbox', { name: candidates.addEmail }).fill(`hala-${language}@mail.example`)
    await dialog.getByRole('textbox', { name: candidates.addPhone }).fill('12')
    await dialog.getByRole('button', { name: candidates.addSubmit, exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: candidates.addPhone })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: candidates.addPhone }).fill('010 6667 7799')
    await dialog.getByRole('button', { name: candidates.addSubmit, exact: true }).click()
    await dialog.getByRole('button', { name: candidates.openIt }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: shell.close })).toHaveCount(0)
  })
}
