import { LANGUAGES, type Language } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, type Page, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { hostileDrawings, wordmarkIn } from '../support/drawings.ts'

test.use({ expectedErrors: [/status of 422/] })

const svg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/svg+xml', buffer })

const CLEAR = 'rgba(0, 0, 0, 0)'
const PLATE = 'rgb(242, 243, 240)'

const fieldIn = (page: Page, language: Language) =>
  page.getByRole('group', { name: deskTextsIn('en').content.fields[`wordmark_${language}`], exact: true })

test('a wordmark is uploaded, seen on both grounds, published, and taken back', async ({
  page,
  browser,
  signInAs,
  desk,
}) => {
  const mine = editorOn(page, 'en')
  const { logo } = mine.texts
  await signInAs('editor')
  await mine.open('/content/company/1')

  await test.step('a file that hides something is refused in a sentence', async () => {
    const field = fieldIn(page, 'en')
    await field.locator('input[type=file]').setInputFiles(svg('logo.svg', hostileDrawings['a script']?.bytes as Buffer))
    await expect(field.getByRole('alert')).toHaveText(deskTextsIn('en')['field-errors'].logoUnsafe)
    await field.getByRole('button', { name: deskTextsIn('en').pictures.dismiss }).click()
    await expect(field.getByText(logo.none)).toBeVisible()
  })

  await test.step('the draft is shown on light and on dark ground', async () => {
    for (const language of LANGUAGES) {
      const field = fieldIn(page, language)
      await field.locator('input[type=file]').setInputFiles(svg(`${language}.svg`, wordmarkIn('#114488')))
      for (const ground of [logo.onLight, logo.onDark])
        await expect(field.getByRole('figure', { name: ground }).getByRole('img')).toHaveJSProperty(
          'naturalWidth',
          1000,
        )
    }
    await mine.isSaved()
  })

  const site = await browser.newPage({ baseURL: desk.site.url })
  const wordmark = site.getByRole('banner').getByRole('img')
  const shown = (language: Language, tag: string) =>
    expect(async () => {
      await site.goto(addressIn(language, '/about'))
      expect(await wordmark.first().evaluate(({ localName }) => localName)).toBe(tag)
    }).toPass()

  await test.step('visitors see it in both languages once it is published, with room kept for it', async () => {
    await shown('en', 'svg')
    await mine.publish()
    for (const language of LANGUAGES) {
      await shown(language, 'img')
      await expect(wordmark).toHaveCount(1)
      const size = await wordmark.evaluate((image) => {
        const { width, height } = image.getBoundingClientRect()
        return { ratio: Math.round((100 * width) / height), loaded: (image as HTMLImageElement).naturalWidth }
      })
      expect(size).toEqual({ ratio: 400, loaded: 1000 })
    }
  })

  await test.step('it stands on a light plate where the ground is not the light one of the page', async () => {
    await expect(wordmark).toHaveCSS('background-color', CLEAR)
    for (const media of [{ colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      await site.emulateMedia(media)
      await expect(wordmark).toHaveCSS('background-color', PLATE)
    }
  })

  await test.step('the drawn one comes back', async () => {
    for (const language of LANGUAGES) await fieldIn(page, language).getByRole('button', { name: logo.useDrawn }).click()
    await mine.publish()
    await shown('en', 'svg')
  })
  await site.close()
})
