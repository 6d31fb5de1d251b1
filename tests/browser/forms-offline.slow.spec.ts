import type { Page } from '@playwright/test'
import type { Language } from '#texts/languages.ts'
import { expectAccessible } from '../support/axe.ts'
import { breakTheWay, faults, mendTheWay } from '../support/faults.ts'
import { chooseCv, field, openForm, prefixOf, submitButton, textsOf } from '../support/filling-in.ts'
import { expect, test } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aCareerApplication, aContactMessage, aTitledPdf, cvOf, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

for (const language of languagesByTurn(0)) {
  test(`a message written offline is sent when back online (${language})`, async ({ page, site, context }) => {
    const message = aContactMessage()
    const texts = textsOf(language)
    await openForm(page, `${prefixOf(language)}/contact`, message)
    await context.setOffline(true)
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText(texts.problems.offline)
    await expectAccessible(page)
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(0)
    await context.setOffline(false)
    await expect(page.getByText(texts.sent['contact-message'])).toBeVisible()
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
    await expect(field(page, 'message')).toHaveValue('')
  })

  test(`an application outlives its tab and is sent next visit (${language})`, async ({ page, site, context }) => {
    const application = aCareerApplication()
    const cv = aTitledPdf(`closed tab ${language}`)
    const texts = textsOf(language)
    await openForm(page, `${prefixOf(language)}/careerApply/1`, application)
    await chooseCv(page, cv)
    await breakTheWay(page, faults['answers nothing'])
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText(texts.keptForLater)
    await page.close()

    const [first, second] = [await context.newPage(), await context.newPage()]
    await Promise.all([first.goto(`${prefixOf(language)}/about`), second.goto(`${prefixOf(language)}/services`)])
    const arrivals = () =>
      Promise.all([first, second].map((tab) => tab.getByText(texts.sent['career-application']).count()))
    await expect.poll(async () => Math.max(...(await arrivals()))).toBe(1)
    const rows = rowsOf(site, 'career-application', application.email)
    expect(rows).toHaveLength(1)
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
  })
}

test('a waiting submission shows on other pages and can be cancelled', async ({ page, site }) => {
  const message = aContactMessage()
  const texts = textsOf('en')
  await openForm(page, '/contact', message)
  await breakTheWay(page, faults['answers 503'])
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(texts.problems.serverDown)
  await page.goto('/about')
  await expect(page.getByText(texts.outbox.waiting['contact-message'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.cancelSending }).click()
  await expect(page.getByText(texts.outbox.waiting['contact-message'])).toHaveCount(0)
  await mendTheWay(page)
  await page.goto('/contact')
  await expect(field(page, 'message')).toHaveValue(message.message)
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(0)
  expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
})

test('an application that waits comes back whole to be edited, CV included, after a reload', async ({ page, site }) => {
  const application = aCareerApplication()
  const cv = aTitledPdf('edited after a reload')
  await openForm(page, '/careerApply/1', application)
  await chooseCv(page, cv, 'mine.pdf')
  await breakTheWay(page, faults['answers 500'])
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: starterTexts('en')['career-apply'].failed.edit }).click()
  await expect(page.getByText('mine.pdf')).toBeVisible()
  await field(page, 'notice_period').fill('Two weeks')
  await mendTheWay(page)
  await submitButton(page).click()
  await expect(page.getByText(application.email)).toBeVisible()
  const rows = rowsOf(site, 'career-application', application.email)
  expect(rows).toMatchObject([{ notice_period: 'Two weeks' }])
  expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
})

test('a submission kept as version 1.0 stores it is found and sent', async ({ page, site }) => {
  const message = aContactMessage()
  await page.goto('/about')
  // Written out, because later releases must still find it in visitors' browsers.
  await page.evaluate(async (answers) => {
    const opening = indexedDB.open('outbox', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('submissions')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const transaction = opening.result.transaction('submissions', 'readwrite')
    const submission = {
      key: 'kept-before',
      kind: 'contact-message',
      page: '/contact',
      answers,
      fillTime: 9000,
      at: Date.now(),
    }
    transaction.objectStore('submissions').put({ submission, isTried: true }, submission.key)
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    opening.result.close()
    localStorage.setItem('outbox', '1')
  }, message)
  await page.goto('/services')
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
  expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
})

test('a submission is called kept only once the browser has really written it', async ({ page, context }) => {
  // The request succeeds and the transaction fails later, as on a full disk.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      const request = put.apply(this, args)
      request.addEventListener('success', () => this.transaction.abort())
      return request
    }
  })
  const texts = textsOf('en')
  await openForm(page, '/contact', aContactMessage())
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(texts.problems.offline)
  await expect(page.getByText(texts.stillHere)).toBeVisible()
  await expect(page.getByText(texts.keptForLater)).toHaveCount(0)
})

for (const language of languagesByTurn(1)) {
  const texts = textsOf(language)

  test(`a message taken back after a lost response is said to have perhaps arrived (${language})`, async ({ page }) => {
    await openForm(page, `${prefixOf(language)}/contact`, aContactMessage())
    await breakTheWay(page, faults['drops the connection after the commit'])
    await submitButton(page).click()
    await page.getByRole('button', { name: texts.cancelSending }).click()
    await expect(page.getByText(texts.cancelledLate)).toBeVisible()
    await expect(page.getByText(texts.cancelled)).toHaveCount(0)
  })

  test(`taken back on another page, what is on its way is stopped (${language})`, async ({ page }) => {
    const other = await leaveMessageWaiting(page, language)
    await breakTheWay(other, () => new Promise(() => {}))
    // The page says that it sends a moment before the request leaves.
    const begun = other.waitForRequest((request) => request.method() === 'POST')
    await other.goto(`${prefixOf(language)}/about`)
    await expect(other.getByText(texts.outbox.sending['contact-message'])).toBeVisible()
    await begun
    const stopped = other.waitForEvent('requestfailed')
    await other.getByRole('button', { name: texts.cancelSending }).click()
    await stopped
    await expect(other.getByText(texts.cancelledLate)).toBeVisible()
    await other.getByRole('button', { name: texts.outbox.close }).click()
    await expect(other.getByText(texts.cancelledLate)).toHaveCount(0)
  })

  test(`a submission sent from another page can be followed from there (${language})`, async ({ page }) => {
    const other = await leaveMessageWaiting(page, language)
    await other.goto(`${prefixOf(language)}/about`)
    await expect(other.getByRole('link', { name: texts.follow['contact-message'] })).toHaveAttribute(
      'href',
      /\/application\//,
    )
    await expect(other.getByText(texts.follow.keep)).toBeVisible()
  })
}

/** A message unsent when its page closed; the next page, online again, opens nothing yet. */
async function leaveMessageWaiting(page: Page, language: Language) {
  const context = page.context()
  await openForm(page, `${prefixOf(language)}/contact`, aContactMessage())
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(textsOf(language).problems.offline)
  await page.close()
  await context.setOffline(false)
  return context.newPage()
}
