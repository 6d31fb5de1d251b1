import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { chooseCv, field, fillIn, prefixOf } from '../support/filling-in.ts'
import { expect, inWholeBrowser, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aContactMessage, aTitledPdf } from '../support/submissions.ts'
import { isLong, languagesByTurn } from '../support/turns.ts'
import { openAwake, wake } from '../support/waking.ts'

/** site/boot/wake-loader.ts: a page is plain HTML until its visitor interacts. */

// The headless engine reports a pointer, which would wake the page.
test.use(inWholeBrowser)

const isAwake = (page: Page) => page.evaluate(() => window.siteIsAwake === true)
const wakes = (page: Page) => page.waitForFunction(() => window.siteIsAwake === true)

/** Holds the application's files until released. */
async function holdScripts(page: Page) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

async function scriptsRunOn(page: Page, address: string) {
  const ran: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') ran.push(request.url())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  return ran
}

test('a page without a form runs no file of the application until the visitor stirs', async ({ page }) => {
  const ran = await scriptsRunOn(page, '/about')
  expect(await isAwake(page)).toBe(false)
  expect(ran).toEqual([])
  await page.mouse.move(200, 200)
  await wakes(page)
})

for (const sign of ['a key', 'a wheel', 'a touch of the mouse'] as const) {
  test(`${sign} wakes the page`, async ({ page }) => {
    await page.goto('/about')
    if (sign === 'a key') await page.keyboard.press('Tab')
    if (sign === 'a wheel') await page.mouse.wheel(0, 10)
    if (sign === 'a touch of the mouse') await page.mouse.click(4, 200)
    await wakes(page)
  })
}

test.describe('No page complains in the console', () => {
  // The not-found page, which answers at /error.
  test.use({ expectedErrors: [/status of 404/] })
  test.describe.configure({ timeout: 240_000 })

  // The walks of accessibility.slow.spec.ts and axe.slow.spec.ts see every page asleep and awake.
  for (const language of isLong ? LANGUAGES : [])
    test(`asleep or awake (${language})`, async ({ page }) => {
      for (const address of walkIn(language)) {
        await openAwake(page, addressIn(language, address))
      }
    })
})

test('a page with a form runs no file either, unless somebody has begun to write in it', async ({ page }) => {
  expect(await scriptsRunOn(page, '/contact')).toEqual([])
  expect(await isAwake(page)).toBe(false)
  await page.locator('[name="subject"]').fill('A shop')
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBeGreaterThan(0)
  await page.reload()
  await wakes(page)
  await expect(page.locator('[name="subject"]')).toHaveValue('A shop')
})

test('a link that is followed while the page sleeps leads where it says', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/services"]')?.click())
  await page.waitForURL('**/services')
  await expect(page.locator('h1')).toBeVisible()
})

test('typed text, caret and focus survive waking', async ({ page }) => {
  const letFilesThrough = await holdScripts(page)
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  const name = page.locator('input[name="name"]')
  await name.click()
  await name.pressSequentially('Nour Samir')
  await page.keyboard.press('ArrowLeft')
  letFilesThrough()
  await wakes(page)
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Nour Samir')
  expect(await name.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe('Nour Sami'.length)
})

test('a key that is pressed before the waking and let go after it does what it says', async ({ page }) => {
  const letFilesThrough = await holdScripts(page)
  await page.goto('/careerApply/1', { waitUntil: 'domcontentloaded' })
  const chooser = page.waitForEvent('filechooser')
  await page.locator('input[name="cv"]').focus()
  await page.keyboard.down('Space')
  letFilesThrough()
  await page.locator('main form[data-awake]').waitFor()
  await page.keyboard.up('Space')
  await chooser
})

test('a CV that was chosen before the waking is the form’s', async ({ page }) => {
  const letFilesThrough = await holdScripts(page)
  await page.goto('/careerApply/1', { waitUntil: 'domcontentloaded' })
  await chooseCv(page, aTitledPdf(), 'early.pdf')
  letFilesThrough()
  await expect(page.getByText('early.pdf')).toBeVisible()
})

test('a click on a button that only the application understands is answered once it is awake', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const dots = page.locator('button[data-replay]')
  await expect(dots.first()).toBeAttached()
  // The third focusable of the first carousel: pause, first dot, second dot.
  const secondSlide = dots.nth(2)
  await secondSlide.evaluate((button: HTMLElement) => {
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    button.click()
  })
  await wakes(page)
  await secondSlide.scrollIntoViewIfNeeded()
  await expect(secondSlide).toHaveAttribute('aria-current', 'true')
})

test('Back shows the page where it was left, as it was', async ({ page }) => {
  await page.goto('/about')
  await page.mouse.wheel(0, 1200)
  await wakes(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1200)
  await page
    .locator('footer a[href="/jobs"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForURL('**/jobs')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(1200)
})

test('Back from a page that was loaded anew, and sleeps, shows the page before', async ({ page }) => {
  const title = () => page.title()
  await page.goto('/about')
  const ofAbout = await title()
  await wake(page)
  await page.locator('footer a[href="/jobs"]').first().click()
  await expect.poll(title).not.toBe(ofAbout)
  const ofJobs = await title()
  await page.reload()
  expect(await isAwake(page)).toBe(false)
  await page.evaluate(() => history.back())
  await expect.poll(title).toBe(ofAbout)
  await page.evaluate(() => history.forward())
  await expect.poll(title).toBe(ofJobs)
})

test('a place within a page that sleeps is gone to and left without loading the page anew', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/terms-conditions')
  await page.evaluate(() => {
    document.body.dataset.loaded = 'once'
    location.hash = 'main'
    history.back()
  })
  await page.waitForFunction(() => location.hash === '')
  await wake(page)
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once')
})

test.describe('Prefetched files', () => {
  const connectedBy = (page: Page, connection: object) =>
    page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
  const linkTo = (page: Page, address: string) => page.getByRole('banner').locator(`a[href="${address}"]:visible`)
  const askedFor = (page: Page) => {
    const scripts: string[] = []
    page.on('request', (request) => /\.js$/.test(request.url()) && scripts.push(request.url()))
    return scripts
  }

  test('is the application once the page is idle, then the page of an approached link', { tag: '@slow' }, async ({
    page,
  }) => {
    await connectedBy(page, { effectiveType: '4g', saveData: false })
    const scripts = askedFor(page)
    await page.goto('/about')
    await expect.poll(() => scripts.length).toBeGreaterThan(3)
    await wake(page)
    await linkTo(page, '/jobs').hover()
    await expect.poll(() => scripts.filter((file) => file.includes('/jobs-'))).toHaveLength(1)
  })

  test('crosses the network once', { tag: '@slow' }, async ({ page }) => {
    const transfers = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name, transferSize }) => /\.js$/.test(name) && transferSize > 0)
          .map(({ name }) => new URL(name).pathname)
          .sort(),
      )
    await connectedBy(page, { effectiveType: '4g', saveData: false })
    await page.goto('/about')
    const files = await page.locator('script[data-files]').getAttribute('data-files')
    const once = files?.split(' ').sort()
    await expect.poll(transfers).toEqual(once)
    await wake(page)
    expect(await transfers()).toEqual(once)
  })

  for (const [what, connection] of [
    ['data is to be saved', { effectiveType: '4g', saveData: true }],
    ['the connection is slow', { effectiveType: '2g', saveData: false }],
  ] as const)
    test(`is nothing where ${what}`, { tag: '@slow' }, async ({ page }) => {
      await connectedBy(page, connection)
      const scripts = askedFor(page)
      await page.goto('/about')
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
      expect(scripts).toEqual([])
      await wake(page)
      const link = linkTo(page, '/jobs')
      await link.hover()
      await link.focus()
      // By the time another page has come and gone, a prefetch would have been sent.
      await linkTo(page, '/services').click()
      await page.waitForURL('**/services')
      expect(scripts.filter((file) => file.includes('/jobs-'))).toEqual([])
    })

  test.describe('of a file that does not arrive', () => {
    test.use({ expectedErrors: [/ERR_FAILED/] })
    for (const approach of ['hover', 'focus'] as const)
      test(`a link whose page cannot be prefetched leaves this page as it is (${approach})`, { tag: '@slow' }, async ({
        page,
      }) => {
        await connectedBy(page, { effectiveType: '4g', saveData: false })
        await page.goto('/about')
        await wake(page)
        await page.route('**/jobs-*.js', (route) => route.abort())
        const failed = page.waitForEvent('requestfailed')
        await page.locator('footer nav a[href$="/jobs"]')[approach]()
        await failed
        await page.getByRole('banner').locator('a[href="/services"]:visible').click()
        await page.waitForURL('**/services')
        expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/about$/)
      })
  })
})

test.describe('offline', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  for (const language of languagesByTurn(0))
    for (const state of ['asleep', 'awake'] as const)
      test(`a link followed offline stays on the page and says so (${state}, ${language})`, async ({
        page,
        context,
      }) => {
        await page.goto(addressIn(language, '/about'))
        if (state === 'awake') await wake(page)
        const address = page.url()
        const { offline } = starterTexts(language).shell
        await expect(page.getByText(offline)).toBeHidden()
        await context.setOffline(true)
        await page.waitForFunction(() => !navigator.onLine)
        await page.locator('footer nav a[href$="/jobs"]').click()
        await expect(page.getByRole('alert').filter({ hasText: offline })).toBeInViewport()
        expect(page.url()).toBe(address)
        await context.setOffline(false)
        await expect(page.getByText(offline)).toBeHidden()
        await page.locator('footer nav a[href$="/jobs"]').click()
        await expect(page).toHaveURL(/\/jobs$/)
      })
})

for (const language of LANGUAGES)
  test(`fields that were filled or left while the page slept show their errors (${language})`, {
    tag: '@slow',
  }, async ({ page }) => {
    const errors = starterTexts(language)['form-errors']
    const letThrough = await holdScripts(page)
    await page.goto(`${prefixOf(language)}/contact`)
    await fillIn(page, aContactMessage({ phone: '013', subject: '' }))
    await field(page, 'subject').focus()
    await field(page, 'message').focus()
    await expect(page.locator('[aria-invalid]')).toHaveCount(0)
    letThrough()
    await expect(page.locator('#field-phone-error')).toHaveText(errors.phoneFormat)
    await expect(page.locator('#field-subject-error')).toHaveText(errors.subjectRequired)
    await expect(page.locator('[aria-invalid]')).toHaveCount(2)
    await expect(field(page, 'message')).toBeFocused()
    await page.locator('#missing').getByRole('link').first().click()
    await expect(field(page, 'phone')).toBeFocused()
  })

test.describe('the map', () => {
  test.use({ allowedHosts: ['maps.example'] })

  test('pressed before the page woke is loaded on the page', { tag: '@slow' }, async ({ page }) => {
    await page.route('https://maps.example/**', (route) => route.fulfill({ body: 'The map' }))
    const letFilesThrough = await holdScripts(page)
    await page.goto('/contact')
    await page.getByRole('button', { name: starterTexts('en').contact.map.load }).click()
    letFilesThrough()
    await expect(page.locator('iframe[src^="https://maps.example"]')).toBeVisible()
    await expect(page).toHaveURL(/\/contact$/)
  })
})
