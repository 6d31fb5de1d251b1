import { LANGUAGES } from '#texts/languages.ts'
import { expectAccessible } from '../support/axe.ts'
import { breakTheWay, faults, mendTheWay } from '../support/faults.ts'
import { field, fillIn, openForm, prefixOf, submitButton, textsOf } from '../support/filling-in.ts'
import { expect, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { anInternshipApplication, rowsOf } from '../support/submissions.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

for (const language of LANGUAGES) {
  const address = `${prefixOf(language)}/internship`
  const texts = textsOf(language)

  test(`an application survives a fault, arrives once, and the form is empty (${language})`, async ({ page, site }) => {
    const application = anInternshipApplication()
    await openForm(page, address)
    await expectAccessible(page)
    await fillIn(page, application)
    await breakTheWay(page, faults['drops the connection after the commit'])
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText(texts.keptForLater)
    await expect(field(page, 'why_hire_you')).toHaveValue(application.why_hire_you)
    await expectAccessible(page)
    await mendTheWay(page)
    await submitButton(page).click()
    const status = page.getByRole('status').filter({ hasText: texts.sent['internship-application'] })
    await expect(status.locator('[tabindex="-1"]')).toBeFocused()
    for (const name of Object.keys(application)) await expect(field(page, name)).toHaveValue('')
    const rows = rowsOf(site, 'internship-application', application.email)
    expect(rows).toMatchObject([{ ...application, language }])
    await expect(status).toContainText(String(rows[0]?.reference))
  })
}

test('every broken rule is named under its field once the visitor has been there', async ({ page }) => {
  const errors = starterTexts('en')['form-errors']
  const broken: [string, string, string][] = [
    ['name', '', errors.nameRequired],
    ['position', '  ', errors.positionRequired],
    ['email', 'omar', errors.emailFormat],
    ['phone', '0161234567', errors.phoneFormat],
    ['why_hire_you', '', errors.whyHireYouRequired],
  ]
  await openForm(page, '/Internship')
  for (const [name, answer, sentence] of broken) {
    await field(page, name).fill(answer)
    await field(page, name).blur()
    await expect(page.locator(`#field-${name}-error`)).toHaveText(sentence)
  }
  await expectAccessible(page)
  await expect(submitButton(page)).toBeDisabled()
})
