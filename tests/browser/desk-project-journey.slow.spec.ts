import { codeAt } from '#domain/people/one-time-codes.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, type Page, test } from '../support/desk-browser.ts'
import { makePerson, PASSWORD, type TestPerson } from '../support/desk-people.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { aPhoto } from '../support/photographs.ts'
import { describePicture } from '../support/picture-panel.ts'
import { letItsTimeCome } from '../support/schedules.ts'
import { languagesByTurn } from '../support/turns.ts'

// The browser logs refusals: a conflicting save, and the inbox, which editors may not read.
test.use({ expectedErrors: [/409|403 .*\/api\/(today|queue\/stuck)/] })

const PHONE_WIDTH = 390

const WRITTEN = {
  en: {
    title: 'Saffron',
    summary: 'One kitchen, many cooks',
    description: 'Two cooks share the stove.\n\nBoth sign every plate.',
  },
  ar: {
    title: 'زعفران',
    summary: 'مطبخ واحد وطهاة كثيرون',
    description: 'طاهيان يتقاسمان الموقد.\n\nوكلاهما يوقّع كل طبق.',
  },
}
const CHANGED = {
  en: 'Three cooks share the stove.\n\nAll sign every plate.',
  ar: 'ثلاثة طهاة يتقاسمون الموقد.\n\nوكلهم يوقّع كل طبق.',
}
/** Alternative texts. The first photograph was taken upright. */
const SHOWN = [
  { name: 'cook.jpg', orientation: 6, en: 'A cook at the stove', ar: 'طاهٍ أمام الموقد' },
  { name: 'plates.jpg', orientation: 1, en: 'A row of plates', ar: 'صف من الأطباق' },
  { name: 'screen.jpg', orientation: 1, en: 'The list of orders', ar: 'قائمة الطلبات' },
]

for (const language of languagesByTurn(1))
  test(`a first project, from draft to restore (${language})`, async ({ page, context, browser, desk, signInAs }) => {
    test.slow()
    const mine = editorOn(page, language)
    const { texts, field, button, checks, revisions, isSaved } = mine
    const { editor, parts } = texts
    const { pictures, shell } = deskTextsIn(language)
    const dialog = page.getByRole('dialog')
    const images = page.getByRole('group', { name: texts.fields.images, exact: true })
    const icon = page.getByRole('group', { name: texts.fields.icon_image, exact: true })
    const photographs = SHOWN.map((each) => ({ ...each, name: `${language}-${each.name}` }))

    await test.step('signs in and begins a project', async () => {
      await context.addCookies([{ name: 'desk-language', value: language, url: desk.url }])
      await signIn(page, language, await makePerson(desk.database, 'editor', { name: 'Rana Helmy', language }))
      await page.getByRole('navigation').getByRole('link', { name: shell.screens.content }).first().click()
      const kinds = page.getByRole('navigation', { name: texts.typesLabel })
      await kinds.getByRole('link', { name: texts.types.projects }).click()
      await button(texts.new.projects).click()
      await expect(page).toHaveURL('/content/projects/new')
    })

    await test.step('writes both languages, all but one title, and adds three photographs', async () => {
      await page.getByLabel(texts.fields.type, { exact: true }).selectOption('Web Application')
      await page.getByLabel(texts.fields.start_date, { exact: true }).fill('2019-05-20')
      for (const part of LANGUAGES)
        for (const name of ['title', 'summary', 'description'] as const)
          if (part !== 'ar' || name !== 'title') await field(part, name).fill(WRITTEN[part][name])
      await images.getByRole('button', { name: pictures.add }).click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles(await Promise.all(photographs.map(({ name, orientation }) => aPhoto(name, { orientation }))))
      for (const { name } of photographs) await expect(dialog.getByRole('button', { name })).toBeVisible()
      await dialog.getByRole('button', { name: pictures.close, exact: true }).click()
      await expect(images.getByRole('listitem')).toHaveCount(photographs.length)
      await icon.getByRole('button', { name: pictures.add }).click()
      await dialog.getByRole('button', { name: photographs[0]?.name as string }).click()
      await expect(icon.getByRole('listitem')).toHaveCount(1)
      await isSaved()
    })
    const address = new URL(page.url()).pathname

    await test.step('is told what is missing, and mends it', async () => {
      await button(editor.publish).click()
      await checks.filter({ hasText: `${texts.fields.title} · ${parts.ar}` }).click()
      await expect(field('ar', 'title')).toBeFocused()
      await page.keyboard.insertText(WRITTEN.ar.title)
      await isSaved()
      await expect(checks.filter({ hasText: texts.checks.pictureWords }).first()).toBeVisible()
      await checks.filter({ hasText: `${texts.fields.images} · ${parts.ar}` }).click()
      await expect(images.getByRole('link').first()).toBeFocused()
      for (const [place, photograph] of photographs.entries()) {
        await images.getByRole('link').nth(place).click()
        await describePicture(page, language, photograph)
        await page.goBack()
        await expect(images.getByRole('link')).toHaveCount(photographs.length)
      }
      await expect(page.getByText(editor.ready)).toBeVisible()
    })

    const onSite = await test.step('previews it in Arabic on a phone', async () => {
      await button(editor.preview).click()
      const opened = context.waitForEvent('page')
      await button(editor.previewPhoneIn.replace('{language}', parts.ar)).click()
      const phone = await opened
      await expect(phone.getByRole('heading', { level: 1 })).toHaveText(WRITTEN.ar.title)
      await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
      expect(await phone.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([
        PHONE_WIDTH,
        PHONE_WIDTH,
      ])
      for (const { ar } of photographs) await expect(phone.getByAltText(ar)).toHaveCount(1)
      const upright = phone.getByAltText(photographs[0]?.ar as string)
      await upright.scrollIntoViewIfNeeded()
      await expect
        .poll(() => upright.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth))
        .toBe(true)
      const { origin, pathname } = new URL(phone.url())
      await phone.close()
      await dialog.getByRole('button', { name: shell.close, exact: true }).click()
      const addressIn = { en: pathname.replace(/^\/ar/, ''), ar: pathname }
      // Without the browser's language cookie.
      return {
        status: async () => (await fetch(origin + addressIn.ar)).status,
        text: async (part: Language) => (await fetch(origin + addressIn[part])).text(),
      }
    })

    await test.step('schedules it, and visitors find it when its time has come', async () => {
      await button(editor.schedule).click()
      await dialog.getByLabel(editor.scheduleAt).fill('2099-01-05T09:00')
      await dialog.getByRole('button', { name: editor.scheduleSubmit, exact: true }).click()
      await expect(button(editor.unschedule)).toBeVisible()
      expect(await onSite.status()).toBe(404)
      await letItsTimeCome(desk, 'projects', Number(address.split('/').at(-1)))
      await expect.poll(onSite.status).toBe(200)
      for (const part of LANGUAGES) {
        const shown = await onSite.text(part)
        expect(shown).toContain(WRITTEN[part].title)
        for (const photograph of photographs) expect(shown).toContain(photograph[part])
      }
      await mine.open(address)
      await expect(page.getByRole('main').getByText(texts.states.published, { exact: true })).toHaveCount(2)
    })

    await test.step('changes the English, sees by which words the Arabic is behind, and mends it', async () => {
      await field('en', 'description').fill(CHANGED.en)
      const behind = editor.behindTitle.replace('{other}', parts.en).replace('{language}', parts.ar)
      await expect(page.getByText(behind)).toBeVisible()
      await expect(page.getByRole('main').getByText(texts.states.behind, { exact: true })).toHaveCount(1)
      await button(editor.seeChanges).click()
      await expect(page.locator('del').first()).toContainText('Two')
      await expect(page.locator('ins').first()).toContainText('Three')
      await expect(page.locator('p:has(> del)')).toHaveAttribute('dir', 'ltr')
      await field('ar', 'description').fill(CHANGED.ar)
      await expect(page.getByText(behind)).toHaveCount(0)
      await isSaved()
      await button(editor.publish).click()
      await expect(button(editor.publish)).toHaveAttribute('title', editor.nothingToPublish)
      await expect.poll(() => onSite.text('en')).toContain('Three cooks')
      await expect.poll(() => onSite.text('ar')).toContain('ثلاثة طهاة')
    })

    await test.step('restores the earlier English as a draft, which visitors do not see', async () => {
      await expect(revisions('en')).toHaveCount(2)
      await revisions('en').last().click()
      await expect(dialog.locator('del').first()).toContainText('Two')
      await dialog.getByRole('button', { name: editor.restore }).click()
      await expect(dialog).toHaveCount(0)
      await expect(field('en', 'description')).toHaveValue(WRITTEN.en.description)
      await expect(button(editor.publish)).not.toHaveAttribute('aria-disabled')
      expect(await onSite.text('en')).toContain('Three cooks')
    })

    await test.step('a colleague takes over and writes too: both texts are shown, and neither is lost', async () => {
      await mine.open(address)
      await mine.hearNothingOfTheLock()
      const elsewhere = await browser.newContext({ baseURL: desk.url })
      await signInAs('editor', { name: 'Karim Nabil', language, context: elsewhere })
      const other = await elsewhere.newPage()
      const theirs = editorOn(other, language)
      await theirs.open(address)
      await expect(other.getByText(editor.writing.replace('{name}', 'Rana Helmy'))).toBeVisible()
      await expect(theirs.field('en', 'title')).not.toBeEditable()
      await theirs.button(editor.takeOver).click()
      await theirs.field('en', 'title').fill('Turmeric')
      await theirs.field('ar', 'summary').fill('ملخص الزميل')
      await theirs.isSaved()

      await field('en', 'summary').fill('Only mine')
      await field('en', 'title').fill('Sumac')
      await expect(page.getByRole('alert')).toContainText(editor.conflictTitle)
      await expect(page.getByRole('alert')).toContainText('Turmeric')
      await expect(page.getByRole('alert')).toContainText('Sumac')
      await button(editor.keepMine).click()
      await isSaved()
      await elsewhere.close()
      await page.unrouteAll()
      await page.reload()
      await expect(field('en', 'title')).toHaveValue('Sumac')
      await expect(field('en', 'summary')).toHaveValue('Only mine')
      await expect(field('en', 'description')).toHaveValue(WRITTEN.en.description)
      await expect(field('ar', 'summary')).toHaveValue('ملخص الزميل')
      const ofColleague = page.getByRole('listitem').filter({ hasText: 'Karim Nabil' }).filter({ hasText: parts.en })
      await ofColleague.getByRole('button').click()
      await expect(dialog.locator('del').first()).toContainText('Turmeric')
    })
  })

async function signIn(page: Page, language: Language, { email, oneTimeSecret }: TestPerson) {
  const { signIn: texts } = deskTextsIn(language).door
  await page.goto('/')
  await page.getByLabel(texts.email, { exact: true }).fill(email)
  await page.getByLabel(texts.password, { exact: true }).fill(PASSWORD)
  await page.getByLabel(texts.code, { exact: true }).fill(await codeAt(oneTimeSecret, new Date()))
  await page.getByRole('button', { name: texts.submit, exact: true }).click()
}
