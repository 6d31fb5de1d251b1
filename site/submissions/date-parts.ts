import { type DateAnswer, isDateAnswer } from '#contract/constants.ts'
import { arabicDigits } from '#texts/dates-and-numbers.ts'
import type { Language } from '#texts/languages.ts'
import { latinDigits } from '#texts/spelling.ts'
import type { Answers } from './forms.ts'

/** A date is asked for in three parts and is one answer, `YYYY-MM-DD`. Missing parts stay empty (`2001--09`). */
export const DATE_PARTS = ['day', 'month', 'year'] as const
export type DatePart = (typeof DATE_PARTS)[number]
type DateInParts = Record<DatePart, string>

export const partName = (field: string, part: DatePart) => `${field}_${part}`

export const partNamesOf = (fields: readonly string[]) =>
  fields.filter(isDateAnswer).flatMap((field) => DATE_PARTS.map((part) => partName(field, part)))

export function answerNameOf(controlName: string): string {
  return placeOf(controlName)?.field ?? controlName
}

export function joinDates(typed: Answers): Answers {
  const joined: Answers = {}
  for (const [name, text] of Object.entries(typed)) {
    const { field } = placeOf(name) ?? {}
    if (!field) joined[name] = text
    else joined[field] ??= joinDate(Object.fromEntries(DATE_PARTS.map((part) => [part, typed[partName(field, part)]])))
  }
  return joined
}

export function shownIn(controlName: string, answers: Answers, language: Language): string | undefined {
  const place = placeOf(controlName)
  if (!place) return answers[controlName]
  const answer = answers[place.field]
  return answer && splitDate(answer, language)[place.part]
}

export function splitDate(answer: string, language: Language): DateInParts {
  const [year = '', month = '', day = ''] = latinDigits(answer).split('-')
  const inPageDigits = (text: string) => (language === 'ar' ? arabicDigits(text) : text)
  return { day: inPageDigits(withoutZero(day)), month: withoutZero(month), year: inPageDigits(year) }
}

/** A whole date, as it is copied from elsewhere: 2001-05-09, 9/5/2001 (the day first), ٩ مايو ٢٠٠١, May 9, 2001. */
export function readWholeDate(text: string): string | undefined {
  const plain = latinDigits(text.slice(0, MAX_DATE_LENGTH))
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  const numbers = plain.match(/\d+/g) ?? []
  const yearAt = numbers.findIndex((number) => number.length === 4)
  const [first = '', second = ''] = numbers.filter((_, index) => index !== yearAt)
  const year = numbers[yearAt]
  if (!year || first.length > 2 || second.length > 2) return undefined
  if (numbers.length === 2) return wholeDate(year, monthNamedIn(plain), first)
  if (numbers.length !== 3 || !/^[\d\s./-]+$/.test(plain)) return undefined
  if (yearAt === 0) return wholeDate(year, first, second)
  // Only where the second cannot be a month it is taken for the day.
  return yearAt === 2 ? (wholeDate(year, second, first) ?? wholeDate(year, first, second)) : undefined
}

const MAX_DATE_LENGTH = 60
/** Egypt, the Levant and the Maghreb call the months by different names. */
const MONTH_LOCALES = ['en', 'ar-EG', 'ar-SY', 'ar-DZ', 'ar-MA']

function placeOf(controlName: string): { field: DateAnswer; part: DatePart } | undefined {
  const at = controlName.lastIndexOf('_')
  const field = controlName.slice(0, at)
  const part = DATE_PARTS.find((each) => each === controlName.slice(at + 1))
  return part && isDateAnswer(field) ? { field, part } : undefined
}

function joinDate({ day = '', month = '', year = '' }: Partial<DateInParts>): string {
  // A hyphen would be taken for the border between two parts.
  const [d = '', m = '', y = ''] = [day, month, year].map((part) => latinDigits(part).trim().replaceAll('-', '/'))
  if (!d && !m && !y) return ''
  // Pasted into one part where nothing was there to spread it over the three.
  const whole = readWholeDate(d) ?? readWholeDate(y)
  return whole ?? [y, twoDigits(m), twoDigits(d)].join('-')
}

function wholeDate(year: string, month: string, day: string) {
  const isRead = +month >= 1 && +month <= 12 && +day >= 1 && +day <= 31
  return isRead ? [year, twoDigits(month), twoDigits(day)].join('-') : undefined
}

function monthNamedIn(text: string): string {
  for (const locale of MONTH_LOCALES)
    for (const style of ['long', 'short'] as const) {
      const { format } = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { month: style, timeZone: 'UTC' })
      const words = text.split(/[\s\d,،./-]+/)
      const month = MONTHS.find((number) => isNamed(format(Date.UTC(2000, number - 1)).toLowerCase(), words))
      if (month) return String(month)
    }
  return ''
}

/** A name may be of two words: كانون الثاني. */
function isNamed(name: string, words: string[]) {
  return ` ${words.join(' ')} `.includes(` ${name} `)
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

const twoDigits = (number: string) => (/^\d$/.test(number) ? `0${number}` : number)
const withoutZero = (number: string) => number.replace(/^0(?=\d$)/, '')
