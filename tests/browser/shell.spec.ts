import en from '#texts/en/shell.json' with { type: 'json' }
import { asInOlderBrowser } from '../support/older-browser.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterNavigation, starterPageNames } from '../support/starter-company.ts'
import { openAwake, wake } from '../support/waking.ts'

const PAGE_NAMES = starterPageNames('en')

const html = (page: Page) => page.locator('html')
const navbar = (page: Page) => page.getByRole('banner')
const chooseLanguage = async (page: Page, name: string) => {
  await navbar(page).locator('summary').click()
  await navbar(page).locator('details').getByRole('link', { name }).click()
}
const savedLanguage = (page: Page) => page.evaluate(() => localStorage.getItem('language'))

test.describe('The language', () => {
  test('is English at the first visit, and Arabic from the next page on once it is chosen', async ({ page }) => {
    await page.goto('/about')
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await expect(html(page)).toHaveAttribute('dir', 'ltr')

    await chooseLanguage(page, 'العربية')
    await expect(html(page)).toHaveAttribute('lang', 'ar')
    await expect(html(page)).toHaveAttribute('dir', 'rtl')
    await expect(page).toHaveURL('/ar/about')
    expect(await savedLanguage(page)).toBe('ar')

    await page.goto('/')
    await expect(html(page)).toHaveAttribute('lang', 'ar')
  })

  test('that was saved wins over the cookie that mirrors it', async ({ page, context, baseURL }) => {
    await page.goto('/about')
    await page.evaluate(() => localStorage.setItem('language', 'ar'))
    await context.addCookies([{ name: 'language', value: 'en', url: baseURL }])
    await page.goto('/about')
    await expect(html(page)).toHaveAttribute('lang', 'ar')
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('ar')
  })

  test('that was saved as English wins over a cookie that says Arabic', async ({ page, context, baseURL }) => {
    await page.goto('/about')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await context.addCookies([{ name: 'language', value: 'ar', url: baseURL }])
    await page.goto('/faq?x=1#questions')
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await expect(page).toHaveURL('/faq?x=1#questions')
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en')
  })

  test('of an Arabic address is kept by its links and saved for later', async ({ page }) => {
    await page.goto('/ar/about')
    await expect(html(page)).toHaveAttribute('lang', 'ar')
    expect(await savedLanguage(page)).toBe('ar')
    for (const link of await page.locator('header nav a, footer nav a').all())
      await expect(link).toHaveAttribute('href', /^\/ar(\/|$)/)

    await navbar(page).locator('nav a').nth(2).click()
    await expect(page).toHaveURL('/ar/projects')
    await expect(html(page)).toHaveAttribute('lang', 'ar')
  })

  test('English on an Arabic address leads to the plain one', async ({ page }) => {
    await page.goto('/ar/about')
    await chooseLanguage(page, 'English')
    await expect(page).toHaveURL('/about')
    await expect(html(page)).toHaveAttribute('lang', 'en')
    expect(await savedLanguage(page)).toBe('en')
  })

  for (const address of ['/ar/about', '/about'])
    test(`opened in a tab of its own from ${address} is the one that was chosen`, async ({ page, context }) => {
      await page.goto('/ar/about')
      await page.goto(address)
      await navbar(page).locator('summary').click()
      const opened = context.waitForEvent('page')
      await navbar(page)
        .locator('details')
        .getByRole('link', { name: 'English' })
        .click({ modifiers: ['Control'] })
      const tab = await opened
      await expect(html(tab)).toHaveAttribute('lang', 'en')
      await expect(tab).toHaveURL('/about')
      expect(await savedLanguage(tab)).toBe('en')
    })

  test('that a shared address names is shown whatever was saved', async ({ page }) => {
    await page.goto('/ar')
    await page.goto('/projectsOverView/1?page=2&language=en')
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await expect(page).toHaveURL('/projectsOverView/1?page=2')
    expect(await savedLanguage(page)).toBe('en')
  })

  test.describe('chosen on a page that does not exist', () => {
    test.use({ expectedErrors: [/status of 404/] })

    for (const address of ['/ar//other.example/x', '//other.example/x'])
      test(`leads from ${address} to no other site`, { tag: '@slow' }, async ({ page, baseURL }) => {
        const asked: string[] = []
        page.on('request', (request) => asked.push(new URL(request.url()).origin))
        await openAwake(page, baseURL + address)
        for (const link of await page.locator('a[data-language]').all())
          expect(await link.evaluate((it: HTMLAnchorElement) => it.origin)).toBe(baseURL)
        await chooseLanguage(page, 'English')
        await expect(html(page)).toHaveAttribute('lang', 'en')
        expect(new Set(asked)).toEqual(new Set([baseURL]))
      })
  })
})

test('The real menu has seven links in order, and marks the current one', async ({ page }) => {
  await page.goto('/services')
  const links = navbar(page).locator('nav').first().getByRole('link')
  await expect(links).toHaveText(Object.values(PAGE_NAMES))
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/about',
    '/projects',
    '/services',
    '/internship',
    '/jobs',
    '/contact',
  ])
  await expect(navbar(page).locator('nav').first().locator('[aria-current="page"]')).toHaveText(PAGE_NAMES.services)
})

test('The footer holds the company list, the socials, the contacts, the terms and the year', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('navigation').getByRole('link')).toHaveText(Object.values(PAGE_NAMES))
  await expect(footer.locator('a[href^="https://wa.me/"]').first()).toHaveAttribute(
    'href',
    /\?text=Hello%20I%20am%20interested%20in%20your%20services$/,
  )
  await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(1)
  await expect(footer.getByRole('link', { name: starterNavigation('en').legal[0]?.label })).toHaveAttribute(
    'href',
    '/terms-conditions',
  )
  await expect(footer).toContainText(String(new Date().getFullYear()))
})

test.describe('On a phone the menu', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const before = 'before the application has arrived'
  const olderBrowser = 'in a browser without popovers'
  for (const when of [before, 'once the application is there', olderBrowser])
    test(`opens by keyboard, traps the focus, and returns it on Escape ${when}`, async ({ page }) => {
      if (when === before) await page.route('**/*.js', () => {})
      if (when === olderBrowser) await asInOlderBrowser(page)
      await page.goto('/about', { waitUntil: 'domcontentloaded' })
      if (when !== before) await wake(page)
      const opener = page.getByRole('button', { name: en.menu.open })
      const menu = page.getByRole('dialog')
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      await expect(menu.getByRole('button', { name: en.menu.close })).toBeFocused()
      await expect(html(page)).toHaveCSS('overflow-y', 'hidden')

      const stops = await menu.locator('a, button').count()
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let step = 0; step < stops; step++) {
          await page.keyboard.press(key)
          expect(await menu.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
        }
        await expect(menu.getByRole('button', { name: en.menu.close })).toBeFocused()
      }

      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
    })

  test('opens again on a press while it is closing', async ({ page }) => {
    await page.goto('/about')
    const opener = page.getByRole('button', { name: en.menu.open })
    const menu = page.getByRole('dialog')
    const box = await opener.boundingBox()
    await opener.click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    // Playwright's own click would wait until the sheet is away.
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(menu.getByRole('button', { name: en.menu.close })).toBeFocused()
  })

  for (const when of ['', ` ${olderBrowser}`])
    test(`closes when a page has been chosen${when}`, async ({ page }) => {
      if (when) await asInOlderBrowser(page)
      await page.goto('/about')
      await page.getByRole('button', { name: en.menu.open }).click()
      await page.getByRole('dialog').getByRole('link', { name: PAGE_NAMES.services }).click()
      await expect(page).toHaveURL('/services')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
})

test('The theme follows the system until one is chosen, and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/about')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground()).not.toBe(dark)

  await page.getByRole('radio', { name: en.theme.dark }).check({ force: true })
  expect(await ground()).toBe(dark)
  await page.reload()
  expect(await ground()).toBe(dark)
  await expect(page.getByRole('radio', { name: en.theme.dark })).toBeChecked()

  await page.getByRole('radio', { name: en.theme.system }).check({ force: true })
  expect(await ground()).not.toBe(dark)
})

test('The skip link is the first stop and leads to the content', async ({ page }) => {
  await page.goto('/about')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: en.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('A navigation starts at the top with the focus on the heading; Back restores the place', async ({ page }) => {
  await openAwake(page, '/about')
  await page.evaluate(() => scrollTo(0, 1500))
  await navbar(page).getByRole('link', { name: PAGE_NAMES.services }).click()
  await expect(page).toHaveURL('/services')
  await expect(page.locator('main h1')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
})

test('The preloader shows while a slow page is under way, and only then', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/guest-api/Services', async (route) => {
    await held
    await route.continue()
  })
  await openAwake(page, '/about')
  await navbar(page).getByRole('link', { name: PAGE_NAMES.services }).click()
  const waiting = page.getByRole('status').filter({ hasText: /\S/ })
  await expect(waiting).toBeAttached()
  release()
  await expect(page).toHaveURL('/services')
  await expect(waiting).toHaveCount(0)
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the menu opens and leads on, and both languages can be chosen', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('button', { name: en.menu.open }).click()
    await page.getByRole('dialog').getByRole('link', { name: PAGE_NAMES.services }).click()
    await expect(page).toHaveURL('/services')

    await chooseLanguage(page, 'العربية')
    await expect(page).toHaveURL('/ar/services')
    await expect(html(page)).toHaveAttribute('dir', 'rtl')

    await chooseLanguage(page, 'English')
    await expect(page).toHaveURL(/\/services(#.*)?$/)
    await expect(html(page)).toHaveAttribute('lang', 'en')
  })
})
