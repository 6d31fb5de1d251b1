import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { prefixOf } from '../support/filling-in.ts'
import { starterTexts } from '../support/starter-company.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const [turn, javaScriptEnabled] of [true, false].entries())
  for (const language of languagesByTurn(turn))
    test(`a question is asked and answered ${javaScriptEnabled ? 'with' : 'without'} JavaScript (${language})`, async ({
      page,
      desk,
      signInAs,
      browser,
    }) => {
      const texts = deskTextsIn(language).submission
      const own = starterTexts(language).application
      const reference = await storeApplication(desk, { language })
      await signInAs('recruiter', { language, open: `/inbox/${reference}` })
      await page.getByRole('tab', { name: texts.tabs.question }).click()
      await page.getByLabel(texts.question, { exact: true }).fill('When could you begin?')
      await page.getByRole('button', { name: texts.sendQuestion }).click()
      await expect(page.getByText(texts.waitsForAnswer)).toBeVisible()

      const token = await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)
      const elsewhere = await browser.newContext({ javaScriptEnabled })
      const theirs = await elsewhere.newPage()
      await theirs.goto(`${desk.site.url}${prefixOf(language)}/application/${token}`)
      await expect(theirs.getByText('When could you begin?')).toBeVisible()
      await theirs.getByLabel(own.questions.answer).fill('In May')
      await theirs.getByRole('button', { name: own.questions.send }).click()
      await expect(theirs.getByText(own.done['question-answered'])).toBeVisible()
      await expect(theirs.getByText('In May')).toBeVisible()
      await elsewhere.close()

      await page.reload()
      await expect(page.locator('#correspondence').getByText('In May')).toBeVisible()
    })

test('a question can be withdrawn until answered, and leaves the page', async ({ page, desk, signInAs, browser }) => {
  const texts = deskTextsIn('en').submission
  const reference = await storeApplication(desk)
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  await page.getByRole('tab', { name: texts.tabs.question }).click()
  await page.getByLabel(texts.question, { exact: true }).fill('When could you begin?')
  await page.getByRole('button', { name: texts.sendQuestion }).click()
  await page.getByRole('button', { name: texts.withdrawQuestion }).click()
  await expect(page.locator('#correspondence').getByText(texts.events['question-withdrawn']).first()).toBeAttached()
  await expect(page.getByText(texts.waitsForAnswer)).toHaveCount(0)
  const token = await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)
  const elsewhere = await browser.newContext()
  const theirs = await elsewhere.newPage()
  await theirs.goto(`${desk.site.url}/application/${token}`)
  await expect(theirs.getByText(reference).first()).toBeVisible()
  await expect(theirs.getByText('When could you begin?')).toHaveCount(0)
  await elsewhere.close()
})

test('the link is ended and a new one sent, each after a second look', async ({ page, desk, signInAs }) => {
  const texts = deskTextsIn('en').submission
  const reference = await storeApplication(desk)
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  await page.getByRole('button', { name: texts.endLink }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.endLink }).click()
  await expect(page.getByRole('button', { name: texts.endLink })).toHaveCount(0)
  expect(await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)).toBeUndefined()
  await page.getByRole('button', { name: texts.renewLink }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.renewLink }).click()
  await expect(page.getByRole('button', { name: texts.endLink })).toBeVisible()
  expect(await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)).toBeDefined()
})
