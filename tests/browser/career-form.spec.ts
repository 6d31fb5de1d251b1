import type { DateAnswer } from '#contract/constants.ts'
import { type DatePart, partName } from '#site/submissions/date-parts.ts'
import { expectAccessible } from '../support/axe.ts'
import { breakTheWay, faults, mendTheWay } from '../support/faults.ts'
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
import { asInOlderBrowser } from '../support/older-browser.ts'
import { expect, type Page, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aCareerApplication, aTitledPdf, cvOf, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

for (const language of languagesByTurn(1)) {
  const address = `${prefixOf(language)}/careerApply/1`
  const texts = starterTexts(language)['career-apply']

  test(`an application fails, is edited, sent and stored once with its CV (${language})`, async ({ page, site }) => {
    const application = aCareerApplication({ name: 'نورهان سمير' })
    const cv = aTitledPdf(language, 300_000)
    await openForm(page, address)
    await expectAccessible(page)
    await fillIn(page, application)
    await chooseCv(page, cv)
    await expect(submitButton(page)).toBeEnabled()

    const { results } = starterTexts(language).states
    const titled = (result = '') => new RegExp(`^${result}${result && ' – '}${texts.meta.title.split('{')[0]}`)
    await expect(page).toHaveTitle(titled())
    const letGo = await holdSubmissions(page)
    const shown = await sentencesShown(page, [texts.sending.keepOpen, texts.sending.stay])
    await submitButton(page).click()
    const panel = page.locator('main section[tabindex="-1"]')
    await expect(panel).toBeFocused()
    await expect(panel).toContainText(texts.sending.title)
    await expect(panel).toContainText(texts.sending.keepOpen)
    expect(await shown()).toEqual([texts.sending.keepOpen])
    await expect(page.locator('main form')).toHaveCount(0)
    await expectAccessible(page)

    await letGo(faults['drops the connection after the commit'])
    await expect(panel).toContainText(texts.failed.title)
    await expect(panel).toBeFocused()
    await expect(page).toHaveTitle(titled(results.notSent))
    await expectAccessible(page)

    await page.getByRole('button', { name: texts.failed.edit }).click()
    await expectFilledIn(page, application, language)
    await expect(page.getByText('cv.pdf')).toBeVisible()
    await mendTheWay(page)
    await submitButton(page).click()
    await expect(panel).toContainText(application.email)
    await expect(panel).toBeFocused()
    await expect(page).toHaveTitle(titled(results.sent))
    await expectAccessible(page)

    const rows = rowsOf(site, 'career-application', application.email)
    expect(rows).toMatchObject([{ ...application, job_id: 1, language }])
    await expect(panel).toContainText(String(rows[0]?.reference))
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)

    await page.reload()
    await expect(panel).toContainText(String(rows[0]?.reference))
    await expect(panel).not.toContainText(application.email)
  })
}

/** The sentences that the page has shown since, however briefly. */
async function sentencesShown(page: Page, sentences: string[]) {
  await page.evaluate((wanted) => {
    const seen = new Set<string>()
    const look = () => {
      for (const each of wanted) if (document.querySelector('main')?.textContent?.includes(each)) seen.add(each)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seen })
  }, sentences)
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

test('an application arrives from the last browser of an old machine', { tag: '@slow' }, async ({ page, site }) => {
  await asInOlderBrowser(page)
  const application = aCareerApplication()
  await openForm(page, '/careerApply/1', application)
  await chooseCv(page)
  await submitButton(page).click()
  await expect(page.locator('main section[tabindex="-1"]')).toContainText(application.email)
  expect(rowsOf(site, 'career-application', application.email)).toMatchObject([application])

  for (const address of ['/contact', '/blog-details', '/projects-details/2', '/jobs', '/']) {
    await page.goto(address)
    const heading = await page.locator('h1').textContent()
    await wake(page)
    await expect(page.locator('h1')).toHaveText(heading as string)
  }
})

test('every broken rule is named under its field once the visitor has been there', async ({ page }) => {
  const errors = starterTexts('en')['form-errors']
  const broken: [string, string, string][] = [
    ['name', 'Al', errors.nameTooShort],
    ['email', 'nourhan@', errors.emailFormat],
    ['phone', '0111234567', errors.phoneFormat],
    ['address', '', errors.addressRequired],
    ['college', 'x'.repeat(201), errors.tooLong.replace('{maximum, number}', '200')],
    ['major', '', errors.majorRequired],
    ['notice_period', '', errors.noticePeriodRequired],
  ]
  await openForm(page, '/careerApply/1')
  for (const [name, answer, sentence] of broken) {
    await field(page, name).fill(answer)
    await field(page, name).blur()
    await expect(page.locator(`#field-${name}-error`)).toHaveText(sentence)
  }
  await expectAccessible(page)
})

test('the message about a date names the part, which alone is marked', { tag: '@slow' }, async ({ page }) => {
  const errors = starterTexts('en')['form-errors']
  const thisYear = new Date().getFullYear()
  const broken: [DateAnswer, string, string, DatePart[]][] = [
    ['date_of_birth', '', errors.dateOfBirthRequired, ['day', 'month', 'year']],
    ['date_of_birth', '1996-05-', errors.dateDayMissing, ['day']],
    ['date_of_birth', '--21', errors.dateMonthAndYearMissing, ['month', 'year']],
    ['date_of_birth', '1996-02-31', errors.dateNoSuchDay, ['day']],
    ['date_of_birth', '96-05-21', errors.dateYearFormat, ['year']],
    ['date_of_birth', `${thisYear - 5}-01-01`, errors.dateOfBirthTooYoung, ['year']],
    ['graduation_date', '1901-01-01', errors.dateTooFarBack, ['year']],
    ['graduation_date', `${thisYear + 11}-01-01`, errors.graduationDateTooFarAhead, ['year']],
  ]
  await openForm(page, '/careerApply/1')
  // Errors are shown after the last part of a date, not between parts.
  await field(page, 'date_of_birth_day').pressSequentially('21')
  await page.keyboard.press('Tab')
  await expect(field(page, 'date_of_birth_month')).toBeFocused()
  await expect(page.locator('#field-date_of_birth-error')).toHaveCount(0)
  for (const [name, answer, sentence, parts] of broken) {
    await fillIn(page, { [name]: answer })
    await field(page, 'college').focus()
    const message = page.locator(`#field-${name}-error`)
    await expect(message).toHaveText(sentence)
    const marked = page.locator(`[aria-invalid="true"][aria-describedby="field-${name}-error"]`)
    expect(await marked.evaluateAll((controls) => controls.map((control) => control.getAttribute('name')))).toEqual(
      parts.map((part) => partName(name, part)),
    )
  }
  await expectAccessible(page)
})

test('a CV is looked at before anything is sent: by its name, its content and its size', async ({ page }) => {
  const errors = starterTexts('en')['form-errors']
  const message = page.locator('#field-cv-error')
  await openForm(page, '/careerApply/1')
  await expect(page.getByText('PDF files only', { exact: true })).toBeVisible()
  await chooseCv(page, Buffer.from('a letter'), 'cv.docx')
  await expect(message).toHaveText(errors.cvNotPdf)
  await chooseCv(page, Buffer.from('MZ, not a PDF'), 'cv.pdf')
  await expect(message).toHaveText(errors.cvNotPdf)
  await chooseCv(page, Buffer.alloc(0))
  await expect(message).toHaveText(errors.cvEmpty)
  await chooseCv(page, aTitledPdf('large', 6 * 1024 * 1024))
  await expect(message).toHaveText(errors.cvTooLarge.replace('{megabytes, number}', '5'))
  await expectAccessible(page)
  await chooseCv(page, aTitledPdf(), 'سيرة نورهان.pdf')
  await expect(message).toHaveCount(0)
  await expect(page.getByText('سيرة نورهان.pdf')).toBeVisible()
  await page.getByRole('button', { name: /سيرة نورهان\.pdf/ }).click()
  await expect(message).toHaveText(errors.cvRequired)
})

test('a CV can be dropped', async ({ page }) => {
  await openForm(page, '/careerApply/1')
  const files = await page.evaluateHandle((text) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([text], 'dropped.pdf', { type: 'application/pdf' }))
    return dropped
  }, aTitledPdf().toString('latin1'))
  await page.locator('div:has(> [name="cv"])').dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByText('dropped.pdf')).toBeVisible()
})

for (const language of languagesByTurn(0))
  test(`a date pasted into any part fills all three, in the page's digits (${language})`, { tag: '@slow' }, async ({
    page,
  }) => {
    await openForm(page, `${prefixOf(language)}/careerApply/1`)
    const paste = (part: DatePart, text: string) =>
      field(page, partName('date_of_birth', part)).evaluate((control, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', pasted)
        ;(control as HTMLElement).focus()
        control.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    await paste('day', '2001-05-09')
    await expectFilledIn(page, { date_of_birth: '2001-05-09' }, language)
    await paste('month', '٣ يونيو ٢٠٠٢')
    await expectFilledIn(page, { date_of_birth: '2002-06-03' }, language)
    await paste('year', '9/5/2001')
    await expectFilledIn(page, { date_of_birth: '2001-05-09' }, language)
    const draft = () => page.evaluate(() => localStorage.getItem('draft:career-application/careerApply/1'))
    await expect.poll(draft).toContain('"date_of_birth":"2001-05-09"')
  })

test('an error found by the server comes back to the field, with the CV kept', async ({ page }) => {
  await openForm(page, '/careerApply/1', aCareerApplication())
  await chooseCv(page, Buffer.from('%PDF-1.4\nand then nothing'))
  await submitButton(page).click()
  const summary = page.getByRole('alert').filter({ has: page.getByRole('listitem') })
  await expect(summary).toBeFocused()
  await expect(page.locator('#field-cv-error')).toHaveText(starterTexts('en')['form-errors'].cvDamaged)
  await expect(page.getByText('cv.pdf', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an application that waits can be sent from the panel, and is stored once', async ({ page, site }) => {
  const application = aCareerApplication()
  const cv = aTitledPdf('waits')
  await openForm(page, '/careerApply/1', application)
  await chooseCv(page, cv)
  await breakTheWay(page, faults['answers 500'])
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(textsOf('en').problems.serverDown)
  await mendTheWay(page)
  await page.getByRole('button', { name: starterTexts('en')['career-apply'].failed.again }).dblclick()
  await expect(page.getByText(application.email)).toBeVisible()
  const rows = rowsOf(site, 'career-application', application.email)
  expect(rows).toHaveLength(1)
  expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
})

test('the answers written for one job stand in the form of the next', async ({ page }) => {
  await openForm(page, '/careerApply/1')
  const written = { name: 'Nourhan Samir', college: 'Cairo University', date_of_birth: '1996--21' }
  await fillIn(page, written)
  await openForm(page, '/careerApply/2')
  await expectFilledIn(page, written)
  await expect(field(page, 'job_id')).toHaveValue('2')
})

test('two tabs that apply for two jobs keep what is written in each', { tag: '@slow' }, async ({ page, context }) => {
  const other = await context.newPage()
  await openForm(page, '/careerApply/1')
  await openForm(other, '/careerApply/2')
  await fillIn(page, { name: 'Nourhan Samir', notice_period: 'One month' })
  await fillIn(other, { name: 'Nourhan S. Fathy', notice_period: 'Two weeks' })
  await openForm(page, '/careerApply/1')
  await openForm(other, '/careerApply/2')
  await expectFilledIn(page, { name: 'Nourhan Samir', notice_period: 'One month' })
  await expectFilledIn(other, { name: 'Nourhan S. Fathy', notice_period: 'Two weeks' })
})

test('a job that closes meanwhile is said so, and the answers stay', async ({ page }) => {
  await openForm(page, '/careerApply/1', aCareerApplication())
  await chooseCv(page)
  await breakTheWay(page, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ errors: { job_id: ['jobNotOpen'] } }),
    }),
  )
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(textsOf('en').problems.jobClosed)
  await page
    .getByRole('main')
    .getByRole('link', { name: starterTexts('en')['career-apply'].sent.jobs })
    .click()
  await expect(page).toHaveURL(/\/jobs$/)
  await openForm(page, '/careerApply/2')
  await expect(field(page, 'major')).toHaveValue('Computer Engineering')
})

for (const language of languagesByTurn(0)) {
  test(`a job that is unknown answers 404 with a way to the open ones (${language})`, { tag: '@slow' }, async ({
    page,
  }) => {
    const answer = await page.goto(`${prefixOf(language)}/careerApply/999999`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessible(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: starterTexts(language)['career-apply'].notFound.jobs })
      .click()
    await expect(page).toHaveURL(new RegExp(`${prefixOf(language)}/jobs$`))
  })
}

/** Holds submissions until released, each with its own fault. */
async function holdSubmissions(page: Page) {
  let letGo: (fault: (typeof faults)[keyof typeof faults]) => void = () => {}
  const fault = new Promise<(typeof faults)[keyof typeof faults]>((resolve) => {
    letGo = resolve
  })
  await breakTheWay(page, async (route) => (await fault)(route))
  return async (chosen: (typeof faults)[keyof typeof faults]) => letGo(chosen)
}
