import { LANGUAGES, type Language } from '#texts/languages.ts'
import { goToEnd, textOf } from '../support/article-text.ts'
import { addArticle, bodyOfArticle } from '../support/articles.ts'
import { expectAccessible } from '../support/axe.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, type OpenDesk, type Page, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'

const textsIn = (language: Language) => deskTextsIn(language).content.article
const listOf = (page: Page, language: Language) =>
  page.getByRole('listbox', { name: textsIn(language).blocks.label, exact: true })

const BODIES = { en: 'First.', ar: 'أول فقرة.' }
const addressOf = async ({ database }: OpenDesk) => `/content/notes/${await addArticle(database, BODIES)}`

/** The option that a screen reader hears. */
const heard = (page: Page, language: Language) =>
  textOf(page, language).evaluate((text) => {
    const option = document.getElementById(text.getAttribute('aria-activedescendant') ?? '')
    return option?.ariaSelected === 'true' && document.activeElement === text ? option.innerText.trim() : null
  })

for (const language of LANGUAGES)
  test(`a block is chosen by / and its name (${language})`, async ({ page, signInAs, desk }) => {
    const { tools, blocks } = textsIn(language)
    const typed = {
      en: { heading: 'sma', list: 'قائمة', none: 'xyz' },
      ar: { heading: 'فرعي', list: 'list', none: 'ضضض' },
    }
    const { isSaved } = editorOn(page, language)
    const id = await addArticle(desk.database, BODIES)
    const list = listOf(page, language)
    const last = textOf(page, language).locator('> *').last()
    await signInAs('editor', { language, open: `/content/notes/${id}` })
    await goToEnd(page, language)

    await page.keyboard.type('/')
    await expect(list.getByRole('option')).toHaveCount(10)
    await expect.poll(() => heard(page, language)).toBe(tools.heading)
    await expectAccessible(page)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => heard(page, language)).toBe(tools.picture)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => heard(page, language)).toBe(tools.smallHeading)

    await page.keyboard.type(typed[language].none)
    await expect(page.getByText(blocks.none).last()).toBeVisible()
    await expect(list).toBeHidden()
    for (const _ of typed[language].none) await page.keyboard.press('Backspace')
    await page.keyboard.type(typed[language].heading)
    await expect(list.getByRole('option')).toHaveText([tools.smallHeading])
    await page.keyboard.press('Enter')
    await page.keyboard.type('One')
    await expect(textOf(page, language).locator('h3').last()).toHaveText('One')
    await expect(list).toBeHidden()

    await page.keyboard.press('Enter')
    await page.keyboard.type(`/${typed[language].list}`)
    await list.getByRole('option', { name: tools.numbers }).click()
    await page.keyboard.type('Two')
    await expect(textOf(page, language).locator('ol').last()).toHaveText('Two')
    await isSaved()
    await expect.poll(() => bodyOfArticle(desk.database, id, language)).toBe(`${BODIES[language]}\n\n### One\n\n1. Two`)

    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(last).toHaveText(`/${typed[language].list}`)
    await expect(list).toBeHidden()
  })

test('what is no name stays as text', async ({ page, signInAs, desk }) => {
  await signInAs('editor', { open: await addressOf(desk) })
  const list = listOf(page, 'en')
  const last = textOf(page, 'en').locator('> *').last()
  await goToEnd(page, 'en')

  await test.step('after Escape', async () => {
    await page.keyboard.type('/ta')
    await expect(list).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await page.keyboard.type('x')
    await expect(last).toHaveText('/tax')
    await expect(list).toBeHidden()
    await page.keyboard.press('Enter')
  })

  await test.step('after a blank', async () => {
    await page.keyboard.type('/ and')
    await expect(list).toBeHidden()
    await expect(last).toHaveText('/ and')
    await page.keyboard.press('Enter')
  })

  await test.step('without the sign', async () => {
    await page.keyboard.type('/')
    await expect(list).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(list).toBeHidden()
    await expect(last).toHaveText('')
  })

  await test.step('after a click elsewhere', async () => {
    await page.keyboard.type('/q')
    await expect(list).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(list).toBeHidden()
    await expect(last).toHaveText('/q')
    await goToEnd(page, 'en')
    await expect(list).toBeHidden()
  })

  await test.step('within a text', async () => {
    await page.keyboard.type('and/or')
    await page.keyboard.press('Home')
    await page.keyboard.type('/')
    await expect(last).toHaveText('/and/or')
    await expect(list).toBeHidden()
    await goToEnd(page, 'en')
  })

  await test.step('in code and in a list', async () => {
    await page.keyboard.type('- ')
    await page.keyboard.type('/')
    await expect(last.locator('li')).toHaveText('/')
    await expect(list).toBeHidden()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/code')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await expect(textOf(page, 'en').locator('pre')).toHaveText('/')
    await expect(list).toBeHidden()
  })
})

test('a line and a picture leave the caret below them', async ({ page, signInAs, desk }) => {
  await signInAs('editor', { open: await addressOf(desk) })
  const text = textOf(page, 'en')
  await goToEnd(page, 'en')
  await page.keyboard.type('/line')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Below')
  await expect(text.locator('hr + p')).toHaveText('Below')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/صورة')
  await page.keyboard.press('Enter')
  const library = page.getByRole('dialog')
  await expect(library).toBeVisible()
  await expect(text.locator('> *').last()).toHaveText('')
  await page.keyboard.press('Escape')
  await page.keyboard.type('Next')
  await expect(text.locator('> *').last()).toHaveText('Next')
})

test('the list of keys names the menu', async ({ page, signInAs, desk }) => {
  await signInAs('editor', { open: await addressOf(desk) })
  await expect(textOf(page, 'en')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText(textsIn('en').keys.block)).toBeVisible()
})

test('nothing opens while a colleague writes', async ({ page, browser, signInAs, desk }) => {
  const open = await addressOf(desk)
  const context = await browser.newContext({ baseURL: desk.url })
  await signInAs('editor', { context })
  const theirs = editorOn(await context.newPage(), 'en')
  await theirs.open(open)
  await signInAs('editor', { open })
  await expect(textOf(page, 'en')).toHaveAttribute('aria-readonly', 'true')
  await textOf(page, 'en').click()
  await page.keyboard.type('/')
  await expect(listOf(page, 'en')).toBeHidden()
  await expect(textOf(page, 'en')).toHaveText(BODIES.en)
  await context.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 500 }, colorScheme: 'dark' })
  test('the list is seen whole at the end of the window', async ({ page, signInAs, desk }) => {
    await signInAs('editor', { language: 'ar', open: await addressOf(desk) })
    await goToEnd(page, 'ar')
    await page.keyboard.type('/')
    const list = listOf(page, 'ar')
    await expect(list).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.keyboard.press('ArrowUp')
    await expect(list.getByRole('option').last()).toBeInViewport({ ratio: 1 })
  })
})
