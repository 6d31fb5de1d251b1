import { type Language, localeOf } from '#texts/languages.ts'
import { callsOf } from '../support/calls.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterPageNames, starterQuestion, starterTexts } from '../support/starter-company.ts'
import { openAwake, wake } from '../support/waking.ts'

const addressIn = (language: Language, address: string) => (language === 'ar' ? `/ar${address}` : address)
const navbars = [
  { page: '/ai-startup', style: 'bar' },
  { page: '/machine-learning', style: 'masthead' },
]

const searchBox = (page: Page) => page.getByRole('combobox')
const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option')

for (const language of ['en', 'ar'] as const) {
  test.describe(`in ${language}`, () => {
    const texts = starterTexts(language)

    for (const { page: address, style } of navbars) {
      test(`the demo ${style} opens its groups one at a time and links the other language`, async ({ page }) => {
        await page.goto(addressIn(language, address))
        // The browser opens a group; the application closes it with Escape.
        await wake(page)
        const menu = page.getByRole('navigation', { name: texts['demo-navbars'].navigation })
        const { company, demos } = texts['demo-navbars'].groups
        await menu.getByText(company, { exact: true }).click()
        await expect(menu.getByRole('link', { name: texts['demo-navbars'].pages.team })).toBeVisible()
        await menu.getByText(demos, { exact: true }).click()
        await expect(menu.getByRole('link', { name: texts['demo-navbars'].pages.team })).toBeHidden()
        await expect(menu.locator('details[open] [aria-current="page"]')).toHaveAttribute(
          'href',
          addressIn(language, address),
        )
        await page.keyboard.press('Escape')
        await expect(menu.locator('details[open]')).toHaveCount(0)

        const other = language === 'ar' ? 'en' : 'ar'
        await page.getByRole('banner').locator(`a[hreflang=${other}]`).click()
        await expect(page.locator('html')).toHaveAttribute('lang', other)
        await expect(page.getByRole('banner').locator(`a[hreflang=${language}]`)).toBeVisible()
      })

      test(`the search of the demo ${style} suggests as one types, and Enter opens the first`, async ({ page }) => {
        await page.goto(addressIn(language, address))
        await searchBox(page).fill(starterPageNames(language).jobs)
        await expect(suggestions(page).first()).toContainText(starterPageNames(language).jobs)
        await searchBox(page).press('Enter')
        await expect(page).toHaveURL(addressIn(language, '/jobs'))
      })
    }

    test('the arrow keys choose a suggestion, Escape puts them away', async ({ page }) => {
      await page.goto(addressIn(language, '/ai-startup'))
      const box = searchBox(page)
      await box.fill(language === 'ar' ? 'تطوير' : 'development')
      await expect(suggestions(page)).not.toHaveCount(0)
      await expect(page.getByRole('search').getByRole('status')).toHaveText(/\S/)
      await box.press('ArrowDown')
      await box.press('ArrowDown')
      await box.press('ArrowUp')
      const chosen = page.getByRole('option', { selected: true })
      await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) as string)
      await expect(suggestions(page).first()).toHaveAttribute('aria-selected', 'true')
      await box.press('Escape')
      await expect(box).toHaveAttribute('aria-expanded', 'false')
      await box.press('ArrowDown')
      await box.press('Enter')
      await expect(page).toHaveURL(/services-details\/\d+$/)
    })

    test('the questions open and close by keyboard', async ({ page }) => {
      await page.goto(addressIn(language, '/faq'))
      const { question, answer } = starterQuestion(1, language)
      await expect(page.getByText(answer)).toBeHidden()
      await page.locator('summary', { hasText: question }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(answer)).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByText(answer)).toBeHidden()
    })

    test('the form under the questions makes no call and says that it is not open', async ({ page }) => {
      await openAwake(page, addressIn(language, '/faq'))
      await page.getByLabel(texts.forms.fields.message).pressSequentially('?')
      const calls = callsOf(page)
      await page.locator('form[method=post] button[type=submit]').click()
      await expect(page.getByText(texts.forms.notOpenYet)).toBeVisible()
      await expect(page.getByLabel(texts.forms.fields.message)).toHaveValue('?')
      expect(calls).toEqual([])
    })

    test.describe('Without JavaScript', () => {
      test.use({ javaScriptEnabled: false })

      test('the form under the questions says that it is not open, and keeps the text', async ({ page }) => {
        await page.goto(addressIn(language, '/faq'))
        await page.getByLabel(texts.forms.fields.message).fill('<b>"ماذا"?</b>')
        await page.locator('form[method=post] button[type=submit]').click()
        await expect(page.getByText(texts.forms.notOpenYet)).toBeVisible()
        await expect(page.getByLabel(texts.forms.fields.message)).toHaveValue('<b>"ماذا"?</b>')
      })
    })

    test('testimonials are paged in the address, and what lies outside is the nearest page', async ({ page }) => {
      const pager = page.getByRole('navigation', { name: texts.shell.pager.label })
      const current = pager.locator('[aria-current=page]')
      const numbered = (number: number) => new Intl.NumberFormat(localeOf(language)).format(number)
      await page.goto(addressIn(language, '/testimonials'))
      await expect(pager.locator('[rel=prev]')).toHaveCount(0)
      const firstQuote = await page.locator('blockquote').first().textContent()
      await pager.locator('[rel=next]').click()
      await expect(page).toHaveURL(addressIn(language, '/testimonials?page=2'))
      await expect(current).toHaveText(numbered(2))
      await expect(page.locator('blockquote').first()).not.toHaveText(firstQuote as string)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\?page=2$/)
      await page.goto(addressIn(language, '/testimonials?page=99'))
      await expect(current).toHaveText(numbered(3))
      await expect(pager.locator('[rel=next]')).toHaveCount(0)
    })
  })
}

test('the search forgives Arabic spelling', async ({ page }) => {
  await page.goto('/ar/ai-startup')
  const box = searchBox(page)
  for (const [typed, meant] of [
    ['الاسئله', starterTexts('ar')['demo-navbars'].pages.faq],
    ['وظايف', starterPageNames('ar').jobs],
    ['تعلُّم الاله', starterTexts('ar')['demo-navbars'].pages.machineLearning],
    ['pricing', starterTexts('ar')['demo-navbars'].pages.pricing],
  ] as const) {
    await box.fill(typed)
    await expect(suggestions(page).first()).toContainText(meant)
  }
})

test('services, projects and jobs are found by name', async ({ page, request }) => {
  await page.goto('/machine-learning')
  const [service, project, job] = await Promise.all(
    ['Services', 'all-projects', 'job'].map(
      async (path) => (await (await request.get(`/api/guest-api/${path}`)).json()).data[0],
    ),
  )
  for (const [{ title }, kind] of [
    [service, 'service'],
    [project, 'project'],
    [job, 'job'],
  ] as const) {
    await searchBox(page).fill(title)
    await expect(
      suggestions(page)
        .filter({ hasText: starterTexts('en')['demo-navbars'].kinds[kind] })
        .first(),
    ).toContainText(title)
  }
})

test.describe('while the API fails', () => {
  test.use({ expectedErrors: [/500/] })

  test('pages stay searchable', async ({ page }) => {
    await page.route('**/api/guest-api/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/ai-startup')
    await searchBox(page).fill('pric')
    await expect(suggestions(page)).toHaveCount(1)
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/pricing')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { page: address, style } of navbars) {
    test(`the demo ${style} opens its groups, and its search leads to the first thing found`, async ({ page }) => {
      const { navigation, groups, pages } = starterTexts('ar')['demo-navbars']
      await page.goto(`/ar${address}`)
      const menu = page.getByRole('navigation', { name: navigation })
      await menu.getByText(groups.company, { exact: true }).click()
      await expect(menu.getByRole('link', { name: pages.team })).toBeVisible()

      await searchBox(page).fill('وظايف')
      await searchBox(page).press('Enter')
      await expect(page).toHaveURL('/ar/jobs')
      await page.goto(`/ar${address}`)
      await searchBox(page).fill('ضظغ')
      await searchBox(page).press('Enter')
      await expect(page.getByRole('search').getByRole('paragraph')).toBeVisible()
    })
  }

  test('the menu of a narrow page reaches every page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/ai-startup')
    const { menu, pages } = starterTexts('en')['demo-navbars']
    const narrow = page.getByRole('navigation', { name: menu, exact: true })
    await narrow.locator('summary').click()
    await narrow.getByRole('link', { name: pages.comingSoon }).click()
    await expect(page).toHaveURL('/coming-soon')
  })

  test('questions open, testimonials are paged, and the form says that it is not open', async ({ page }) => {
    const { forms } = starterTexts('en')
    await page.goto('/testimonials')
    await page.locator('[rel=next]').click()
    await expect(page).toHaveURL('/testimonials?page=2')
    await page.goto('/faq')
    const { question, answer } = starterQuestion(2, 'en')
    await page.locator('summary', { hasText: question }).click()
    await expect(page.getByText(answer)).toBeVisible()
    await page.locator('form[method=post] button[type=submit]').click()
    await expect(page.getByText(forms.notOpenYet)).toBeVisible()
    await expect(page).toHaveURL('/faq')
  })
})
