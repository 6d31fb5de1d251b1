import { accessibilityFaults } from '../support/axe.ts'
import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(1)) {
  const { review, content } = deskTextsIn(language)

  test(`an author comments and asks, a colleague answers and publishes (${language})`, async ({
    page,
    browser,
    signInAs,
  }) => {
    await signInAs('owner', { language, open: '/content/questions' })
    await page.getByRole('button', { name: review.turnOn }).click()
    await page.getByRole('dialog').getByRole('button', { name: review.turnOn }).click()
    await expect(page.getByRole('button', { name: review.turnOff })).toBeVisible()

    const record = '/content/questions/1'
    const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const other = await theirs.newPage()
    const reviewer = await signInAs('editor', { language, context: theirs, name: 'Karim Nabil' })
    await signInAs('editor', { language, name: 'Mona Fathy', open: record })
    const question = page.locator('[data-field="en.question"]').getByRole('textbox')
    await question.fill('How is it reviewed?')
    await page.getByRole('button', { name: review.comment, exact: true }).first().click()
    const comments = page.getByRole('region', { name: review.comments })
    await comments.getByRole('textbox').fill('Short enough?')
    await comments.getByRole('button', { name: review.add }).click()
    await expect(comments.getByText('Short enough?')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])

    await expect(page.getByRole('button', { name: content.editor.publish, exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: review.ask }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption(reviewer.id)
    await dialog.getByRole('button', { name: review.ask }).click()
    await expect(page.getByRole('button', { name: review.withdraw })).toBeVisible()
    await page.goto('about:blank')

    await other.goto('/')
    await other.getByRole('region', { name: review.mine }).getByRole('link').click()
    await expect(other.getByText(review.toMeText)).toBeVisible()
    await other.getByRole('button', { name: review.reply, exact: true }).click()
    const theirComments = other.getByRole('region', { name: review.comments })
    await theirComments.getByRole('textbox').fill('Yes')
    await theirComments.locator('form').getByRole('button', { name: review.reply }).click()
    await expect(theirComments.getByText('Yes', { exact: true })).toBeVisible()
    await theirComments.getByRole('button', { name: review.resolve }).click()
    await expect(theirComments.getByText(review.none)).toBeVisible()
    await other.getByRole('button', { name: content.editor.publish, exact: true }).click()
    // Arabic has not followed yet.
    await other.getByRole('dialog').getByRole('button', { name: content.editor.publishBehind }).click()
    await expect(other.getByText(review.toMeText)).toHaveCount(0)
    await theirs.close()

    await signInAs('owner', { language, open: '/content/questions' })
    await page.getByRole('button', { name: review.turnOff }).click()
    await page.getByRole('dialog').getByRole('button', { name: review.turnOff }).click()
    await expect(page.getByRole('button', { name: review.turnOn })).toBeVisible()
  })
}
