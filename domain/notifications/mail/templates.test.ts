import { expect, test } from 'vitest'
import { BEFORE_CONTENT } from '../../content/company.ts'
import type { WholeSubmission } from '../../submissions/submissions.ts'
import { conditionsMail, staffMail } from './templates.ts'

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
