import { expectAccessible } from '../support/axe.ts'
import {
  chooseCv,
  expectFilledIn,
  field,
  fillIn,
  openForm,
  prefixOf,
  submitButton,
  textsOf,
} from '../support/filling-in.ts'
import { expect, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import {
  aCareerApplication,
  aContactMessage,
  anInternshipApplication,
  aTitledPdf,
  cvOf,
  rowsOf,
} from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

// On a phone the result of a form is far below the page's top.
test.use({
  javaScriptEnabled: false,
  expectedErrors: [/Failed to load resource/],
  viewport: { width: 390, height: 844 },
})

for (const language of languagesByTurn(1)) {
  const texts = textsOf(language)
  const errors = starterTexts(language)['form-errors']

  test(`without JavaScript a message with mistakes returns, then arrives (${language})`, async ({ page, site }) => {
    const message = aContactMessage({ phone: 'not yet' })
    await page.goto(`${prefixOf(language)}/contact`)
    await fillIn(page, { ...message, subject: '' })
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await submitButton(page).click()
    const refusal = await posted
    expect(refusal.status()).toBe(422)
    await expect(page.locator('#field-phone-error')).toHaveText(errors.phoneFormat)
    await expect(page.locator('#field-subject-error')).toHaveText(errors.subjectRequired)
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
    await expect(page.getByRole('alert').getByRole('heading')).toBeInViewport()
    await expect(field(page, 'message')).toHaveValue(message.message)

    await fillIn(page, { phone: '01012345678', subject: message.subject })
    await submitButton(page).click()
    await expect(page.getByText(texts.sent['contact-message'])).toBeInViewport()
    const rows = rowsOf(site, 'contact-message', message.email)
    expect(rows).toMatchObject([{ phone: '01012345678', subject: message.subject, language }])
    await expect(page.getByText(String(rows[0]?.reference))).toBeVisible()
    await page.reload()
    await expect(page.getByText(texts.sent['contact-message'])).toBeVisible()
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
  })

  test(`without JavaScript an application arrives with its CV (${language})`, async ({ page, site }) => {
    const application = aCareerApplication({ address: '٧ شارع ٢٣٣، دجلة' })
    const cv = aTitledPdf(`no JavaScript ${language}`, 200_000)
    await page.goto(`${prefixOf(language)}/careerApply/1`)
    await fillIn(page, { ...application, major: '' })
    await chooseCv(page, cv)
    await submitButton(page).click()
    await expect(page.locator('#field-major-error')).toHaveText(errors.majorRequired)
    await expect(page.getByText(texts.cv.chooseAgain)).toBeInViewport()
    await expectFilledIn(page, { ...application, major: '' }, language)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(320)

    await field(page, 'major').fill(application.major)
    await chooseCv(page, cv)
    await submitButton(page).click()
    await expect(page).toHaveURL(/\?sent=/)
    const rows = rowsOf(site, 'career-application', application.email)
    expect(rows).toMatchObject([{ ...application, job_id: 1, language }])
    await expect(page.getByText(String(rows[0]?.reference))).toBeVisible()
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
  })
}

for (const language of languagesByTurn(0))
  test(`without JavaScript a partial date names its part, a pasted one works (${language})`, { tag: '@slow' }, async ({
    page,
    site,
  }) => {
    const errors = starterTexts(language)['form-errors']
    const application = aCareerApplication()
    await page.goto(`${prefixOf(language)}/careerApply/1`)
    await fillIn(page, { ...application, date_of_birth: '1996-05-', graduation_date: '2018-02-31' })
    await chooseCv(page)
    await submitButton(page).click()
    await expect(page.locator('#field-date_of_birth-error')).toHaveText(errors.dateDayMissing)
    await expect(page.locator('#field-graduation_date-error')).toHaveText(errors.dateNoSuchDay)
    await expectFilledIn(page, { date_of_birth: '1996-05-', graduation_date: '2018-02-31' }, language)
    await field(page, 'date_of_birth_day').fill('٢١ مايو ١٩٩٦')
    await field(page, 'graduation_date_day').fill('۲۸')
    await chooseCv(page)
    await submitButton(page).click()
    await expect(page).toHaveURL(/\?sent=/)
    expect(rowsOf(site, 'career-application', application.email)).toMatchObject([
      { date_of_birth: '1996-05-21', graduation_date: '2018-02-28' },
    ])
  })

test('without JavaScript the same application sent twice is stored once', { tag: '@slow' }, async ({ page, site }) => {
  const application = anInternshipApplication()
  for (let time = 0; time < 2; time++) {
    await page.goto('/internship')
    await fillIn(page, application)
    await submitButton(page).click()
    await expect(page.getByText(textsOf('en').sent['internship-application'])).toBeInViewport()
  }
  expect(rowsOf(site, 'internship-application', application.email)).toHaveLength(1)
})

test('without JavaScript a CV that is too large costs no other answer', async ({ page }) => {
  const application = aCareerApplication()
  await page.goto('/careerApply/1')
  await fillIn(page, application)
  await chooseCv(page, aTitledPdf('large', 8 * 1024 * 1024))
  await submitButton(page).click()
  await expect(page.locator('#field-cv-error')).toHaveText(
    starterTexts('en')['form-errors'].cvTooLarge.replace('{megabytes, number}', '5'),
  )
  await expect(field(page, 'college')).toHaveValue(application.college)
})

test('a forged reference is not shown, and a post from another site is refused', async ({ page, request }) => {
  for (const reference of ['You+have+won', 'NQ-7K3M-9XQ2']) {
    await page.goto(`/contact?sent=${reference}`)
    await expect(page.getByText(reference.replaceAll('+', ' '))).toHaveCount(0)
    await expect(page.getByText(textsOf('en').sent['contact-message'])).toHaveCount(0)
  }
  const foreign = await request.post('/contact', {
    headers: { origin: 'https://elsewhere.example' },
    form: aContactMessage(),
  })
  expect(foreign.status()).toBe(403)
})

test.describe('the page as the server sends it back', () => {
  test.use({ javaScriptEnabled: true })

  for (const language of languagesByTurn(1))
    test(`a link to a receipt of somebody else shows the form, and keeps the draft (${language})`, {
      tag: '@slow',
    }, async ({ page }) => {
      const address = `${prefixOf(language)}/contact`
      await openForm(page, address)
      await field(page, 'message').fill('Half a sentence')
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('draft:contact-message/contact')))
        .toContain('Half a sentence')
      await openForm(page, `${address}?sent=NQ-7K3M-9XQ2`)
      await expect(page.getByText('NQ-7K3M-9XQ2')).toHaveCount(0)
      await expect(page.getByText(textsOf(language).sent['contact-message'])).toHaveCount(0)
      await expect(field(page, 'message')).toHaveValue('Half a sentence')
    })

  test('a draft written after a receipt is still there when the receipt is reloaded', { tag: '@slow' }, async ({
    page,
  }) => {
    const sent = await page.request.post('/contact', { form: aContactMessage(), maxRedirects: 0 })
    await openForm(page, sent.headers().location as string)
    await field(page, 'message').fill('One more thing')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('draft:contact-message/contact')))
      .toContain('One more thing')
    await page.reload()
    await page.locator('main form[data-awake]').waitFor()
    await expect(field(page, 'message')).toHaveValue('One more thing')
    await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  })

  test('has an accessible summary and an accessible confirmation', async ({ page }) => {
    const sent = await page.request.post('/contact', { form: aContactMessage(), maxRedirects: 0 })
    await page.goto(sent.headers().location as string)
    await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
    await expectAccessible(page)
  })
})
