import { beforeAll, describe, expect, test, vi } from 'vitest'
import { saveSetUp } from '#domain/hiring/set-up.ts'
import { companyStages, findProcess } from '#domain/submissions/processes.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { aCareerApplication } from '../../tests/support/builders.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'
import { aQuestion, both, CHOICE } from '../../tests/support/set-ups.ts'
import { storedSubmissions } from '../../tests/support/stored.ts'

const LINK = aQuestion({ id: 'question3', kind: 'link', text: both('Your work'), isRequired: false })
const LONG = aQuestion({ id: 'question4', kind: 'long', text: both('<b>Why?</b>'), isRequired: false })
const QUESTIONS = [aQuestion(), CHOICE, LINK, LONG]
const ANSWERS = { question_question1: 'vim', question_question2: 'option-cairo1' }

describe.each(DATABASES)('the questions of a job on %s', (name) => {
  const api = apiOn(name)
  let before: string

  const ask = async (questions: object[], process = '1') => {
    const { version } = await findProcess(api.database.queries, process)
    const wanted = { version, stages: companyStages(), questions: questions as never, criteria: [], moves: {} }
    await api.database.write((queries) => saveSetUp(queries, process, wanted, { actorId: null, now: new Date() }))
    await vi.waitFor(async () => {
      const { data } = (await (await api.get('job/1')).json()) as { data: { questions?: object[] } }
      expect(data.questions?.length ?? 0).toBe(questions.length)
    })
  }
  const job = async (language = 'en') =>
    ((await (await api.get('job/1', { 'accept-language': language })).json()) as { data: Record<string, unknown> }).data
  const send = async (fields: object) => {
    const response = await api.postForm('Form', aCareerApplication({ fields: { job_id: '1', ...fields } }), {})
    return { status: response.status, body: (await response.json()) as { reference: string; errors?: object } }
  }
  const stored = async (reference: string) => findSubmission(api.database.queries, reference)

  beforeAll(async () => {
    before = await (await api.get('job/1')).text()
    await ask(QUESTIONS)
  })

  test('are at the end of the job, in its language, without what flags an application', async () => {
    const { questions, questions_version: version, ...rest } = await job()
    expect(JSON.stringify({ data: rest })).toBe(before)
    expect(questions).toEqual(
      QUESTIONS.map(({ id, kind, text, isRequired, options }) => ({
        id,
        kind,
        text: text.en,
        required: isRequired,
        options: (options as { id: string; text: { en: string } }[]).map((option) => ({
          id: option.id,
          text: option.text.en,
        })),
      })),
    )
    expect(version).toMatch(/^[\w-]{16}$/)
    expect(JSON.stringify(await job('ar'))).toContain(aQuestion().text.ar)
  })

  test('answers are stored with the question as it was asked, also after it has changed', async () => {
    const { status, body } = await send({ ...ANSWERS, question_question4: '<script>alert(1)</script>' })
    expect(status).toBe(201)
    await ask([aQuestion({ text: both('Another question') }), CHOICE, LINK, LONG])
    const { jobAnswers, marks } = (await stored(body.reference)) ?? {}
    expect(jobAnswers).toMatchObject([
      { question: aQuestion().text.en, answer: 'vim', is_knock_out: 0 },
      { question: CHOICE.text.en, answer: 'Cairo', is_knock_out: 0 },
      { question: '<b>Why?</b>', answer: '<script>alert(1)</script>' },
    ])
    expect(marks).toBe('')
    const found = await storedSubmissions(api.database.queries, { search: 'vim' })
    expect(found.map(({ reference }) => reference)).toContain(body.reference)
    await ask(QUESTIONS)
  })

  test('a knock-out answer flags the application, and the sender gets the usual response', async () => {
    const usual = await send(ANSWERS)
    const flagged = await send({ ...ANSWERS, question_question2: 'option-other1' })
    expect(Object.keys(flagged.body)).toEqual(Object.keys(usual.body))
    expect(await stored(flagged.body.reference)).toMatchObject({ marks: 'knock-out', stage: 'new' })
  })

  test.each([
    [
      'a required one without an answer',
      { question_question2: 'option-cairo1' },
      { question_question1: ['answerRequired'] },
    ],
    [
      'an option that is not offered',
      { ...ANSWERS, question_question2: 'option-gone12' },
      { question_question2: ['choiceUnknown'] },
    ],
    [
      'a script as a link',
      { ...ANSWERS, question_question3: 'javascript:alert(1)' },
      { question_question3: ['linkFormat'] },
    ],
    ['50 KB', { ...ANSWERS, question_question4: 'x'.repeat(50_000) }, { question_question4: ['tooLong'] }],
    [
      'a form of before they changed',
      { ...ANSWERS, questions_version: 'older' },
      { questions_version: ['questionsChanged'] },
    ],
  ])('%s is refused by name', async (_, fields, errors) => {
    const { status, body } = await send(fields)
    expect([status, body.errors]).toEqual([422, errors])
  })

  test('a question of another job is ignored, and another job asks nothing', async () => {
    const { status, body } = await send({ ...ANSWERS, question_foreign123: 'stray' })
    expect(status).toBe(201)
    expect(JSON.stringify(await stored(body.reference))).not.toContain('stray')
    const other = await send({ job_id: '2', ...ANSWERS })
    expect(other.status).toBe(201)
    expect(await stored(other.body.reference)).toMatchObject({ jobAnswers: [] })
  })

  test('a link gets its scheme', async () => {
    const { body } = await send({ ...ANSWERS, question_question3: 'mail.example/work' })
    expect((await stored(body.reference))?.jobAnswers.at(-1)).toMatchObject({ answer: 'https://mail.example/work' })
  })
})
