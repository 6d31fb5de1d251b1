import { gzipSync } from 'node:zlib'
import { readRecord } from '#domain/content/records.ts'
import type { Language } from '#texts/languages.ts'
import { dropPictures, goToEnd, textOf } from '../support/article-text.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { aPhoto } from '../support/photographs.ts'
import type { OpenDesk } from '../support/start-desk.ts'
import { languagesByTurn } from '../support/turns.ts'

test.use({ expectedErrors: [/409/] })

const bodyOf = async (desk: OpenDesk, id: number, language: Language) =>
  String((await readRecord(desk.database.queries, 'notes', id))?.parts[language].fields.body)

for (const language of languagesByTurn(0))
  test(`an article is written with headings, lists, emphasis and links (${language})`, async ({
    page,
    signInAs,
    desk,
  }) => {
    const { isSaved } = editorOn(page, language)
    const texts = deskTextsIn('en').content.article
    await signInAs('editor', { language, open: '/content/notes/2' })
    await expect(textOf(page, 'ar')).toHaveAttribute('dir', 'rtl')
    const before = await bodyOf(desk, 2, 'en')
    await goToEnd(page, 'en')
    await page.keyboard.type('## What came next')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- first *star*')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('See jobs')
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ControlOrMeta+k')
    const address = page.locator('[data-column=en]').getByLabel(texts.link.address)
    await address.fill('javascript:alert(1)')
    await address.press('Enter')
    await expect(page.getByText(texts.link.wrong)).toBeVisible()
    await address.fill('/jobs')
    await address.press('Enter')
    await expect(textOf(page, 'en').locator('a')).toHaveAttribute('href', '/jobs')
    await isSaved()
    const added = '## What came next\n\n- first \\*star\\*\n- **second**\n\nSee [jobs](/jobs)'
    await expect.poll(() => bodyOf(desk, 2, 'en')).toBe(`${before}\n\n${added}`)

    await test.step('what was written is read again without a change', async () => {
      await page.reload()
      await goToEnd(page, 'en')
      await page.keyboard.type('x')
      await page.keyboard.press('ControlOrMeta+z')
      await isSaved()
      expect(await bodyOf(desk, 2, 'en')).toBe(`${before}\n\n${added}`)
    })

    await test.step('a block that only one language has is offered to the other', async () => {
      const missing = page
        .locator('[data-column=ar]')
        .getByRole('button', { name: deskTextsIn('ar').content.article.startFromOther })
      await expect(missing).toHaveCount(3)
      await missing.first().click()
      await expect(textOf(page, 'ar').locator('h2').last()).toHaveText('What came next')
      await expect(missing).toHaveCount(2)
    })
  })

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p {color: red}</style></head><body>
<p class=MsoNormal style='color:red;font-family:Arial'>A <b>bold</b> word<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>  </span></span>one</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>  </span></span>two</p>
<h1 style='color:blue'>A title</h1></body></html>`
const GOOGLE = `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Strong</span>
<span style="font-weight:400;color:#f00"> and not</span></p><ol><li dir="ltr"><p dir="ltr"><span>first</span></p></li></ol></b>`

test('pasting keeps structure and drops styling, also of Markdown', async ({ page, signInAs, desk }) => {
  const { isSaved } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/notes/3' })
  await goToEnd(page, 'en')
  const before = await bodyOf(desk, 3, 'en')
  const paste = (type: string, text: string) =>
    textOf(page, 'en').evaluate(
      (target, [kind, given]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData(kind, given)
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [type, text] as const,
    )
  await paste('text/html', WORD)
  await goToEnd(page, 'en')
  await paste('text/html', GOOGLE)
  await goToEnd(page, 'en')
  await page.keyboard.press('Enter')
  await paste('text/plain', '| a | b |\n| --- | --- |\n| 1 | **2** |')
  await isSaved()
  await expect
    .poll(() => bodyOf(desk, 3, 'en'))
    .toBe(
      `${before}\n\nA **bold** word\n\n- one\n- two\n\n## A title\n\n**Strong** and not\n\n1. first\n\n| a | b |\n| --- | --- |\n| 1 | **2** |`,
    )
})

test('a dropped picture stands in the text with its words and caption', async ({ page, signInAs, desk }) => {
  const { isSaved } = editorOn(page, 'en')
  const texts = deskTextsIn('en').content.article
  await signInAs('editor', { open: '/content/notes/4' })
  await goToEnd(page, 'en')
  await dropPictures(page, 'en', [await aPhoto('harbour.jpg')])
  const figure = textOf(page, 'en').locator('figure')
  await figure.getByLabel(texts.picture.words).fill('A harbour "at" night')
  await figure.getByLabel(texts.picture.caption).fill('Alexandria')
  await figure.getByLabel(texts.picture.wide).check()
  await isSaved()
  await expect
    .poll(() => bodyOf(desk, 4, 'en'))
    .toMatch(/!\[A harbour "at" night\]\(\/media\/[\w-]{16}\/uploads\/900x600-22\/\d+\.webp#wide "Alexandria"\)/)
  await figure.getByRole('button', { name: texts.picture.remove }).click()
  await expect(figure).toHaveCount(0)
  await isSaved()
  await expect.poll(() => bodyOf(desk, 4, 'en')).not.toContain('![')
})

const MAX_KILOBYTES = 150

test('the editor arrives only where there is an article, and is small', async ({ page, signInAs }) => {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) sizes.set(pathname, gzipSync(await response.body()).length / 1024)
  })
  const ofEditor = () => [...sizes].filter(([name]) => name.includes('/article-pair'))
  await signInAs('editor', { open: '/content/services/1' })
  await expect(page.locator('[data-field="en.title"]')).toBeVisible()
  expect(ofEditor()).toEqual([])
  await page.goto('/content/notes/1')
  await expect(textOf(page, 'en')).toBeVisible()
  await expect.poll(() => ofEditor().length).toBe(1)
  expect(ofEditor()[0]?.[1]).toBeLessThan(MAX_KILOBYTES)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })
  test('one language is written at a time', async ({ page, signInAs }) => {
    const { parts } = deskTextsIn('en').content
    await signInAs('editor', { open: '/content/notes/5' })
    await expect(textOf(page, 'en')).toBeVisible()
    await expect(textOf(page, 'ar')).toBeHidden()
    await page.getByRole('button', { name: parts.ar, exact: true }).click()
    await expect(textOf(page, 'ar')).toBeVisible()
    await expect(textOf(page, 'en')).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
