import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import * as desk from '#texts/desk/en/index.ts'
import { textsIn } from '#texts/index.ts'
import { SUBMISSION_KINDS } from '../platform/database/tables.ts'
import { FORM_PROPERTIES, FORMS } from './kinds.ts'

const { forms, mail } = textsIn('en')

describe.each(SUBMISSION_KINDS)('every answer of a %s has its label', (kind) => {
  const { answers, hasCv } = FORM_PROPERTIES[kind]
  const all = ['name', 'email', 'phone', ...answers]

  test('on the page', () => {
    expect(Object.keys(forms.fields)).toEqual(expect.arrayContaining([...all, ...(hasCv ? ['cv'] : [])]))
  })

  test('in the mail to the staff', () => {
    expect(Object.keys(mail.staff.fields)).toEqual(expect.arrayContaining(all))
  })

  test('at the desk', () => {
    // The name stands in the heading.
    expect(Object.keys(desk.submission.fields)).toEqual(expect.arrayContaining(['email', 'phone', ...answers]))
  })
})

test('docs/product.md names what each form asks for', () => {
  const product = readFileSync(path.resolve(import.meta.dirname, '../../docs/product.md'), 'utf8')
  const [, ...listed] =
    product.match(
      /3\.3 Contact message: (.*?)\. Internship application: (.*?)\. Career application: (.*?),? and job_id/s,
    ) ?? []
  const asked = SUBMISSION_KINDS.map((kind) => [
    ...Object.keys(FORMS[kind].shape).filter((field) => field !== 'job_id'),
    ...(FORM_PROPERTIES[kind].hasCv ? ['cv'] : []),
  ])
  expect(listed.map((fields) => fields.split(/,\s+/))).toEqual(asked)
})
