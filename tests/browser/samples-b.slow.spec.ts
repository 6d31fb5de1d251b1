import { permanentAddress } from '#site/addresses.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { expectAccessible } from '../support/axe.ts'
import { callsOf } from '../support/calls.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterPage, starterRecord, starterTexts } from '../support/starter-company.ts'
import { languagesByTurn } from '../support/turns.ts'
import { openAwake, wake } from '../support/waking.ts'

for (const language of languagesByTurn(0)) {
  const texts = starterTexts(language)
  const at = (plain: string) => permanentAddress(plain, language)

  test.describe(`In ${language}`, () => {
    test('a note of the blog opens from the list, shows its minutes, and leads to the next', async ({ page }) => {
      const grocer = { title: starterRecord('notes', 'grocer').title[language] }
      const next = { title: starterRecord('notes', 'nine-megabytes').title[language] }
      await openAwake(page, at('/blog'))
      const ownText = page.waitForResponse(/\/assets\/content\//)
      await page.getByRole('link', { name: grocer.title }).click()
      await expect(page).toHaveURL(at('/blog-details?note=grocer'))
      expect(new URL((await ownText).url()).pathname).toBe(`/assets/content/${language}/note-texts/grocer.json`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(grocer.title)
      await page.getByRole('navigation', { name: texts['blog-details'].others }).getByText(next.title).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(next.title)
    })

    test('a case study opens from the list, and the last leads back to the first', async ({ page }) => {
      await page.goto(at('/case-study'))
      await page.getByRole('link', { name: starterRecord('case-studies', 'makhzan').client[language] }).click()
      await expect(page).toHaveURL(at('/case-study-details?study=makhzan'))
      await page.getByRole('link', { name: texts['case-study-details'].next }).click()
      await expect(page).toHaveURL(at('/case-study-details?study=delta-foods'))
    })

    test('the contents of the terms mark the clause that is being read', async ({ page }) => {
      const { contents } = texts['terms-conditions']
      const { words } = starterPage('terms-conditions', language)
      await page.goto(at('/terms-conditions'))
      const list = page.getByRole('navigation', { name: contents })
      const current = list.locator('[aria-current="location"]')
      await list.getByRole('link', { name: words.liability.title }).click()
      await expect(current).toHaveText(words.liability.title)
      await page.mouse.wheel(0, 10_000)
      await expect(current).toHaveText(words['privacy-and-service-conditions'].title)
      await page.mouse.wheel(0, -10_000)
      await expect(current).toHaveText(words.acceptance.title)
    })
  })
}

for (const language of languagesByTurn(1))
  test.describe(`In ${language}, with a machine of another release`, () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('an article that an older page or machine does not know is asked of the server', async ({ page }) => {
      const title = starterRecord('notes', 'grocer').title[language]
      await openAwake(page, permanentAddress('/blog', language))
      await page.route('**/assets/content/**', (route) => route.fulfill({ status: 404 }))
      await page.getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveURL(permanentAddress('/blog-details?note=grocer', language))
    })
  })

for (const language of LANGUAGES) {
  const texts = starterTexts(language)
  const at = (plain: string) => permanentAddress(plain, language)

  test.describe(`In ${language}`, () => {
    test('the countdown runs before its date, without a word to those who listen', async ({ page }) => {
      await page.clock.setFixedTime('2025-03-02T09:17:51-07:00')
      await openAwake(page, at('/coming-soon'))
      const timer = page.getByRole('timer')
      const { format } = new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en-GB')
      await expect(timer.locator('b')).toHaveText([18, 7, 42, 9].map(format))
      await expect(timer).toHaveAttribute('aria-live', 'off')
      await page.clock.setFixedTime('2025-03-02T09:17:52-07:00')
      await expect(timer.locator('b').last()).toHaveText(format(8))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['coming-soon'].before.title)
      await expectAccessible(page)
    })

    test('the countdown ends at its date, and its zeros stay', async ({ page }) => {
      const zero = new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en-GB').format(0)
      const figures = page.getByRole('timer').locator('b')
      await page.clock.setFixedTime('2025-03-20T16:59:59-07:00')
      await openAwake(page, at('/coming-soon'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['coming-soon'].before.title)
      for (const after of ['2025-03-20T17:00:00-07:00', '2031-01-01T00:00:00Z']) {
        await page.clock.setFixedTime(after)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['coming-soon'].after.title)
        await expect(figures).toHaveText([zero, zero, zero, zero])
      }
      await expect(page.getByRole('link', { name: texts['coming-soon'].after.enter })).toHaveAttribute('href', at('/'))
    })
  })
}

for (const language of languagesByTurn(1)) {
  const texts = starterTexts(language)
  const at = (plain: string) => permanentAddress(plain, language)

  test.describe(`In ${language}`, () => {
    for (const [state, time] of [
      ['before', '2025-03-02T09:17:51-07:00'],
      ['after', '2031-01-01T00:00:00Z'],
    ] as const)
      test(`${state} the date the e-mail field is there, and says that it is not read yet`, async ({ page }) => {
        const {
          submit,
          [state]: { email },
        } = texts['coming-soon']
        await page.clock.setFixedTime(time)
        await openAwake(page, at('/coming-soon'))
        const calls = callsOf(page)
        await page.getByLabel(email).fill('mona@mail.example')
        await page.getByRole('button', { name: submit }).click()
        await expect(page.getByRole('status').filter({ hasText: texts.forms.notOpenYet })).toBeVisible()
        expect(calls).toEqual([])
        await expectAccessible(page)
      })

    test('signing in asks for missing answers, then says that it is not open, and makes no call', async ({ page }) => {
      const { required, submit, username, password, remember, forgot } = texts['sign-in']
      await page.goto(at('/sign-in'))
      await expect(page.getByRole('link', { name: forgot })).toHaveAttribute('href', at('/'))
      await pressWhenAwake(page, submit)
      await expect(page.getByText(required.username)).toBeVisible()
      await expect(page.getByText(required.password)).toBeVisible()
      await expect(page.getByLabel(username)).toBeFocused()

      await page.getByLabel(username).fill('nourhan')
      await page.getByLabel(password, { exact: true }).fill('abcdefgh')
      await page.getByText(remember).click()
      await expect(page.getByRole('checkbox')).toBeChecked()
      const calls = callsOf(page)
      await page.getByRole('button', { name: submit }).click()
      await expect(page.getByRole('status').filter({ hasText: texts.forms.notOpenYet })).toBeVisible()
      expect(calls).toEqual([])
      expect(page.url()).not.toContain('abcdefgh')
    })

    test('signing up asks for missing answers, then says that it is not open, and makes no call', async ({ page }) => {
      const { required, submit, username, email, password } = texts['sign-up']
      await page.goto(at('/sign-up'))
      await pressWhenAwake(page, submit)
      await expect(page.getByText(required.username)).toBeVisible()
      await expect(page.getByText(required.email)).toBeVisible()
      await page.getByLabel(username).fill('nourhan')
      await page.getByLabel(email).fill('nourhan@mail.example')
      await page.getByLabel(password, { exact: true }).fill('abc')
      const calls = callsOf(page)
      await page.getByRole('button', { name: submit }).click()
      await expect(page.getByRole('status').filter({ hasText: texts.forms.notOpenYet })).toBeVisible()
      expect(calls).toEqual([])
    })
  })

  test.describe(`In ${language}, without JavaScript`, () => {
    test.use({ javaScriptEnabled: false })

    test('signing in says that it is not open, and the password is not in the address', async ({ page }) => {
      const { username, password, submit } = texts['sign-in']
      await page.goto(at('/sign-in'))
      await page.getByLabel(username).fill('nourhan')
      await page.getByLabel(password, { exact: true }).fill('abcdefgh')
      await page.getByRole('button', { name: submit }).click()
      await expect(page.getByText(texts.forms.notOpenYet)).toBeVisible()
      await expect(page).toHaveURL(at('/sign-in'))
      await expect(page.getByLabel(password, { exact: true })).toHaveValue('')
    })

    test('signing up says that it is not open', async ({ page }) => {
      const { username, email, password, submit } = texts['sign-up']
      await page.goto(at('/sign-up'))
      await page.getByLabel(username).fill('nourhan')
      await page.getByLabel(email).fill('nourhan@mail.example')
      await page.getByLabel(password, { exact: true }).fill('abcdefgh')
      await page.getByRole('button', { name: submit }).click()
      await expect(page.getByText(texts.forms.notOpenYet)).toBeVisible()
    })
  })
}

test('the dots of a note turn as it is read', async ({ page }) => {
  await page.goto('/blog-details')
  const read = page.locator('article p span[aria-hidden]').last()
  const heightOf = () => read.evaluate((element) => element.getBoundingClientRect().height)
  expect(await heightOf()).toBe(0)
  await page.mouse.wheel(0, 1200)
  await expect.poll(heightOf).toBeGreaterThan(0)
})

test('the password can be shown and hidden, and the dots follow its length', async ({ page }) => {
  const texts = starterTexts('en')
  await openAwake(page, '/sign-up')
  const password = page.getByLabel(texts['sign-up'].password, { exact: true })
  const reveal = page.getByRole('button', { name: texts['sign-in'].showPassword })
  await reveal.waitFor()
  await password.fill('abc')
  await expect(page.getByText('3 down, 5 to go.')).toBeVisible()
  await reveal.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(reveal).toHaveAttribute('aria-pressed', 'true')
  await reveal.click()
  await expect(password).toHaveAttribute('type', 'password')
})

/** An awake page shows its own validation messages instead of the browser's. */
async function pressWhenAwake(page: Page, name: string) {
  await wake(page)
  await page.locator('form[novalidate]').waitFor()
  await page.getByRole('button', { name }).click()
}
