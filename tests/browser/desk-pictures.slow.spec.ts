import { expect, type Page, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { aPhoto } from '../support/photographs.ts'
import { languagesByTurn } from '../support/turns.ts'

test.use({ expectedErrors: [/status of (409|422)/] })

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

for (const language of languagesByTurn(0))
  test(`an editor uploads, describes, deletes pictures, and sees faults (${language})`, async ({ page, signInAs }) => {
    const texts = deskTextsIn(language)
    const name = `kitchen-${language}.jpg`
    await signInAs('editor', { language, open: '/pictures' })
    const heic = {
      name: 'team.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    }
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles([heic, await aPhoto(name)])
    await expect(page.getByRole('alert')).toHaveText(texts['field-errors'].pictureHeic)
    await page.getByRole('button', { name: texts.pictures.dismiss }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)

    // The uploaded picture is open.
    const panel = page.getByRole('form', { name })
    await expect(tile(page, name)).toHaveAttribute('aria-pressed', 'true')
    await panel.getByLabel(texts.pictures.languages.en, { exact: true }).fill('A kitchen in the morning')
    await panel.getByLabel(texts.pictures.languages.ar, { exact: true }).fill('مطبخ في الصباح')
    await panel.getByLabel(texts.pictures.focusX).press('End')
    await panel.getByRole('button', { name: texts.shell.save, exact: true }).click()
    await expect(page.getByText(texts.pictures.saved)).toBeAttached()
    await page.reload()
    await expect(panel.getByLabel(texts.pictures.languages.ar, { exact: true })).toHaveValue('مطبخ في الصباح')
    await expect(panel.getByLabel(texts.pictures.focusX)).toHaveValue('4')

    await page.getByRole('radio', { name: texts.pictures.bare }).check()
    await expect(tile(page, name)).toHaveCount(0)
    await page.getByRole('radio', { name: texts.pictures.unused }).check()
    await expect(tile(page, name)).toBeVisible()
    await panel.getByRole('button', { name: texts.pictures.delete }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.pictures.delete }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(tile(page, name)).toHaveCount(0)
    await expect(panel).toHaveCount(0)
  })

test('a picture can be pasted, and dropped', async ({ page, signInAs }) => {
  await signInAs('editor', { open: '/pictures' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const give = async (how: 'paste' | 'drop', name: string) => {
    const { buffer } = await aPhoto(name)
    await page.evaluate(
      ([type, fileName, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
        const given = new DataTransfer()
        given.items.add(new File([bytes], fileName, { type: 'image/jpeg' }))
        const target = document.querySelector('main form, main ul, main h2') ?? document.querySelector('main h1')
        target?.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }),
        )
      },
      [how, name, buffer.toString('base64')] as const,
    )
    await expect(tile(page, name)).toBeVisible()
  }
  await give('paste', 'pasted.jpg')
  await give('drop', 'dropped.jpg')
})

test('two editors never overwrite each other’s description unknowingly', async ({ page, signInAs, browser, desk }) => {
  const { pictures, shell } = deskTextsIn('en')
  await signInAs('editor', { open: '/pictures' })
  await page.locator('input[type=file]').setInputFiles(await aPhoto('shared.jpg'))
  const words = (each: Page) =>
    each.getByRole('form', { name: 'shared.jpg' }).getByLabel(pictures.languages.en, { exact: true })
  await expect(words(page)).toBeVisible()
  const context = await browser.newContext({ baseURL: desk.url })
  await signInAs('editor', { context })
  const other = await context.newPage()
  await other.goto(page.url())
  await words(other).fill('Theirs')
  await other.getByRole('button', { name: shell.save, exact: true }).click()
  await expect(other.getByText(pictures.saved)).toBeAttached()
  await context.close()

  await words(page).fill('Mine')
  await page.getByRole('button', { name: shell.save, exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(pictures.conflictTitle)
  await expect(words(page)).toHaveValue('Mine')
  await page.getByRole('button', { name: shell.save, exact: true }).click()
  await expect(page.getByText(pictures.saved)).toBeAttached()
  await page.reload()
  await expect(words(page)).toHaveValue('Mine')
})

test('a begun description survives opening another picture and closing the page', async ({ page, signInAs }) => {
  const { pictures } = deskTextsIn('en')
  await signInAs('editor', { open: '/pictures' })
  for (const name of ['begun.jpg', 'other.jpg']) {
    await page.locator('input[type=file]').setInputFiles(await aPhoto(name))
    await expect(page.getByRole('form', { name })).toBeVisible()
  }
  const tile = (name: string) => page.getByRole('list', { name: pictures.list }).getByRole('button', { name })
  const form = page.getByRole('form', { name: 'begun.jpg' })
  const words = form.getByLabel(pictures.languages.en, { exact: true })
  await tile('begun.jpg').click()
  await words.fill('Somebody at a desk')
  await tile('other.jpg').click()
  await tile('begun.jpg').click()
  await expect(words).toHaveValue('Somebody at a desk')
  await expect(form.getByText(pictures.unsaved)).toBeVisible()
  await form.getByRole('button', { name: pictures.close }).click()
  await page.keyboard.press('z')
  await expect(words).toHaveValue('Somebody at a desk')
  await form.getByRole('button', { name: pictures.close }).click()
  await tile('begun.jpg').click()
  await expect(words).toHaveValue('')
})

test('a project takes three photographs at once, and publishing needs their words', async ({ page, signInAs }) => {
  const { pictures, content } = deskTextsIn('en')
  await signInAs('editor', { open: '/pictures' })
  await page.locator('input[type=file]').setInputFiles(await aPhoto('library.jpg'))
  await expect(tile(page, 'library.jpg')).toBeVisible()

  await page.goto('/content/projects/1')
  const field = page.getByRole('group', { name: content.fields.images, exact: true })
  const addButton = field.getByRole('button', { name: pictures.add })
  await expect(addButton).toBeVisible()
  const before = await field.getByRole('listitem').count()
  await addButton.click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles([await aPhoto('one.jpg'), await aPhoto('two.jpg'), await aPhoto('three.jpg')])
  await expect(dialog.getByRole('button', { name: /three\.jpg/ })).toBeVisible()
  await dialog.getByRole('button', { name: /library\.jpg/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(field.getByRole('listitem')).toHaveCount(before + 4)
  await expect(field.locator('img')).toHaveCount(4)
  const checks = page.getByRole('complementary').getByRole('button')
  await expect(checks.filter({ hasText: content.checks.pictureWords }).first()).toBeVisible()
  await page.reload()
  await expect(field.getByRole('listitem')).toHaveCount(before + 4)
})
