import { editorOn } from '../support/content-editor.ts'
import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { orderOn, rowOf, wordIn } from '../support/page-form.ts'
import { languagesByTurn } from '../support/turns.ts'

// The preview is a page of the site, without its scripts.
test.use({ expectedErrors: [/^Asked http:\/\/127\.0\.0\.1|frame is sandboxed/] })

const WORDS = { en: 'Dots, and\nnothing else.', ar: 'نقاطٌ\nلا غير.' }

for (const language of languagesByTurn(0))
  test(`an editor rewrites the opening, reorders and hides sections, and publishes (${language})`, async ({
    page,
    signInAs,
    desk,
  }) => {
    const { pages, content, shell } = deskTextsIn(language)
    const { button, isSaved } = editorOn(page, language)
    await signInAs('editor', { language, open: '/pages' })
    await page.getByRole('link', { name: content.types['page-home'], exact: true }).click()
    await expect(page).toHaveURL('/pages/home')
    for (const part of ['en', 'ar'] as const) await wordIn(page, part, 'title').fill(WORDS[part])

    await test.step('a section moves by keyboard and keeps the focus', async () => {
      const before = await orderOn(page)
      await rowOf(page, 'team').locator('summary').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expect(rowOf(page, 'team').locator('summary')).toBeFocused()
      await expect.poll(() => orderOn(page)).toEqual([...before.slice(0, -2), 'team', 'reviews'])
    })
    await test.step('H hides it, and undo shows it again', async () => {
      await page.keyboard.press('h')
      await expect(rowOf(page, 'team').locator('summary')).toContainText(pages.hidden)
      await button(shell.undo).click()
      await expect(rowOf(page, 'team').locator('summary')).not.toContainText(pages.hidden)
    })
    const reviews = pages.sections.reviews
    await button(pages.hideSection.replace('{section}', reviews)).click()
    await isSaved()

    await test.step('the preview shows the draft, and visitors do not see it', async () => {
      const frame = page.frameLocator('iframe').first()
      await expect(frame.getByRole('heading', { level: 1 })).toContainText(WORDS[language].split('\n')[0] as string)
      await wordIn(page, language, 'title').fill(`${WORDS[language]}!`)
      await expect(frame.getByRole('heading', { level: 1 })).toContainText('!')
      expect(await (await fetch(desk.site.url)).text()).not.toContain('Dots, and')
    })
    await isSaved()
    await button(content.editor.publish).click()
    // The last word was changed in one language.
    await button(content.editor.publishBehind).click()
    await expect(button(content.editor.publish)).toHaveAttribute('title', content.editor.nothingToPublish)
    for (const [part, address] of [
      ['en', '/'],
      ['ar', '/ar'],
    ] as const) {
      const html = async () => (await fetch(desk.site.url + address)).text()
      await expect.poll(html).toContain(WORDS[part].split('\n')[0])
      expect(await html()).not.toContain('"reviews":{')
    }
  })

test('the needed section has no eye, and a fault opens the section that it is in', { tag: '@slow' }, async ({
  page,
  signInAs,
}) => {
  const { pages, content } = deskTextsIn('en')
  const { button, checks, isSaved } = editorOn(page, 'en')
  await signInAs('owner', { open: '/pages/internship' })
  const form = pages.sections.application
  await expect(button(pages.hideSection.replace('{section}', form))).toHaveCount(0)
  await rowOf(page, 'tiles').locator('summary').click()
  await expect(rowOf(page, 'hero').locator('details')).not.toHaveAttribute('open')
  await wordIn(page, 'en', 'title').fill('Since {{fuonded}}')
  await isSaved()
  await rowOf(page, 'program').locator('summary').click()
  await expect(rowOf(page, 'tiles').locator('summary')).toContainText(/1/)
  await checks.filter({ hasText: '{{fuonded}}' }).first().click()
  await expect(wordIn(page, 'en', 'title')).toBeFocused()
  await button(content.editor.publish).click()
  await expect(page.getByText(content.editor.blocked).first()).toBeAttached()
})

test('on a phone one language at a time, and nothing is wider than the screen', { tag: '@slow' }, async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { content } = deskTextsIn('ar')
  await signInAs('editor', { language: 'ar', open: '/pages/about' })
  await expect(wordIn(page, 'ar', 'title')).toBeVisible()
  await expect(wordIn(page, 'en', 'title')).toBeHidden()
  // The preview has its own choice of language.
  await page
    .getByRole('group', { name: content.language, exact: true })
    .first()
    .getByRole('button', { name: content.parts.en, exact: true })
    .click()
  await expect(wordIn(page, 'en', 'title')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
