import { chooseCv, field, fillIn, openForm, prefixOf, submitButton, textsOf } from '../support/filling-in.ts'
import { test as base, expect } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aCareerApplication, aContactMessage, aTitledPdf, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

/** While more forms arrive than are taken without a proof of work. */
const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite({ PROOF_ABOVE_PER_MINUTE: '1' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
test.use({ expectedErrors: [/Failed to load resource/] })

test.beforeEach(async ({ site }) => {
  for (let form = 0; form < 2; form++)
    await fetch(`${site.url}/api/guest-api/contact-us`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aContactMessage()),
    })
})

for (const language of languagesByTurn(0))
  test(`a message arrives with a proof solved in the background (${language})`, async ({ page, site }) => {
    const message = aContactMessage()
    await openForm(page, `${prefixOf(language)}/contact`, message)
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'POST') statuses.push(response.status())
    })
    const [worker] = await Promise.all([page.waitForEvent('worker'), submitButton(page).click()])
    expect(worker.url()).toContain('proof-worker')
    await expect(page.getByText(textsOf(language).sent['contact-message'])).toBeVisible()
    expect(statuses).toEqual([428, 201])
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
  })

for (const language of languagesByTurn(1))
  test(`an application arrives with its CV and a proof (${language})`, async ({ page, site }) => {
    const application = aCareerApplication()
    await openForm(page, `${prefixOf(language)}/careerApply/1`, application)
    await chooseCv(page, aTitledPdf(`under pressure ${language}`, 200_000))
    await submitButton(page).click()
    await expect(page.getByText(starterTexts(language).forms.reference)).toBeVisible()
    expect(rowsOf(site, 'career-application', application.email)).toHaveLength(1)
  })

test('a proof that cannot be found loses nothing: the message waits and goes out later', async ({ page, site }) => {
  const message = aContactMessage()
  await page.route('**/proof-worker*', (route) => route.abort())
  await openForm(page, '/contact', message)
  await submitButton(page).click()
  await expect(page.getByText(textsOf('en').problems.serverDown)).toBeVisible()
  await expect(page.getByText(textsOf('en').keptForLater)).toBeVisible()
  await expect(field(page, 'message')).toHaveValue(message.message)
  await page.unroute('**/proof-worker*')
  await page.reload()
  await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('two messages a minute arrive, the next is told to wait and comes back whole', async ({ page, site }) => {
    const message = aContactMessage()
    for (let time = 1; time <= 3; time++) {
      await page.goto(time === 3 ? '/ar/contact' : '/contact')
      await fillIn(page, { ...message, subject: `Message ${time}` })
      await submitButton(page).click()
      if (time < 3) await expect(page.getByText(textsOf('en').sent['contact-message'])).toBeVisible()
    }
    await expect(page.getByText(textsOf('ar').problems.tooManyTries)).toBeVisible()
    await expect(field(page, 'subject')).toHaveValue('Message 3')
    await expect(field(page, 'message')).toHaveValue(message.message)
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(2)
  })
})
