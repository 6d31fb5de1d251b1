import { expect, type Page } from '@playwright/test'
import { type DateAnswer, isDateAnswer } from '#contract/constants.ts'
import { DATE_PARTS, partName, splitDate } from '#site/submissions/date-parts.ts'
import type { Language } from '#texts/languages.ts'
import { starterTexts } from './starter-company.ts'
import { aTitledPdf } from './submissions.ts'
import { wake } from './waking.ts'

/** The prefix of a language's addresses. */
export const prefixOf = (language: Language) => (language === 'ar' ? '/ar' : '')

export const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`)

export const submitButton = (page: Page) => page.locator('main form [type="submit"]')

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
export async function openForm(page: Page, address: string, answers: Record<string, string> = {}) {
  await page.goto(address)
  await wake(page)
  await page.locator('main form[data-awake]').waitFor()
  await fillIn(page, answers)
}

export const textsOf = (language: Language) => starterTexts(language).forms
