import { saveSetUp } from '#domain/hiring/set-up.ts'
import { type AskedQuestion, companyStages } from '#domain/submissions/processes.ts'
import { expect, test } from '../support/desk-browser.ts'
import { chooseCv, field, fillIn, prefixOf, submitButton } from '../support/filling-in.ts'
import { findRows } from '../support/rows.ts'
import { both } from '../support/set-ups.ts'
import { aCareerApplication, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

const asked = (id: string, kind: AskedQuestion['kind'], changes: Partial<AskedQuestion> = {}): AskedQuestion => ({
  ...{ id, kind, text: both(`Question ${id}`, `سؤال ${id}`), isRequired: true, options: [], knockOut: [] },
  ...changes,
})

const OPTIONS = [
  { id: 'option-cairo1', text: both('Cairo', 'القاهرة') },
  { id: 'option-other1', text: both('Elsewhere', 'مكان آخر') },
]

const QUESTIONS = [
  asked('shortq', 'short'),
  asked('longqq', 'long', { isRequired: false }),
  asked('choice', 'choice', { options: OPTIONS, knockOut: ['option-other1'] }),
  asked('yesnoq', 'yes-no'),
  asked('linkqq', 'link', { isRequired: false }),
]

const JOBS = { en: 4, ar: 5 }

for (const language of languagesByTurn(0)) {
  test(`a job’s questions are answered without JavaScript on a phone (${language})`, async ({ desk, browser }) => {
    const job = JOBS[language]
    const setUp = { version: 0, stages: companyStages(), questions: QUESTIONS, criteria: [], team: [], moves: {} }
    const save = () =>
      desk.database.write((queries) => saveSetUp(queries, String(job), setUp, { actorId: null, now: new Date() }))
    expect((await save()).kind).toBe('saved')
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
    const page = await phone.newPage()
    const application = aCareerApplication()
    await expect(async () => {
      await page.goto(`${desk.site.url}${prefixOf(language)}/careerApply/${job}`)
      await expect(field(page, 'question_shortq')).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await fillIn(page, { ...application, question_longqq: 'Two words', question_linkqq: 'not a link' })
    await chooseCv(page)
    await submitButton(page).click()
    const summary = page.getByRole('alert').getByRole('link')
    await expect(summary).toHaveCount(4)
    await expect(field(page, 'question_longqq')).toHaveValue('Two words')
    await expect(field(page, 'question_linkqq')).toHaveValue('not a link')
    expect(rowsOf(desk.site, 'career-application', application.email)).toEqual([])

    await fillIn(page, { question_shortq: 'Vim', question_linkqq: 'https://mona.example/work' })
    await field(page, 'question_choice').selectOption('option-other1')
    await field(page, 'question_yesnoq').selectOption('yes')
    await chooseCv(page)
    await submitButton(page).click()
    await expect(page).toHaveURL(/\?sent=/)
    const [stored] = rowsOf(desk.site, 'career-application', application.email)
    const answers = await findRows(desk.database.queries, 'submission_job_answers', {
      submission_id: stored?.id as string,
    })
    const text = (id: string) => QUESTIONS.find((each) => each.id === id)?.text[language]
    expect(answers.map(({ question, answer }) => [question, answer]).toSorted()).toEqual(
      [
        [text('shortq'), 'Vim'],
        [text('longqq'), 'Two words'],
        [text('choice'), OPTIONS[1]?.text[language]],
        [text('yesnoq'), 'yes'],
        [text('linkqq'), 'https://mona.example/work'],
      ].toSorted(),
    )
    expect(answers.filter(({ is_knock_out }) => is_knock_out === 1)).toHaveLength(1)
    await phone.close()
  })
}
