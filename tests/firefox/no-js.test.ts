import { addressIn } from '../support/addresses.ts'
import { careerAnswers } from '../support/builders.ts'
import { chooseCv, expect, firefoxTest, follow, readingOf, submit, typeIn } from '../support/firefox.ts'
import { startSite } from '../support/start-site.ts'
import { aTitledPdf, cvOf, newEmail, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

const test = firefoxTest(startSite, { 'javascript.enabled': false })

for (const language of languagesByTurn(0))
  test(`without JavaScript an application arrives with its CV (${language})`, async ({ page, server: site }) => {
    const application = careerAnswers({ email: newEmail() })
    const cv = aTitledPdf(`Firefox without JavaScript ${language}`)
    await page.goto(site.url + addressIn(language, '/careerApply/1'))
    await typeIn(page, application)
    await chooseCv(page, cv)
    await follow(page, () => submit(page))
    const rows = rowsOf(site, 'career-application', application.email)
    expect(await readingOf(page)).toContain(rows[0]?.reference)
    expect(rows).toMatchObject([{ ...application, job_id: 1, language }])
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
  })
