import { editorOn } from '../support/content-editor.ts'
import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { aPhoto } from '../support/photographs.ts'
import { describePicture } from '../support/picture-panel.ts'

test('a portrait from the desk stands on the home page and on the team page', async ({
  page,
  browser,
  signInAs,
  desk,
}) => {
  const mine = editorOn(page, 'en')
  await signInAs('editor', { name: 'Rana Helmy' })
  await mine.open('/content/team/1')
  await mine.button(deskTextsIn('en').pictures.add).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await aPhoto('mariam.jpg', { width: 800, height: 800 }))
  await dialog.getByRole('button', { name: 'mariam.jpg' }).click()
  await mine.isSaved()
  await page.getByRole('group', { name: mine.texts.fields.portrait, exact: true }).getByRole('link').click()
  await describePicture(page, 'en', { name: 'mariam.jpg', en: 'Mariam Adel at her desk', ar: 'مريم عادل على مكتبها' })
  await page.goBack()
  await mine.publish()

  const site = await browser.newPage({ baseURL: desk.site.url })
  for (const address of ['/team', '/ar/team', '/', '/ar']) {
    const portrait = site.locator('main picture img').first()
    await expect(async () => {
      await site.goto(address)
      await expect(portrait).toBeAttached({ timeout: 500 })
    }).toPass()
    await portrait.scrollIntoViewIfNeeded()
    await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await site.close()
})
