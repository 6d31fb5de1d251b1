import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { careerAnswers } from '../support/builders.ts'
import { chooseCv, expect, readingOf, siteTest, submit, typeIn } from '../support/firefox.ts'
import { aTitledPdf, cvOf, newEmail, rowsOf } from '../support/submissions.ts'

const test = siteTest.extend({ preferences: [{ 'javascript.enabled': false }, { scope: 'file' }] })

for (const language of LANGUAGES)
  test(`without JavaScript an application arrives with its CV (${language})`, async ({ page, site }) => {
    const application = careerAnswers({ email: newEmail() })
    const cv = aTitledPdf(`Firefox without JavaScript ${language}`)
    await page.goto(site.url + addressIn(language, '/careerApply/1'))
    await typeIn(page, application)
    await chooseCv(page, cv)
    await submit(page)
    await expect.poll(() => readingOf(page)).toMatch(/NQ-/)
    const rows = rowsOf(site, 'career-application', application.email)
    expect(rows).toMatchObject([{ ...application, job_id: 1, language }])
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
  })
