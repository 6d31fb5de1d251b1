import { expectAccessible } from '../support/axe.ts'
import { chooseCv, expectFilledIn, field, fillIn, openForm, prefixOf, submitButton } from '../support/filling-in.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aCareerApplication } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

const keptIn = (page: Page) => page.evaluate(() => localStorage.getItem('answers'))

for (const language of languagesByTurn(1)) {
  const { keep } = starterTexts(language)['career-apply']
  const job = (id: number) => `${prefixOf(language)}/careerApply/${id}`
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test(`answers are kept for a second job only on request, and offered there (${language})`, async ({ page }) => {
    const application = aCareerApplication()
    await openForm(page, job(1), application)
    await chooseCv(page)
    await submitButton(page).click()
    const ask = page.getByRole('button', { name: keep.keep, exact: true })
    await ask.waitFor()
    expect(await keptIn(page)).toBeNull()
    await ask.click()
    await expectAccessible(page)
    expect(JSON.parse((await keptIn(page)) ?? '').answers).toMatchObject({ name: application.name })

    await page.goto(job(2))
    const use = page.getByRole('button', { name: keep.use, exact: true })
    await use.waitFor()
    await expect(field(page, 'name')).toHaveValue('')
    await expectAccessible(page)
    await use.click()
    await expectFilledIn(page, application, language)
    await chooseCv(page)
    await expect(submitButton(page)).toBeEnabled()
    await press(page, keep.erase)
    expect(await keptIn(page)).toBeNull()
    await expectFilledIn(page, application, language)
  })

  test(`kept answers are erased beside the receipt with one press (${language})`, async ({ page }) => {
    await openForm(page, job(1), aCareerApplication())
    await chooseCv(page)
    await submitButton(page).click()
    await press(page, keep.keep)
    await press(page, keep.erase)
    await expect(page.getByText(keep.erased)).toBeVisible()
    expect(await keptIn(page)).toBeNull()
  })
}

test('what the candidate has typed already wins over kept answers', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/careerApply/1')
  const savedAt = Date.now()
  const kept = JSON.stringify({ answers: { name: 'Kept Name', college: 'Kept College' }, savedAt })
  await page.evaluate((value) => localStorage.setItem('answers', value), kept)
  await page.goto('/careerApply/2')
  await fillIn(page, { name: 'Typed Name' })
  await wake(page)
  await page.getByRole('button', { name: starterTexts('en')['career-apply'].keep.use, exact: true }).click()
  await expect(field(page, 'name')).toHaveValue('Typed Name')
  await expect(field(page, 'college')).toHaveValue('Kept College')
})

for (const kept of ['no JSON', '{}', JSON.stringify({ answers: { name: 'Old' }, savedAt: 0 })])
  test(`broken or old kept answers are dropped: ${kept}`, { tag: '@slow' }, async ({ page }) => {
    await page.goto('/careerApply/1')
    await page.evaluate((value) => localStorage.setItem('answers', value), kept)
    await openForm(page, '/careerApply/2')
    await expect.poll(() => keptIn(page)).toBeNull()
    await expect(page.getByRole('button', { name: starterTexts('en')['career-apply'].keep.use })).toHaveCount(0)
  })

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('the CV is chosen, not dropped', { tag: '@slow' }, async ({ page }) => {
    const { drop, chooseOnTouch } = starterTexts('en').forms.cv
    await page.goto('/careerApply/1')
    await expect(page.locator('main form').getByText(chooseOnTouch, { exact: true })).toBeVisible()
    await expect(page.getByText(drop)).toBeHidden()
  })
})
