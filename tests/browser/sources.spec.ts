import { chooseCv, field, fillIn, openForm, submitButton } from '../support/filling-in.ts'
import { expect, test } from '../support/site.ts'
import { aCareerApplication, aContactMessage, aTitledPdf, rowsOf } from '../support/submissions.ts'
import { wake } from '../support/waking.ts'

const APPLICATION_PAGE = '/careerApply/1'

test('an application says by which link its tab first came, and what the applicant chose', async ({
  page,
  context,
  site,
}) => {
  const application = aCareerApplication({ name: 'Laila Hassan' })
  await page.goto('/?utm_source=LinkedIn&utm_campaign=Spring%202026')
  await page.goto('/jobs?utm_source=newsletter')
  await openForm(page, APPLICATION_PAGE)
  await fillIn(page, application)
  await chooseCv(page, aTitledPdf('en', 1000))
  await field(page, 'heard_of').selectOption('event')
  await submitButton(page).click()
  await expect(page.locator('main form')).toHaveCount(0)
  await expect.poll(() => rowsOf(site, 'career-application', application.email)).toHaveLength(1)
  const [row] = rowsOf(site, 'career-application', application.email)
  expect(row).toMatchObject({ source: 'linkedin', campaign: 'spring 2026', heard_of: 'event' })
  for (const { value } of await context.cookies()) expect(value.toLowerCase()).not.toContain('linkedin')
})

test('a visit from another site is named by it', async ({ page, site }) => {
  const message = aContactMessage()
  await page.goto('/contact', { referer: 'https://www.google.com.eg/' })
  await wake(page)
  await page.locator('main form[data-awake]').waitFor()
  await fillIn(page, message)
  await submitButton(page).click()
  await expect.poll(() => rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
  expect(rowsOf(site, 'contact-message', message.email)[0]).toMatchObject({
    source: 'google',
    referring_site: 'google.com.eg',
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("the words in the form's own address count", async ({ page, site }) => {
    const message = aContactMessage()
    await page.goto('/contact?src=fair')
    await fillIn(page, message)
    await submitButton(page).click()
    await expect(page.getByText(message.name)).toHaveCount(0)
    await expect.poll(() => rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
    expect(rowsOf(site, 'contact-message', message.email)[0]).toMatchObject({ source: 'fair' })
  })
})
