import type { Locator } from '@playwright/test'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { dropPictures, textOf } from '../support/article-text.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, type OpenDesk, type Page, test } from '../support/desk-browser.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { chooseCv, openForm, submitButton } from '../support/filling-in.ts'
import { landingWord } from '../support/landing-form.ts'
import { orderOn, rowOf, wordIn } from '../support/page-form.ts'
import { aPhoto } from '../support/photographs.ts'
import { describePicture } from '../support/picture-panel.ts'
import { letItsTimeCome } from '../support/schedules.ts'
import { aCareerApplication } from '../support/submissions.ts'
import { aWordPressExport } from '../support/wordpress.ts'

// A page of the site is previewed in a frame, and the browser logs a conflict as an error.
test.use({ expectedErrors: [/^Asked http:\/\/127\.0\.0\.1|frame is sandboxed|409/] })
test.describe.configure({ mode: 'serial' })

const { content, imports, pages, pictures, redirects, reports, visitors } = deskTextsIn('en')

const ARTICLE = {
  en: {
    title: 'How a bakery counts',
    summary: 'Three pictures of one counter.',
    topic: 'Shops',
    author: 'Mona Said',
    text: 'They counted loaves.',
  },
  ar: {
    title: 'كيف يعدّ المخبز أرغفته',
    summary: 'ثلاث صور لمنضدة واحدة.',
    topic: 'متاجر',
    author: 'منى سعيد',
    text: 'كانوا يعدّون الأرغفة.',
  },
} as const
const ADDRESS = '/blog-details?note=bakery'
const PICTURE_WORDS = {
  en: ['A counter', 'A scale', 'A queue'],
  ar: ['منضدة', 'ميزان', 'طابور'],
} as const
const HERO = { en: 'Ask us\nat the fair', ar: 'اسألونا\nفي المعرض' } as const
const FAIR = { en: 'Nuqta at the fair', ar: 'نقطة في المعرض' } as const
const SERVICE = { en: 'Ledgers and stock', ar: 'الحسابات والمخزون' } as const

/** Without the browser's language cookie. */
const siteText = async ({ site }: OpenDesk, language: Language, address: string) =>
  (await fetch(site.url + addressIn(language, address))).text()

test('an article with three pictures is written in both languages and appears at its time', async ({
  page,
  browser,
  signInAs,
  desk,
}) => {
  const { texts, field, button, isSaved } = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/notes' })
  await button(texts.new.notes).click()
  for (const language of LANGUAGES)
    for (const name of ['title', 'summary', 'topic', 'author'] as const)
      await field(language, name).fill(ARTICLE[language][name])
  await page.getByLabel(texts.fields.slug, { exact: true }).fill('bakery')
  await page.getByLabel(texts.fields.published_on, { exact: true }).fill(new Date().toISOString().slice(0, 10))
  for (const language of LANGUAGES) {
    await textOf(page, language).click()
    await page.keyboard.type(ARTICLE[language].text)
  }
  const figures = (language: Language) => textOf(page, language).locator('figure')
  await dropPictures(page, 'en', [await aPhoto('counter.jpg'), await aPhoto('scale.jpg'), await aPhoto('queue.jpg')])
  await expect(figures('en')).toHaveCount(3)
  const missing = page
    .locator('[data-column=ar]')
    .getByRole('button', { name: deskTextsIn('ar').content.article.startFromOther })
  for (const left of [3, 2, 1]) {
    await expect(missing).toHaveCount(left)
    await missing.first().click()
  }
  await expect(missing).toHaveCount(0)
  for (const language of LANGUAGES)
    for (const [index, words] of PICTURE_WORDS[language].entries())
      await figures(language).nth(index).getByLabel(deskTextsIn(language).content.article.picture.words).fill(words)
  const cover = page.getByRole('group', { name: texts.fields.cover, exact: true })
  await cover.getByRole('button', { name: pictures.add }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'counter.jpg' }).click()
  await cover.getByRole('link').click()
  await describePicture(page, 'en', { name: 'counter.jpg', en: PICTURE_WORDS.en[0], ar: PICTURE_WORDS.ar[0] })
  await page.goBack()
  await expect(cover.getByRole('listitem')).toHaveCount(1)
  await isSaved()

  await button(texts.editor.schedule).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.editor.scheduleAt).fill('2099-01-05T09:00')
  await dialog.getByRole('button', { name: texts.editor.scheduleSubmit, exact: true }).click()
  await expect(button(texts.editor.unschedule)).toBeVisible()
  expect(await siteText(desk, 'en', '/blog')).not.toContain(ADDRESS)
  await letItsTimeCome(desk, 'notes', Number(page.url().split('/').at(-1)))
  for (const language of LANGUAGES) await expect.poll(() => siteText(desk, language, '/blog')).toContain(ADDRESS)

  const site = await browser.newPage({ baseURL: desk.site.url })
  await test.step('its cover is in the lists of the site and of the desk', async () => {
    await site.goto('/blog')
    const cover = site.locator(`a[href="${ADDRESS}"] img`)
    await cover.scrollIntoViewIfNeeded()
    await isDrawn(cover)
    await page.goto('/content/notes')
    await isDrawn(page.getByRole('listitem').filter({ hasText: ARTICLE.en.title }).locator('img'))
  })
  for (const language of LANGUAGES) {
    await site.goto(addressIn(language, ADDRESS))
    await expect(site.getByRole('heading', { level: 1 })).toHaveText(ARTICLE[language].title)
    for (const words of PICTURE_WORDS[language]) {
      const image = site.getByAltText(words, { exact: true })
      await image.scrollIntoViewIfNeeded()
      await isDrawn(image)
    }
  }
  await site.close()
})

test('the home page gets another opening and another order', async ({ page, signInAs, desk }) => {
  const mine = editorOn(page, 'en')
  await signInAs('editor', { open: '/pages' })
  await page.getByRole('link', { name: content.types['page-home'], exact: true }).click()
  for (const language of LANGUAGES) await wordIn(page, language, 'title').fill(HERO[language])
  await rowOf(page, 'work').locator('summary').focus()
  for (let place = 0; place < 3; place++) await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => orderOn(page))
    .toEqual(['hero', 'work', 'about', 'counters', 'services', 'process', 'reviews', 'team'])
  await expect(rowOf(page, 'work').getByRole('button', { name: pages.sections.work }).first()).toBeVisible()
  await mine.isSaved()
  await mine.publish()
  for (const language of LANGUAGES) {
    const firstLine = HERO[language].split('\n')[0] as string
    await expect.poll(() => siteText(desk, language, '/')).toContain(firstLine)
  }
})

test('a landing page for a fair has a share picture of its own', async ({ page, signInAs, desk }) => {
  const mine = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/landing-pages' })
  await mine.button(mine.texts.new['landing-pages']).first().click()
  for (const language of LANGUAGES) {
    await page
      .getByRole('group', { name: deskTextsIn(language).content.parts[language], exact: true })
      .getByLabel(deskTextsIn(language).content.ofType['landing-pages'].title, { exact: true })
      .fill(FAIR[language])
    await landingWord(page, language, 'title').fill(FAIR[language])
  }
  await page.getByLabel(mine.texts.ofType['landing-pages'].slug).fill('fair')
  await page.locator('summary', { hasText: content.searchAndShare.title }).click()
  const shared = page.getByRole('group', { name: content.fields.share_picture, exact: true })
  await shared.getByRole('button', { name: pictures.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await aPhoto('stand.jpg', { width: 1600, height: 900 }))
  await expect(dialog.getByRole('button', { name: 'stand.jpg' })).toBeVisible()
  await dialog.getByRole('button', { name: pictures.close, exact: true }).click()
  await expect(shared.getByRole('listitem')).toHaveCount(1)
  await mine.isSaved()
  await shared.getByRole('link').click()
  await describePicture(page, 'en', { name: 'stand.jpg', en: 'A stand', ar: 'جناح' })
  await page.goBack()
  await mine.publish()
  for (const language of LANGUAGES) {
    await expect.poll(() => siteText(desk, language, '/fair')).toContain(FAIR[language])
    const picture = /property="og:image" content="([^"]+)"/.exec(await siteText(desk, language, '/fair'))?.[1]
    expect(picture).toMatch(/\.jpg\?/)
    const drawn = await fetch(desk.site.url + new URL(picture as string).pathname + new URL(picture as string).search)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
})

test('a service is renamed, and its former address leads to it', async ({ page, browser, signInAs, desk }) => {
  const mine = editorOn(page, 'en')
  await signInAs('editor', { open: '/content/services' })
  await page.getByRole('main').locator('a[href="/content/services/3"]').click()
  for (const language of LANGUAGES) await mine.field(language, 'title').fill(SERVICE[language])
  await mine.isSaved()
  await mine.publish()
  await page.goto('/redirects')
  await page.getByRole('button', { name: redirects.add }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(redirects.from).fill('/erp-solution')
  await dialog.getByLabel(redirects.to).fill('/services-details/3')
  await dialog.getByRole('button', { name: redirects.add }).click()
  await expect(dialog).toHaveCount(0)
  const site = await browser.newPage({ baseURL: desk.site.url })
  for (const language of LANGUAGES)
    await expect(async () => {
      await site.goto(addressIn(language, '/erp-solution'))
      await expect(site.getByRole('heading', { level: 1 })).toHaveText(SERVICE[language], { timeout: 500 })
    }).toPass()
  expect(new URL(site.url()).pathname).toBe('/ar/services-details/3')
  await site.close()
})

test('twenty posts of WordPress become drafts after a look at them', async ({ page, signInAs }) => {
  await signInAs('editor', { open: '/content/notes' })
  await page.getByRole('button', { name: content.editor.more }).first().click()
  await page.getByRole('menuitem', { name: content.import }).click()
  await page.getByRole('button', { name: imports.add }).first().click()
  const file = { name: 'old-site.xml', mimeType: 'text/xml', buffer: aWordPressExport(20) }
  await page.getByRole('dialog').getByLabel(imports.file).setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: imports.submit }).click()
  const begin = page.getByRole('button', { name: /20/ })
  await expect(begin).toBeVisible()
  await expect(page.getByRole('table', { name: imports.items }).locator('tbody tr')).toHaveCount(20)
  const address = page.url()
  await page.goto('/content/notes?state=draft')
  await expect(page.getByText('Post 20')).toHaveCount(0)
  await page.goto(address)
  await begin.click()
  await expect(page.getByRole('status').filter({ hasText: '20' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: imports.redirects }).click()
  const lines = await (await saved).path()
  await page.getByRole('link', { name: imports.openNotes }).click()
  await expect(page.getByRole('link', { name: 'Post 20' })).toBeVisible()

  await test.step('their former addresses become redirects', async () => {
    await page.goto('/redirects')
    await page.getByRole('button', { name: redirects.import }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(redirects.file).setInputFiles(lines)
    await dialog.getByRole('button', { name: redirects.check }).click()
    await dialog.getByRole('button', { name: /20/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('rowheader', { name: '/2024/post-20', exact: true })).toBeVisible()
  })
})

test('the visitors of the fair are counted, and the one who applied', async ({ page, browser, signInAs, desk }) => {
  test.slow()
  await signInAs('editor', { open: '/visitors' })
  await page.getByRole('button', { name: visitors.campaignLink.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(visitors.campaignLink.page, { exact: true }).fill('/fair')
  await dialog.getByRole('radio', { name: visitors.languageNames.ar }).check()
  await dialog.getByLabel(visitors.campaignLink.source).fill('LinkedIn')
  await dialog.getByLabel(visitors.campaign, { exact: true }).fill('fair-2026')
  const link = (await dialog.getByRole('status').textContent()) as string
  expect(link).toBe(`${desk.site.url}/ar/fair?utm_source=linkedin&utm_campaign=fair-2026`)
  for (let visitor = 0; visitor < 5; visitor++) {
    const context = await browser.newContext({ baseURL: desk.site.url, userAgent: `${PHONE} Version/${visitor}` })
    const phone = await context.newPage()
    const seen = phone.waitForResponse((response) => new URL(response.url()).pathname === '/seen')
    await phone.goto(link)
    await seen
    if (visitor === 0) await apply(phone)
    await context.close()
  }
  await expect(async () => {
    await page.goto('/visitors')
    const row = page.getByRole('table', { name: visitors.campaigns }).getByRole('row', { name: 'fair-2026' })
    await expect(row).toContainText('5', { timeout: 5000 })
    await expect(row).toContainText(reports.tooFew)
    const steps = page.getByRole('region', { name: visitors.formNames['career-application'] }).getByRole('listitem')
    const [seen, begun, sent] = await steps.all()
    for (const step of [seen, begun]) await expect(step as Locator).toContainText('1', { timeout: 5000 })
    // An application of another test, whose browser is not counted, is sent all the same.
    await expect(sent as Locator).toContainText(/[1-9]/, { timeout: 5000 })
  }).toPass({ timeout: 100_000 })
  await expect(page.getByText(FAIR.en)).toBeVisible()
})

const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari'

async function apply(page: Page) {
  const application = aCareerApplication()
  await openForm(page, '/ar/careerApply/1', application)
  await chooseCv(page)
  await submitButton(page).click()
  await expect(page.locator('main').getByRole('status').first()).toContainText(application.email)
}
