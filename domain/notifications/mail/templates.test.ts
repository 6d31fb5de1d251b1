import { expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import { BEFORE_CONTENT } from '../../content/company.ts'
import type { WholeSubmission } from '../../submissions/submissions.ts'
import { conditionsMail, confirmationMail, newsMail, staffMail } from './templates.ts'

const submission = {
  kind: 'contact-message',
  reference: 'NQ-7K3M-9XQ2',
  created_at: '2026-03-02T09:00:00.000Z',
  language: 'en',
  name: 'Mona',
  email: 'mona@mail.example',
  phone: '01000000000',
  about: 'Bread',
  marks: '',
  answers: { subject: 'Bread', message: 'We sell bread.' },
  jobAnswers: [],
} as unknown as WholeSubmission

test.each(['en', 'ar'] as const)('mails to the staff open the desk and name no command (%s)', (language) => {
  const speaking = { company: BEFORE_CONTENT, language }
  const desk = 'https://desk.nuqta.example'
  const arrival = staffMail(submission, 'Africa/Cairo', speaking, desk)
  expect(arrival.html).toContain(`href="${desk}/inbox/NQ-7K3M-9XQ2"`)
  expect(arrival.text).toContain(`${desk}/inbox/NQ-7K3M-9XQ2`)
  const conditions = conditionsMail([{ name: 'clockOff', values: { minutes: 3 } }], 'one', speaking, desk)
  expect(conditions.html).toContain(`href="${desk}/"`)
  for (const mail of [arrival, conditions]) expect(mail.text).not.toContain('npm run')
  expect(staffMail(submission, 'Africa/Cairo', speaking).text).toContain('npm run desk -- show NQ-7K3M-9XQ2')
})

test.each(['en', 'ar'] as const)('the subject of a server alert names the worst condition (%s)', (language) => {
  const speaking = { company: BEFORE_CONTENT, language }
  const late = { name: 'contentBehind', values: { count: 2 } } as const
  const old = { name: 'backupOld', values: { hours: 30, hasAny: 'yes' } } as const
  const { problems } = textsIn(language).mail.conditions
  const hours = language === 'ar' ? '٣٠' : '30'
  expect(Object.keys(problems).sort()).toEqual(Object.keys(textsIn(language).mail.conditions.sentences).sort())
  const [alone, together] = [[old], [late, old]].map((found) => conditionsMail(found, 'one', speaking).subject)
  expect(alone).toContain(hours)
  expect(together).toContain(alone)
  expect(together).not.toBe(alone)
})

test.each([
  ['en', 'Monday 9 March'],
  ['ar', 'الاثنين، ٩ مارس'],
] as const)('a confirmation and the news of a review say by when (%s)', (language, day) => {
  const speaking = { company: BEFORE_CONTENT, language, imprint: undefined, site: undefined }
  for (const kind of ['contact-message', 'internship-application', 'career-application'] as const) {
    const sent = { ...submission, kind, job_id: null, answer_due_at: '2026-03-09T16:00:00.000Z' }
    expect(confirmationMail(sent, speaking, 'Africa/Cairo', undefined).text).toContain(day)
  }
  const news = (answerBy?: string) => newsMail(submission, speaking, { stage: 'in-review', answerBy }, undefined).text
  expect(news(day)).toContain(day)
  expect(news()).not.toContain(day)
})
