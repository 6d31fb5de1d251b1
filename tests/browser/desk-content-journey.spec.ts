import { editorOn } from '../support/content-editor.ts'
import { expect, test } from '../support/desk-browser.ts'

// The browser logs a conflict as an error.
test.use({ expectedErrors: [/409/] })

test('a service is edited, autosaved, merged and published on the site', async ({ page, browser, signInAs, desk }) => {
  const mine = editorOn(page, 'en')
  const { editor } = mine.texts
  await signInAs('editor', { name: 'Rana Helmy' })
  await mine.open('/content/services/4')

  await test.step('an edit is saved by itself and survives a reload', async () => {
    await mine.field('en', 'summary').fill('Saved without a button')
    await mine.isSaved()
    await mine.open('/content/services/4')
    await expect(mine.field('en', 'summary')).toHaveValue('Saved without a button')
  })

  await test.step('a colleague in the same field is a conflict, and neither text is lost', async () => {
    await mine.hearNothingOfTheLock()
    const context = await browser.newContext({ baseURL: desk.url })
    await signInAs('editor', { name: 'Karim Nabil', context })
    const theirs = editorOn(await context.newPage(), 'en')
    await theirs.open('/content/services/4')
    await theirs.button(editor.takeOver).click()
    await theirs.field('en', 'title').fill('Their title')
    await theirs.isSaved()

    await mine.field('en', 'title').fill('Our title')
    await expect(page.getByRole('alert')).toContainText('Their title')
    await mine.button(editor.keepMine).click()
    await mine.isSaved()
    await context.close()
  })

  await test.step('the site shows it once it is published', async () => {
    const site = await browser.newPage({ baseURL: desk.site.url })
    const heading = site.getByRole('heading', { level: 1 })
    await site.goto('/services-details/4')
    await expect(heading).not.toContainText('Our title')
    await mine.button(editor.publish).click()
    await page.getByRole('dialog').getByRole('button', { name: editor.publishBehind }).click()
    await expect(mine.button(editor.publish)).toHaveAttribute('title', editor.nothingToPublish)
    await expect(async () => {
      await site.reload()
      await expect(heading).toContainText('Our title', { timeout: 500 })
    }).toPass()
    await site.close()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('one language is open, a line of the other opens it, and so does a fault in it', async ({ page, signInAs }) => {
    const { texts, field, button, checks, isSaved } = editorOn(page, 'en')
    await signInAs('editor', { open: '/content/services/5' })
    await expect(field('en', 'title')).toBeVisible()
    await expect(field('ar', 'title')).toBeHidden()
    const folded = page
      .locator('[data-column=ar]')
      .getByRole('button', { name: await field('ar', 'title').inputValue() })
    await folded.first().click()
    await expect(field('en', 'title')).toBeHidden()
    await field('ar', 'title').fill('')
    await isSaved()
    await button(texts.parts.en).first().click()
    await expect(field('ar', 'title')).toBeHidden()
    await checks.filter({ hasText: `${texts.fields.title} · ${texts.parts.ar}` }).click()
    await expect(field('ar', 'title')).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
