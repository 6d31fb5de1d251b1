import { expect, type Page } from '@playwright/test'
import { type DateAnswer, isDateAnswer } from '#contract/constants.ts'
import { DATE_PARTS, partName, splitDate } from '#site/submissions/date-parts.ts'
import type { Language } from '#texts/languages.ts'
import { starterTexts } from './starter-company.ts'
import { aTitledPdf, newEmail } from './submissions.ts'
import { wake } from './waking.ts'

/** The prefix of a language's addresses. */
export const prefixOf = (language: Language) => (language === 'ar' ? '/ar' : '')

export const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`)

export const submitButton = (page: Page) => page.locator('main form [type="submit"]')

export function aContactMessage(changes: Record<string, string> = {}) {
  return {
    name: 'Salma Fathy',
    email: newEmail(),
    phone: '01012345678',
    subject: 'A shop for plants',
    message: 'We would like a shop.\nWhen can we talk?',
    ...changes,
  }
}

export function anInternshipApplication(changes: Record<string, string> = {}) {
  return {
    name: 'عمر خالد',
    email: newEmail(),
    phone: '01512345678',
    position: 'Backend',
    why_hire_you: 'أتعلّم بسرعة، وأسأل حين لا أعرف.',
    ...changes,
  }
}

export function aCareerApplication(changes: Record<string, string> = {}) {
  return {
    name: 'Nourhan Samir',
    email: newEmail(),
    phone: '01112345678',
    address: '7 Road 233, Degla, Maadi',
    date_of_birth: '1996-05-21',
    college: 'Cairo University',
    major: 'Computer Engineering',
    graduation_date: '2018-07-01',
    notice_period: 'One month',
    ...changes,
  }
}

export async function fillIn(page: Page, answers: Record<string, string>) {
  for (const [name, answer] of Object.entries(answers)) {
    if (isDateAnswer(name)) await fillInDate(page, name, answer)
    else await field(page, name).fill(answer)
  }
}

/** A date with parts that may be missing: `2001--09`. */
async function fillInDate(page: Page, name: DateAnswer, date: string) {
  const { day, month, year } = splitDate(date, 'en')
  await field(page, partName(name, 'day')).fill(day)
  await field(page, partName(name, 'month')).selectOption(month)
  await field(page, partName(name, 'year')).fill(year)
}

/** Field values, a date in its three parts. */
export async function expectFilledIn(page: Page, answers: Record<string, string>, language: Language = 'en') {
  for (const [name, answer] of Object.entries(answers)) {
    if (!isDateAnswer(name)) await expect(field(page, name)).toHaveValue(answer)
    else
      for (const part of DATE_PARTS)
        await expect(field(page, partName(name, part))).toHaveValue(splitDate(answer, language)[part])
  }
}

export async function chooseCv(page: Page, bytes = aTitledPdf(), name = 'cv.pdf') {
  await field(page, 'cv').setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes })
}

/** An interactive page refuses to send an empty form. */
export async function openForm(page: Page, address: string) {
  await page.goto(address)
  await wake(page)
  await page.locator('main form[data-awake]').waitFor()
}

export const textsOf = (language: Language) => starterTexts(language).forms
