import { readRecord } from '#domain/content/records.ts'
import problems from '#texts/desk/en/problems.json' with { type: 'json' }
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

// The browser logs refusals and lost connections as errors.
test.use({ expectedErrors: [/409|422|403|ERR_INTERNET_DISCONNECTED/] })

const FIRST = {
  title: 'Night shift',
  summary: 'Somebody answers at three',
  description: 'We have two people.\n\nBoth answer.',
}
const SECOND = { title: 'وردية ليلية', summary: 'ثمة من يرد في الثالثة', description: 'لدينا شخصان يردّان.' }

for (const language of languagesByTurn(0))
  test(`an editor writes a service, publishes, and restores a revision (${language})`, async ({ page, signInAs }) => {
    const { texts, field, button, checks, revisions, isSaved } = editorOn(page, language)
    const { editor, parts } = texts
    await signInAs('editor', { language, open: '/content/services' })
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/content/services/new')

    await test.step('a missing answer links to its field', async () => {
      await button(editor.publish).click()
      await checks.filter({ hasText: `${texts.fields.summary} · ${parts.ar}` }).click()
      await expect(field('ar', 'summary')).toBeFocused()
      await expect(field('ar', 'summary')).toHaveAttribute('dir', 'rtl')
      await expect(field('ar', 'summary')).toHaveAttribute('lang', 'ar')
    })
    for (const name of ['title', 'summary', 'description'] as const) {
      await field('en', name).fill(FIRST[name])
      await field('ar', name).fill(SECOND[name])
    }
    await expect(checks.filter({ hasText: texts.checks.paragraphsDiffer })).toBeVisible()
    // A typo that needs no change in the English.
    await page.getByLabel(editor.small).check()
    await field('ar', 'description').fill('لدينا شخصان.\n\nكلاهما يرد.')
    await expect(page.getByText(editor.ready)).toBeVisible()
    await isSaved()
    const address = new URL(page.url()).pathname
    await button(editor.publish).click()
    await expect(button(editor.publish)).toHaveAttribute('title', editor.nothingToPublish)
    await expect(page.getByRole('main').getByText(texts.states.published, { exact: true })).toHaveCount(2)

    await test.step('a changed English leaves the Arabic behind, and shows the words', async () => {
      await field('en', 'description').fill('We have three people.\n\nBoth answer.')
      await button(editor.seeChanges).click()
      await expect(page.locator('del')).toContainText('two')
      await expect(page.locator('ins')).toContainText('three')
      await expect(page.locator('p:has(> del)')).toHaveAttribute('lang', 'en')
      await expect(page.locator('p:has(> del)')).toHaveAttribute('dir', 'ltr')
      await page.goto('/content/services?state=behind')
      await page.locator(`a[href="${address}"]`).click()
    })
    await field('ar', 'description').fill('لدينا ثلاثة أشخاص.\n\nكلاهما يرد.')
    await expect(button(editor.seeChanges)).toHaveCount(0)
    await isSaved()
    await button(editor.publish).click()
    await expect(button(editor.publish)).toHaveAttribute('title', editor.nothingToPublish)

    await test.step('an earlier version is compared, and restored as a draft', async () => {
      await expect(revisions('en')).toHaveCount(2)
      await revisions('en').last().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('del')).toContainText('two')
      await dialog.getByRole('button', { name: editor.restore }).click()
      await expect(dialog).toHaveCount(0)
      await expect(field('en', 'description')).toHaveValue(FIRST.description)
      await expect(button(editor.publish)).not.toHaveAttribute('aria-disabled')
    })
  })

test('a second editor takes over, and both conflicting texts are shown', async ({ page, browser, signInAs, desk }) => {
  const mine = editorOn(page, 'en')
  const { editor } = mine.texts
  await signInAs('editor', { name: 'Rana Helmy' })
  await mine.open('/content/services/2')
  await mine.hearNothingOfTheLock()
  const context = await browser.newContext({ baseURL: desk.url })
  await signInAs('editor', { name: 'Karim Nabil', context })
  const other = await context.newPage()
  const theirs = editorOn(other, 'en')
  await theirs.open('/content/services/2')
  await expect(other.getByText('Rana Helmy is writing here.')).toBeVisible()
  await expect(theirs.field('en', 'title')).not.toBeEditable()
  await theirs.button(editor.takeOver).click()
  await theirs.field('en', 'title').fill('Theirs')
  await theirs.field('ar', 'title').fill('عنوانهم')
  await theirs.isSaved()

  await mine.field('en', 'summary').fill('Only mine')
  await mine.field('en', 'title').fill('Mine')
  await expect(page.getByRole('alert')).toContainText(editor.conflictTitle)
  await expect(page.getByRole('alert')).toContainText('Theirs')
  await expect(mine.field('en', 'title')).toHaveValue('Mine')
  await expect(mine.field('en', 'summary')).toHaveValue('Only mine')
  await mine.button(editor.keepMine).click()
  await mine.isSaved()
  await page.unrouteAll()
  await page.reload()
  await expect(mine.field('en', 'title')).toHaveValue('Mine')
  await expect(mine.field('en', 'summary')).toHaveValue('Only mine')
  await expect(mine.field('ar', 'title')).toHaveValue('عنوانهم')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Karim Nabil' })
    .filter({ hasText: mine.texts.parts.en })
    .getByRole('button')
    .click()
  await expect(page.getByRole('dialog').locator('del').first()).toContainText('Theirs')
  await context.close()
})

test('text typed offline is kept, and restored after the page has crashed', async ({ page, context, signInAs }) => {
  const { texts, field } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/services/3' })
  await expect(field('en', 'summary')).toBeEditable()
  await context.setOffline(true)
  await field('en', 'summary').fill('Typed in a tunnel')
  await expect(page.getByText(texts.editor.offline)).toBeVisible()
  // A closing page sends a last time, past the connection cut for the page.
  await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => {})])
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  const later = editorOn(again, 'en')
  await again.goto('/')
  await expect(again.getByText(texts.keptText)).toBeVisible()
  await again.goto('/content/jobs')
  await again.getByRole('link', { name: 'Typed in a tunnel' }).click()
  await expect(later.field('en', 'summary')).toHaveValue('Typed in a tunnel')
  await expect(again.getByText(texts.editor.restored)).toBeVisible()
  await later.isSaved()
  await again.reload()
  await expect(later.field('en', 'summary')).toHaveValue('Typed in a tunnel')
  await expect(again.getByText(texts.editor.restored)).toHaveCount(0)
  await again.goto('/content/jobs')
  await expect(again.getByRole('list', { name: texts.types.jobs })).toBeVisible()
  await expect(again.getByText(texts.keptText)).toHaveCount(0)
})

test('leaving the screen stores the text, and text from a word processor arrives clean', async ({ page, signInAs }) => {
  const { texts, field } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/jobs/2' })
  const list = field('en', 'requirements')
  await list.fill('')
  await list.evaluate((area: HTMLTextAreaElement) => {
    area.focus()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '·\tOne\u00a0thing\r\n·\tAnother\r\n')
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(list).toHaveValue('One thing\nAnother')
  await page.getByRole('main').getByRole('link', { name: texts.types.jobs, exact: true }).click()
  await expect(page.getByRole('list', { name: texts.types.jobs })).toBeVisible()
  await page.goBack()
  await expect(list).toHaveValue('One thing\nAnother')
})

test('a trailing blank, a deleted letter and an unfinished line are saved as typed', async ({ page, signInAs }) => {
  const { texts, field, open, isSaved } = editorOn(page, 'en')
  const isSettled = async () => {
    await isSaved()
    await expect(page.getByText(texts.editor.conflictTitle)).toHaveCount(0)
  }
  await signInAs('editor')
  await open('/content/jobs/3')
  const title = field('en', 'title')
  await title.fill('Cloud')
  await isSettled()
  await title.press('End')
  await page.keyboard.type(' ')
  await isSettled()
  await page.keyboard.type('hosting')
  await isSettled()
  await expect(title).toHaveValue('Cloud hosting')

  await test.step('a letter that is taken back at once', async () => {
    await page.keyboard.type('x')
    await page.keyboard.press('Backspace')
    await isSettled()
  })
  await test.step('a line of a list that is begun', async () => {
    await field('en', 'requirements').press('Control+End')
    await page.keyboard.press('Enter')
    await isSettled()
  })
  await test.step('a mark that the server leaves out', async () => {
    await field('en', 'location').fill('Ca\ufeffiro')
    await isSettled()
    await expect(field('en', 'location')).toHaveValue('Cairo')
  })
  await page.reload()
  await expect(title).toHaveValue('Cloud hosting')
})

test("confirming against a colleague's newer text shows the newer text", async ({ page, browser, signInAs, desk }) => {
  const mine = editorOn(page, 'en')
  const { editor, parts } = mine.texts
  await signInAs('editor')
  await mine.open('/content/services/5')
  await mine.hearNothingOfTheLock()
  await mine.field('en', 'title').fill('What I compared')
  await mine.isSaved()
  const context = await browser.newContext({ baseURL: desk.url })
  await signInAs('editor', { context })
  const other = await context.newPage()
  const theirs = editorOn(other, 'en')
  await theirs.open('/content/services/5')
  await theirs.button(editor.takeOver).click()
  await theirs.field('en', 'title').fill('What nobody compared')
  await theirs.isSaved()

  const stillRight = mine.button(editor.stillRight.replace('{language}', parts.ar))
  // The typed text is stored first, and the response brings theirs.
  await mine.field('ar', 'summary').fill('ملخص آخر')
  await stillRight.click()
  await expect(page.getByRole('alert')).toContainText(problems.conflict)
  await mine.button(editor.seeChanges).last().click()
  await expect(page.locator('ins').first()).toContainText('nobody')
  await stillRight.click()
  await expect(stillRight).toHaveCount(0)
  await context.close()
})

test('a draft is previewed in its page, in both languages, by a link', async ({ page, signInAs, request }) => {
  const { texts, field, button } = editorOn(page, 'en')
  const { editor, parts } = texts
  await signInAs('editor', { open: '/content/services/1' })
  await field('ar', 'title').fill('عنوان لم يُنشر')
  await button(editor.preview).click()
  const link = page.getByRole('link', { name: editor.previewOpenIn.replace('{language}', parts.ar) })
  const address = (await link.getAttribute('href')) as string
  expect(await (await request.get(address)).text()).toContain('عنوان لم يُنشر')
  const [published] = address.split('?')
  expect(await (await request.get(published as string)).text()).not.toContain('عنوان لم يُنشر')
  await button(editor.endPreviews).click()
  await expect(page.getByRole('dialog').getByText(editor.previewsEnded)).toBeVisible()
  await expect(link).toHaveCount(0)
  expect((await request.get(address)).status()).toBe(404)
})

test('publishing at a time: a skipped hour is explained, and a schedule can be undone', async ({ page, signInAs }) => {
  const { texts, field, button, isSaved } = editorOn(page, 'en')
  const { editor } = texts
  await signInAs('editor', { open: '/content/services/4' })
  await field('en', 'summary').fill('Soon')
  await isSaved()
  await button(editor.schedule).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: editor.scheduleSubmit })
  await dialog.getByLabel(editor.scheduleAt).fill('2027-04-30T00:30')
  await submit.click()
  await expect(dialog.getByText(deskTextsIn('en')['field-errors'].timeSkipped)).toBeVisible()
  await dialog.getByLabel(editor.scheduleAt).fill('2099-01-05T09:00')
  await submit.click()
  const note = page.getByText(editor.scheduledFor.replace('{when}', '5 January 2099 09:00'))
  await expect(note).toBeVisible()
  await button(editor.unschedule).click()
  await expect(note).toHaveCount(0)

  await test.step('publishing something newer ends a schedule, and says so', async () => {
    await button(editor.schedule).click()
    await dialog.getByLabel(editor.scheduleAt).fill('2099-01-05T09:00')
    await submit.click()
    await expect(note).toBeVisible()
    await field('en', 'summary').fill('Now')
    await isSaved()
    await button(editor.publish).click()
    await dialog.getByRole('button', { name: editor.publishBehind }).click()
    const ended = editor.scheduleEnded.replace('{when}', '5 January 2099 09:00')
    await expect(page.getByRole('main').getByText(ended)).toBeVisible()
    await expect(note).toHaveCount(0)
    await field('en', 'summary').fill('Soon')
    await isSaved()
  })

  await button(editor.more).click()
  await page.getByRole('menuitem', { name: editor.discard }).click()
  await dialog.getByRole('button', { name: editor.discard }).click()
  await expect(field('en', 'summary')).not.toHaveValue('Soon')
})

test('an unpublished record can be deleted, and a published one taken off the site', async ({ page, signInAs }) => {
  const { texts, field, button, isSaved } = editorOn(page, 'en')
  const { editor } = texts
  await signInAs('editor', { open: '/content/categories' })
  await button(texts.new.categories).click()
  await field('en', 'name').fill('Robots')
  await field('ar', 'name').fill('روبوتات')
  await isSaved()
  const choose = async (name: string) => {
    await button(editor.more).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  await button(editor.publish).click()
  await expect(button(editor.publish)).toHaveAttribute('title', editor.nothingToPublish)
  await choose(editor.unpublish)
  await expect(button(editor.publish)).not.toHaveAttribute('aria-disabled')
  await page.goto('/content/categories')
  await button(texts.new.categories).click()
  await field('en', 'name').fill('Ships')
  await expect(page).toHaveURL(/\/content\/categories\/\d+$/)
  await choose(editor.remove)
  await expect(page).toHaveURL('/content/categories')
  await expect(page.getByRole('link', { name: texts.untitled })).toHaveCount(0)
})

test('records are put in order by keys, by a menu and by dragging', async ({ page, signInAs }) => {
  const { texts } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/team' })
  const rows = page.getByRole('list', { name: texts.types.team }).getByRole('listitem')
  const names = () =>
    rows.getByRole('link').evaluateAll((links) => links.map(({ firstChild }) => firstChild?.textContent))
  await expect(rows.first()).toBeVisible()
  const [one, two, three, ...rest] = await names()
  const ordered = () => page.waitForResponse((response) => response.url().endsWith('/order') && response.ok())
  const handle = (index: number) => rows.nth(index).getByRole('button').first()

  let stored = ordered()
  await handle(0).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await stored
  await expect.poll(names).toEqual([two, one, three, ...rest])
  await expect(page.getByRole('status').filter({ hasText: 'place 2 of' })).toBeAttached()
  await expect(handle(1)).toBeFocused()

  stored = ordered()
  await rows.nth(1).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: texts.moveDown }).click()
  await stored
  await expect.poll(names).toEqual([two, three, one, ...rest])

  stored = ordered()
  await handle(2).dragTo(rows.nth(0))
  await stored
  await page.reload()
  await expect.poll(names).toEqual([one, two, three, ...rest])
})

for (const language of languagesByTurn(1))
  test(`the list is filtered by words and states, and Today leads to it (${language})`, async ({ page, signInAs }) => {
    const { texts, field, isSaved } = editorOn(page, language)
    await signInAs('editor', { language, open: '/content/jobs/3' })
    await field('en', 'description').pressSequentially(' More.')
    await isSaved()
    await page.goto('/')
    await page.getByRole('link', { name: new RegExp(`^${texts.types.jobs}: ${texts.states.behind}`) }).click()
    await expect(page).toHaveURL('/content/jobs?state=behind')
    const rows = page.getByRole('list', { name: texts.types.jobs }).getByRole('listitem')
    await expect(rows.first()).toContainText(texts.states.behind)
    await page.goto('/content/projects')
    await page.getByRole('searchbox', { name: texts.searchLabel }).fill('أنبوبه')
    const found = page.getByRole('list', { name: texts.types.projects }).getByRole('listitem')
    await expect(found).toHaveCount(1)
    await expect(found.locator('[lang="ar"]')).toHaveAttribute('dir', 'rtl')
    await expect(found.locator('[lang="en"]')).toHaveAttribute('dir', 'ltr')
  })

for (const language of languagesByTurn(0))
  test(`a new job (${language}) opens without errors and is stored with its first letter`, async ({
    page,
    signInAs,
  }) => {
    const { texts, field, button, isSaved } = editorOn(page, language)
    const checks = page.getByRole('complementary')
    await signInAs('editor', { language, open: '/content/jobs' })
    const list = page.getByRole('list', { name: texts.types.jobs }).getByRole('listitem')
    await expect(list.first()).toBeVisible()
    const before = await list.count()
    await button(texts.new.jobs).click()
    await expect(page).toHaveURL('/content/jobs/new')
    await expect(page.getByText(texts.editor.notStored)).toBeVisible()
    await expect(checks).not.toContainText(texts.editor.blocking)
    await expect(page.locator('[aria-invalid]')).toHaveCount(0)
    for (const each of LANGUAGES) {
      const { required } = deskTextsIn(each).content.form
      await expect(field(each, 'city')).toHaveAccessibleDescription(required.unlessRemote)
      const label = page.locator(`label[for="${await field(each, 'city').getAttribute('id')}"]`)
      await expect(label).toHaveCSS('direction', each === 'ar' ? 'rtl' : 'ltr')
    }
    await page.goto('/content/jobs')
    await expect(list).toHaveCount(before)

    await button(texts.new.jobs).click()
    await field('en', 'title').pressSequentially('Glassblower')
    await expect(page).toHaveURL(/\/content\/jobs\/\d+$/)
    await field('en', 'title').pressSequentially(' by trade')
    await isSaved()
    await expect(field('en', 'title')).toBeFocused()
    await expect(field('en', 'title')).toHaveValue('Glassblower by trade')
    await field('ar', 'title').focus()
    await field('ar', 'description').focus()
    await expect(field('ar', 'title')).toHaveAccessibleDescription(new RegExp(texts.checks.missing))
    await expect(page.locator('[aria-invalid]')).toHaveCount(1)
    await button(texts.editor.publish).click()
    await expect(checks).toContainText(texts.editor.blocking)
    await expect(field('ar', 'title')).toBeFocused()
    expect(await page.locator('[aria-invalid]').count()).toBeGreaterThan(5)
    await page.goto('/content/jobs')
    await expect(list).toHaveCount(before + 1)
  })

test('a closed page frees its lock', async ({ page, browser, signInAs, desk }) => {
  const { open } = editorOn(page, 'en')
  await signInAs('editor', { name: 'Rana Helmy' })
  await open('/content/reviews/1')
  const other = await browser.newContext({ baseURL: desk.url })
  await signInAs('editor', { name: 'Karim Nabil', context: other })
  const isFree = async () => {
    const asked = { headers: { 'x-desk': '1' }, data: { isTakeOver: false } }
    return ((await (await other.request.put('/api/content/reviews/1/lock', asked)).json()) as { isMine: boolean })
      .isMine
  }
  expect(await isFree()).toBe(false)
  await page.goto('about:blank')
  await expect.poll(isFree).toBe(true)
  await other.close()
})

for (const language of languagesByTurn(0))
  test(`in ${language} publishing while one language is behind asks once more`, async ({ page, signInAs }) => {
    const { texts, field, button, open } = editorOn(page, language)
    const { editor } = texts
    await signInAs('editor', { language })
    await open(`/content/team/${language === 'en' ? 3 : 4}`)
    await field('en', 'role').fill('Keeps the lights on')
    await expect(button(editor.seeChanges)).toBeVisible()
    await button(editor.publish).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(editor.behindText)
    await dialog.getByRole('button', { name: deskTextsIn(language).shell.cancel, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await button(editor.publish).click()
    await dialog.getByRole('button', { name: editor.publishBehind, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(button(editor.publish)).toHaveAttribute('title', editor.nothingToPublish)
  })

const WORDS: Record<Language, string[]> = { en: ['measured', 'kitchen'], ar: ['مطبخ', 'مدروس'] }
const TITLE_LINES = 2

for (const language of LANGUAGES)
  test(`a title without a warning fits its card (${language})`, async ({ page, browser, signInAs, desk }) => {
    const { texts, field, checks, open, isSaved } = editorOn(page, 'en')
    const words = (count: number) =>
      Array.from({ length: count }, (_, index) => WORDS[language][index % 2] as string).join(' ')
    const site = await browser.newPage({ baseURL: desk.site.url })
    /** The number of words that fit the card. */
    const roomOn = async (width: number) => {
      await site.setViewportSize({ width, height: 900 })
      await site.goto(`${language === 'ar' ? '/ar' : ''}/projectsOverView/0`)
      await wake(site)
      const heading = site.locator('main li h2').first()
      return heading.evaluate(
        async (element, { longer, lines }) => {
          await document.fonts.load(getComputedStyle(element).font, longer.join(''))
          const linesOf = (text: string) => {
            element.textContent = text
            const { height } = element.getBoundingClientRect()
            return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight))
          }
          return longer.filter((text) => linesOf(text) <= lines).length
        },
        { longer: Array.from({ length: 20 }, (_, index) => words(index + 1)), lines: TITLE_LINES },
      )
    }
    const room = Math.min(await roomOn(1440), await roomOn(390))
    await site.close()
    expect(room).toBeLessThan(20)

    await signInAs('editor')
    // A record for each: the previous editor may still hold the first.
    await open(`/content/projects/${language === 'en' ? 2 : 3}`)
    const told = checks
      .filter({ hasText: `${texts.fields.title} · ${texts.parts[language]}` })
      .filter({ hasText: 'too long for its card' })
    await field(language, 'title').fill(words(room + 1))
    await isSaved()
    await expect(told).toHaveCount(1)
    await field(language, 'title').fill(words(room))
    await expect(told).toHaveCount(0)
    await isSaved()
  })

for (const language of languagesByTurn(1))
  test(`on a phone the list shows the state of both languages (${language})`, async ({ page, signInAs }) => {
    const { texts } = editorOn(page, language)
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs('editor', { language })
    for (const type of ['projects', 'case-studies'] as const) {
      await page.goto(`/content/${type}`)
      const list = page.getByRole('list', { name: texts.types[type] })
      await expect(list.getByRole('listitem').first()).toBeVisible()
      expect(await list.evaluate(partsOutside)).toEqual([])
      const kinds = page.getByRole('navigation', { name: texts.typesLabel })
      await expect(kinds.getByRole('link', { name: texts.types[type] })).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
  })

/** Elements that are only visible after scrolling sideways. */
const partsOutside = (element: Element) =>
  [...element.querySelectorAll('*')].flatMap((part) => {
    const { left, right, width } = part.getBoundingClientRect()
    return width > 0 && (left < 0 || right > innerWidth) ? [part.textContent] : []
  })

for (const language of languagesByTurn(1))
  test(`a long line wraps in a growing field, and no input breaks a line (${language})`, async ({ page, signInAs }) => {
    const { field, isSaved } = editorOn(page, language)
    await signInAs('editor', { language, open: '/content/questions/1' })
    const [answer, other] = [field('en', 'answer'), field('ar', 'answer')]
    const heightOf = async (locator: typeof answer) => (await locator.boundingBox())?.height ?? 0
    await answer.fill('Short.')
    const short = await heightOf(answer)
    await answer.fill('A long answer that is read as one line. '.repeat(30).trim())
    expect(await heightOf(answer)).toBeGreaterThan(short * 2)
    // The whole text is visible in the field, and both languages are as tall.
    expect(await answer.evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(1)
    expect(Math.abs((await heightOf(other)) - (await heightOf(answer)))).toBeLessThanOrEqual(1)

    await answer.fill('One')
    await answer.press('Enter')
    await answer.pressSequentially('two')
    await expect(answer).toHaveValue('Onetwo')
    await answer.fill('Three\nfour\n\nfive')
    await expect(answer).toHaveValue('Three four five')
    await isSaved()
    await page.reload()
    await expect(answer).toHaveValue('Three four five')

    await page.goto('/content/services/4')
    await expect(field('en', 'title')).toHaveJSProperty('tagName', 'INPUT')
    await field('en', 'description').fill('One')
    await field('en', 'description').press('Enter')
    await field('en', 'description').pressSequentially('two')
    await expect(field('en', 'description')).toHaveValue('One\ntwo')
  })

test('text typed offline is sent once online, from any screen', async ({ page, context, signInAs, desk }) => {
  const { texts, field } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/services' })
  await page.locator('a[href="/content/services/5"]').click()
  await expect(field('en', 'summary')).toBeEditable()
  await context.setOffline(true)
  await field('en', 'summary').fill('Typed and left')
  await expect(page.getByText(texts.editor.offline)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.types.services, exact: true }).click()
  await expect(field('en', 'summary')).toHaveCount(0)
  await context.setOffline(false)
  await expect
    .poll(async () => {
      const written = await readRecord(desk.database.queries, 'services', 5)
      return written?.parts.en.fields.summary
    })
    .toBe('Typed and left')
})

test('text typed offline and left is restored, continued and stored as one text', async ({ page, signInAs, desk }) => {
  const { texts, field, isSaved } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/services' })
  await page.locator('a[href="/content/services/6"]').click()
  await expect(field('en', 'summary')).toBeEditable()
  // The server refuses drafts only.
  await page.route('**/api/content/services/6', (route) =>
    route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  )
  await field('en', 'summary').fill('Begun')
  await expect(page.getByText(texts.editor.offline)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.types.services, exact: true }).click()
  await expect(page.getByRole('list', { name: texts.types.services })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(texts.editor.restored)).toBeVisible()
  await expect(field('en', 'summary')).toHaveValue('Begun')
  await field('en', 'summary').fill('Begun and ended')
  await page.getByRole('main').getByRole('link', { name: texts.types.services, exact: true }).click()
  await page.reload()
  await page.goto('/content/services/6')
  await expect(field('en', 'summary')).toHaveValue('Begun and ended')
  await page.unrouteAll()
  await isSaved()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const written = await readRecord(desk.database.queries, 'services', 6)
  expect(written?.parts.en.fields.summary).toBe('Begun and ended')
  // Nothing is left in the browser's storage.
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('services/6')))
  await expect.poll(kept).toEqual([])
})
