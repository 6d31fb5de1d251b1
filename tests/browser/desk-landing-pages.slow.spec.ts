import { LANGUAGES, type Language } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, type Page, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { landingWord } from '../support/landing-form.ts'

// The preview is a frame with a page of the site.
test.use({ expectedErrors: [/^Asked http:\/\/127\.0\.0\.1/] })

const { landing } = deskTextsIn('en')

const HEADLINE: Record<Language, string> = { en: 'Meet us at the fair', ar: 'نلتقي في المعرض' }

const rows = (page: Page) => page.getByRole('button', { name: new RegExp(`^${landing.open.split(':')[0]}:`) })

test('a landing page is put together, published, moved and taken off the site', async ({
  page,
  browser,
  signInAs,
  desk,
}) => {
  const mine = editorOn(page, 'en')
  const { editor } = mine.texts
  await signInAs('editor')
  const site = await browser.newPage({ baseURL: desk.site.url })
  const seen = (address: string, text: string) =>
    expect(async () => {
      await site.goto(address)
      await expect(site.getByRole('heading', { level: 1 })).toContainText(text, { timeout: 500 })
    }).toPass()

  await test.step('it begins with an outline', async () => {
    await page.goto('/content/landing-pages')
    await page.getByRole('button', { name: mine.texts.new['landing-pages'] }).first().click()
    await expect(rows(page)).toHaveText(
      [landing.kinds.hero, landing.kinds.text, landing.kinds.action].map((each) => new RegExp(`^${each}`)),
    )
  })

  await test.step('its words are written in both languages and stored', async () => {
    for (const language of LANGUAGES) {
      await page
        .getByRole('group', { name: deskTextsIn(language).content.parts[language], exact: true })
        .getByLabel(deskTextsIn(language).content.ofType['landing-pages'].title, { exact: true })
        .fill(HEADLINE[language])
      await landingWord(page, language, 'title').fill(HEADLINE[language])
      await landingWord(page, language, 'lead').fill(HEADLINE[language])
    }
    await page.getByLabel(mine.texts.ofType['landing-pages'].slug).fill('spring-fair')
    await mine.isSaved()
  })

  await test.step('the preview shows the stored draft, in the language that is chosen', async () => {
    const preview = page.frameLocator(`iframe[title="${landing.preview.title}"]:not([aria-hidden="true"])`)
    await expect(preview.getByRole('heading', { level: 1 })).toContainText(HEADLINE.en)
    await page
      .getByRole('group', { name: landing.preview.language })
      .getByRole('button', { name: mine.texts.parts.ar })
      .click()
    await expect(preview.getByRole('heading', { level: 1 })).toContainText(HEADLINE.ar)
  })

  await test.step('sections are added, moved by keyboard, copied, hidden, removed and brought back', async () => {
    await page.getByRole('button', { name: landing.add }).click()
    await page.getByRole('dialog').getByRole('button', { name: landing.kinds.counters }).click()
    await landingWord(page, 'en', 'title').first().fill('In figures')
    await page.getByRole('button', { name: /In figures: press Alt/ }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rows(page).nth(2)).toContainText('In figures')
    const more = page.getByRole('button', { name: /^Actions: .*In figures/ })
    await more.click()
    await page.getByRole('menuitem', { name: landing.duplicate }).click()
    await expect(rows(page)).toHaveCount(5)
    await more.last().click()
    await page.getByRole('menuitem', { name: landing.remove }).click()
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('button', { name: deskTextsIn('en').shell.undo }).click()
    await expect(rows(page)).toHaveCount(5)
    await mine.isSaved()
  })

  await test.step('it is on the site in both languages', async () => {
    await mine.publish()
    for (const language of LANGUAGES) await seen(addressIn(language, '/spring-fair'), HEADLINE[language])
    await expect(site.getByText('In figures')).toHaveCount(0)
  })

  await test.step('a changed address leads on', async () => {
    await page.getByLabel(mine.texts.ofType['landing-pages'].slug).fill('autumn-fair')
    await mine.publish()
    // The last visit was to the Arabic page, so a plain address leads there.
    await seen('/autumn-fair', HEADLINE.ar)
    await seen('/spring-fair', HEADLINE.ar)
    expect(new URL(site.url()).pathname).toBe('/ar/autumn-fair')
  })

  await test.step('an address of the site is refused by name', async () => {
    await page.getByLabel(mine.texts.ofType['landing-pages'].slug).fill('services')
    await expect(mine.button(editor.publish)).not.toHaveAttribute('title', editor.nothingToPublish)
    await mine.button(editor.publish).click()
    await expect(mine.checks.filter({ hasText: '/services' })).toBeVisible()
  })

  await test.step('taken off the site it is not found', async () => {
    await mine.button(editor.more).click()
    await page.getByRole('menuitem', { name: editor.unpublish }).click()
    await page.getByRole('dialog').getByRole('button', { name: editor.unpublish }).click()
    await expect(async () => {
      const response = await site.goto('/autumn-fair')
      expect(response?.status()).toBe(404)
    }).toPass()
  })
  await site.close()
})
