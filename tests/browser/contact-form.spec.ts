import type { Route } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { breakTheWay, faults, mendTheWay } from '../support/faults.ts'
import { field, fillIn, openForm, prefixOf, submitButton, textsOf } from '../support/filling-in.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { stopClock } from '../support/stopped-clock.ts'
import { aContactMessage, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

for (const language of languagesByTurn(0)) {
  const address = `${prefixOf(language)}/contact`
  const texts = textsOf(language)

  test(`a message arrives once, by keyboard alone, and the form is empty (${language})`, async ({ page, site }) => {
    const message = aContactMessage({ name: 'سلمى فتحي', phone: '٠١٠١٢٣٤٥٦٧٨' })
    await openForm(page, address)
    await expectAccessible(page)
    await field(page, 'name').focus()
    for (const [name, answer] of Object.entries(message)) {
      // Links to write to us otherwise stand between two of the fields.
      while (await field(page, name).evaluate((input) => input !== document.activeElement))
        await page.keyboard.press('Tab')
      await page.keyboard.insertText(answer)
    }
    await page.keyboard.press('Tab')
    await expect(submitButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const status = page.getByRole('status').filter({ hasText: texts.sent['contact-message'] })
    await expect(status.locator('[tabindex="-1"]')).toBeFocused()
    for (const name of Object.keys(message)) await expect(field(page, name)).toHaveValue('')
    await expect(submitButton(page)).toBeDisabled()
    await expectAccessible(page)

    const [row, ...others] = rowsOf(site, 'contact-message', message.email)
    expect(others).toEqual([])
    expect(row).toMatchObject({ ...message, phone: '01012345678', language })
    await expect(status).toContainText(String(row?.reference))
    expect(await page.evaluate(() => localStorage.getItem('draft:contact-message/contact'))).toBeNull()
  })

  test(`a message's receipt survives a reload and Back, until a new form (${language})`, { tag: '@slow' }, async ({
    page,
    site,
  }) => {
    const message = aContactMessage()
    await openForm(page, address, message)
    await submitButton(page).click()
    const status = page.getByRole('status').filter({ hasText: texts.sent['contact-message'] })
    const follow = status.getByRole('link', { name: texts.follow['contact-message'] })
    await expect(follow).toBeVisible()
    // An empty form offers no second message.
    await expect(submitButton(page)).toHaveAccessibleDescription('')
    const [{ reference } = { reference: '' }] = rowsOf(site, 'contact-message', message.email)
    // Text written after it is another message.
    await field(page, 'subject').fill('Another')
    await expect(submitButton(page)).toHaveAccessibleDescription(/\S/)
    await page.reload()
    await expect(status).toContainText(String(reference))
    await wake(page)
    await expect(field(page, 'subject')).toHaveValue('Another')
    await follow.click()
    await expect(page).toHaveURL(/\/application\//)
    await page.goBack()
    await expect(status).toContainText(String(reference))
    await page.goto(address)
    await expect(submitButton(page)).toBeVisible()
    await expect(status).toBeHidden()
  })

  test(`a server's error shows at the field and in a focused summary (${language})`, async ({ page }) => {
    await openForm(page, address, aContactMessage())
    await breakTheWay(page, (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({ errors: { email: ['emailFormat'], subject: ['tooLong'] } }),
      }),
    )
    await submitButton(page).click()
    const summary = page.getByRole('alert').filter({ has: page.getByRole('listitem') })
    await expect(summary).toBeFocused()
    await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'email')).toHaveAccessibleDescription(
      new RegExp(starterTexts(language)['form-errors'].emailFormat.slice(0, 10)),
    )
    await expectAccessible(page)
    await summary.getByRole('link').last().click()
    await expect(field(page, 'subject')).toBeFocused()
  })
}

test('every broken rule is named under its visited field, and the button lists what is missing', async ({ page }) => {
  const errors = starterTexts('en')['form-errors']
  const broken: [string, string, string][] = [
    ['name', ' ', errors.nameRequired],
    ['email', 'salma@', errors.emailFormat],
    ['email', '', errors.emailRequired],
    ['phone', '0101234abcd', errors.phoneFormat],
    ['phone', '01612345678', errors.phoneFormat],
    ['phone', '', errors.phoneRequired],
    ['subject', '', errors.subjectRequired],
    ['message', '', errors.messageRequired],
  ]
  await openForm(page, '/contact')
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  for (const [name, answer, sentence] of broken) {
    await field(page, name).fill(answer)
    await field(page, name).blur()
    await expect(page.locator(`#field-${name}-error`)).toHaveText(sentence)
  }
  await expectAccessible(page)
  await fillIn(page, aContactMessage({ phone: '123' }))
  await expect(submitButton(page)).toBeDisabled()
  await expect(submitButton(page)).toHaveAccessibleDescription(/: Phone$/)
  await page.locator('#missing').getByRole('link', { name: 'Phone' }).click()
  await expect(field(page, 'phone')).toBeFocused()
  await field(page, 'phone').fill('01212345678')
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  await expect(submitButton(page)).toBeEnabled()
})

test('a phone number with spaces, hyphens and brackets is sent as its digits', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const message = aContactMessage({ phone: '(010) 1234-5678' })
  await openForm(page, '/contact', message)
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toMatchObject([{ phone: '01012345678' }])
})

test('a quick visitor with a restored draft is not taken for a robot', { tag: '@slow' }, async ({ page, site }) => {
  const message = aContactMessage()
  await openForm(page, '/contact', message)
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBeGreaterThan(0)
  // An hour of the page's own clock passes instead of a wait.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('draft'))) {
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...draft, startedAt: draft.startedAt - 3_600_000 }))
    }
  })
  await page.reload()
  await page.locator('main form[data-awake]').waitFor()
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toMatchObject([{ marks: '' }])
})

test('a double click sends once', async ({ page, site }) => {
  const message = aContactMessage()
  await openForm(page, '/contact', message)
  await submitButton(page).dblclick()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
})

for (const [name, fault] of Object.entries(faults)) {
  test(`a server that ${name}: nothing is lost, nothing is stored twice`, async ({ page, site }) => {
    const message = aContactMessage()
    await openForm(page, '/contact', message)
    await breakTheWay(page, fault)
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText(textsOf('en').keptForLater)
    await expect(field(page, 'message')).toHaveValue(message.message)
    await mendTheWay(page)
    await submitButton(page).click()
    await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
    await page.goto('/about')
    expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
  })
}

test('after a lost answer, a corrected message is a second one and not refused', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const message = aContactMessage()
  await openForm(page, '/contact', message)
  await breakTheWay(page, faults['drops the connection after the commit'])
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await mendTheWay(page)
  await field(page, 'subject').fill('Another subject')
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email).map(({ subject }) => subject)).toEqual([
    message.subject,
    'Another subject',
  ])
})

test('too many tries: the wait is counted down, then the button is enabled', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const message = aContactMessage()
  await page.clock.install()
  await openForm(page, '/contact', message)
  await stopClock(page)
  await breakTheWay(page, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '20' }, contentType: 'application/json', body: '{}' }),
  )
  await submitButton(page).click()
  await expect(page.getByRole('timer')).toContainText('20')
  await expect(submitButton(page)).toBeDisabled()
  await mendTheWay(page)
  await page.clock.runFor(21_000)
  await expect(page.getByRole('timer')).toHaveText(textsOf('en').waitOver)
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
})

test('a server that never answers is given up, and the message is kept', { tag: '@slow' }, async ({ page }) => {
  await page.clock.install()
  await openForm(page, '/contact', aContactMessage())
  await breakTheWay(page, () => new Promise(() => {}))
  const asked = page.waitForRequest('**/contact-us')
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sending)).toBeVisible()
  await asked
  await page.clock.runFor(31_000)
  await expect(page.getByRole('alert')).toContainText(textsOf('en').problems.timedOut)
})

test('an out-of-date token is renewed without a word', async ({ page, site, context }) => {
  const message = aContactMessage()
  await openForm(page, '/contact', message)
  let isRefused = false
  await breakTheWay(page, async (route) => {
    if (isRefused) return route.continue()
    isRefused = true
    await route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{}' })
  })
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
  expect((await context.cookies()).map(({ name }) => name)).toContain('XSRF-TOKEN')
})

test('a half-filled form survives a reload and a change of language, until it is cleared', async ({ page }) => {
  await openForm(page, '/contact', { name: 'Salma', subject: 'Plants' })
  await page.reload()
  await expect(field(page, 'subject')).toHaveValue('Plants')
  await page.evaluate(() => document.querySelector<HTMLElement>('a[data-language="ar"]')?.click())
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(field(page, 'name')).toHaveValue('Salma')
  await expectAccessible(page)
  await page.getByRole('button', { name: textsOf('ar').draft.clear }).click()
  await expect(field(page, 'name')).toHaveValue('')
  await expect(field(page, 'name')).toBeFocused()
  await openForm(page, '/contact')
  await expect(field(page, 'subject')).toHaveValue('')
})

test('a form sent before the page is awake, and pressed twice, is stored once', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const message = aContactMessage()
  const release = await holdScripts(page)
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await fillIn(page, message)
  const posted = loseFirstReply(page)
  const press = () => page.evaluate(() => (document.querySelector('main form') as HTMLFormElement).requestSubmit())
  await press()
  await posted
  await release()
  await press()
  await expect(page).toHaveURL(/\?sent=/)
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
})

/** The returned function releases them and resolves once the page has run them. */
async function holdScripts(page: Page) {
  const held: Route[] = []
  const hold = (route: Route) => void held.push(route)
  await page.route('**/*.js', hold)
  return async () => {
    await page.unroute('**/*.js', hold)
    await Promise.all(held.map((route) => route.continue()))
    await page.waitForFunction(() => '__reactRouterRouteModules' in window)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
}

/** Resolves once the server has stored it; the page gets no response yet. */
function loseFirstReply(page: Page) {
  return new Promise<void>((resolve) => {
    let isFirst = true
    void page.route('**/contact', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.fallback()
      isFirst = false
      await route.fetch({ maxRedirects: 0 })
      await route.fulfill({ status: 204 })
      resolve()
    })
  })
}

test('a form refused before the page woke survives a change of language', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => {
    const form = document.querySelector('main form') as HTMLFormElement
    for (const [name, value] of [
      ['email', 'salma@'],
      ['message', 'A long message'],
    ] as const)
      (form.elements.namedItem(name) as HTMLInputElement).value = value
    form.submit()
  })
  await expect(field(page, 'message')).toHaveValue('A long message')
  await wake(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('a[data-language="ar"]')?.click())
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(field(page, 'message')).toHaveValue('A long message')
  await expect(field(page, 'email')).toHaveValue('salma@')
})

test('a browser that cannot name its time zone says when the draft was written all the same', { tag: '@slow' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
  })
  await openForm(page, '/contact', { name: 'Salma' })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: /\b\d{1,2}:\d{2}\b/ })).toBeVisible()
})

test('a reload while the message is on its way stores it once', { tag: '@slow' }, async ({ page, site }) => {
  const message = aContactMessage()
  await openForm(page, '/contact', message)
  let isHeld: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  let isFirst = true
  await breakTheWay(page, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    isHeld()
  })
  await submitButton(page).click()
  await held
  await page.reload()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
})

test('a robot that fills in every field gets the usual response and a flag', async ({ page, site }) => {
  const message = aContactMessage()
  await openForm(page, '/contact', message)
  await page.locator('[name="website"]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toMatchObject([{ marks: expect.stringContaining('honeypot') }])
})
