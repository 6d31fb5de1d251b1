import * as z from 'zod/mini'
import type { FormErrorKey } from '#texts/index.ts'
import { latinDigits, normalizeText } from '#texts/spelling.ts'
import { isMailAddress, withAsciiDomain, withoutHiddenMarks } from './mail-address.ts'

const PHONE_PATTERN = /^01[0125]\d{8}$/
/** As numbers are printed: 010 1234 5678, (010) 1234-5678. */
const PHONE_SEPARATORS = /[\s()[\]\p{Pd}\u2212]/gu
const CAREER_NAME_MINIMUM = 3
const MIN_AGE_YEARS = 15

export const MAX_LENGTHS = {
  name: 120,
  email: 254,
  phone: 40,
  subject: 200,
  message: 5000,
  position: 120,
  why_hire_you: 5000,
  address: 300,
  date_of_birth: 40,
  college: 200,
  major: 200,
  graduation_date: 40,
  notice_period: 120,
  answer: 5000,
  short_answer: 300,
  long_answer: 2000,
  link: 500,
} as const

/** Read by the browser, server rendering and the API. A rule answers with a key of texts/<language>/form-errors.json. */

export const contactMessage = z.object({
  name: line('nameRequired', MAX_LENGTHS.name),
  email: email(),
  phone: phone(),
  subject: line('subjectRequired', MAX_LENGTHS.subject),
  message: paragraphs('messageRequired', MAX_LENGTHS.message),
})

export const internshipApplication = z.object({
  name: line('nameRequired', MAX_LENGTHS.name),
  email: email(),
  phone: phone(),
  position: line('positionRequired', MAX_LENGTHS.position),
  why_hire_you: paragraphs('whyHireYouRequired', MAX_LENGTHS.why_hire_you),
})

/** Everything but the CV, which is bytes; see `cvProblem`. */
export const careerApplication = z
  .object({
    name: line('nameRequired', MAX_LENGTHS.name).check(
      z.refine((name) => lettersOf(name) >= CAREER_NAME_MINIMUM, says('nameTooShort')),
    ),
    email: email(),
    phone: phone(),
    address: line('addressRequired', MAX_LENGTHS.address),
    date_of_birth: date('dateOfBirthRequired', 'dateOfBirthFormat').check(
      z.refine((day) => day < today(), says('dateOfBirthPast', true)),
      z.refine((day) => day <= yearsAgo(MIN_AGE_YEARS), says('dateOfBirthTooYoung', true)),
      z.refine((day) => day > yearsAgo(OLDEST_AGE_YEARS), says('dateTooFarBack')),
    ),
    college: line('collegeRequired', MAX_LENGTHS.college),
    major: line('majorRequired', MAX_LENGTHS.major),
    graduation_date: date('graduationDateRequired', 'graduationDateFormat').check(
      z.refine((day) => day > yearsAgo(OLDEST_AGE_YEARS), says('dateTooFarBack', true)),
      z.refine((day) => day <= yearsAgo(-STUDY_YEARS_AHEAD), says('graduationDateTooFarAhead', true)),
    ),
    notice_period: line('noticePeriodRequired', MAX_LENGTHS.notice_period),
    // Without a job the application is a general one. Forms send text, scripts may send a number.
    job_id: z.pipe(
      z.transform(emptyToMissing),
      z.optional(z.coerce.number(says('jobNotOpen')).check(z.int(says('jobNotOpen')), z.positive(says('jobNotOpen')))),
    ),
  })
  .check(
    z.refine(areDatesInOrder, {
      ...says('graduationBeforeBirth'),
      path: ['graduation_date'],
      when: (payload) => datesAreRead(payload.value),
    }),
  )

export function areDatesInOrder(form: { date_of_birth: string; graduation_date: string }) {
  return form.graduation_date > form.date_of_birth
}

export const questionAnswer = z.object({ answer: paragraphs('answerRequired', MAX_LENGTHS.answer) })

/** The answer to a job's own question in words. */
export function jobAnswer(kind: 'short' | 'long' | 'link') {
  if (kind === 'long') return paragraphs('answerRequired', MAX_LENGTHS.long_answer)
  if (kind === 'short') return line('answerRequired', MAX_LENGTHS.short_answer)
  return line('answerRequired', MAX_LENGTHS.link, withoutHiddenMarks).check(
    z.overwrite(withScheme),
    z.refine(isWebAddress, says('linkFormat')),
  )
}

export const jobAlert = z.object({ email: email() })

export type CareerApplication = z.infer<typeof careerApplication>

/** The first broken rule of each field; the shape in which the API answers 422. */
export type FieldErrors = Record<string, FormErrorKey[]>

export const fieldErrorsOf = (error: z.core.$ZodError): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'form')
    errors[field] ??= [issue.message as FormErrorKey]
  }
  return errors
}

export const CV_FIELD = 'cv'

/** Filled in by robots only: people never see it. */
export const HONEYPOT_FIELD = 'website'
/** How long the visitor took, in milliseconds; measured by the page. */
export const FILL_TIME_FIELD = 'fill_time'

const PDF_HEADER = '%PDF-'
const PDF_HEADER_WITHIN = 1024

/** Phones and mail programs hand out files without an ending; other endings stay, and are refused. */
export function cvFileName(name: string): string {
  const given = normalizeText(name).trim()
  if (/^\.?(pdf)?$/i.test(given)) return 'cv.pdf'
  return FILE_ENDING.test(given) ? given : `${given}.pdf`
}

/** Not a year or a part of a date, as in "CV 12.2024". */
const FILE_ENDING = /\.(?=\d*[a-z])[a-z\d]{1,12}$/i

export function cvProblem(
  file: { name: string; size: number; firstBytes: Uint8Array },
  maximumBytes: number,
): FormErrorKey | undefined {
  const name = cvFileName(file.name)
  if (!/\.pdf$/i.test(name)) return 'cvNotPdf'
  if (!isPlainFileName(name)) return 'cvFileName'
  if (file.size === 0) return 'cvEmpty'
  if (file.size > maximumBytes) return 'cvTooLarge'
  const start = String.fromCharCode(...file.firstBytes.subarray(0, PDF_HEADER_WITHIN))
  return start.includes(PDF_HEADER) ? undefined : 'cvNotPdf'
}

const MAX_FILE_NAME_BYTES = 255

/** A name that every system can store. */
function isPlainFileName(name: string) {
  const isShort = new TextEncoder().encode(name).length <= MAX_FILE_NAME_BYTES
  return isShort && !/[/\\"\p{Cc}\p{Cs}\ufffd\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
}

const OLDEST_AGE_YEARS = 120
const STUDY_YEARS_AHEAD = 10

function says(key: FormErrorKey, abort = false) {
  return { error: key, abort }
}

function text(requiredKey: FormErrorKey, maximum: number, forbidden: RegExp, clean: (typed: string) => string) {
  return z.string(says(requiredKey)).check(
    z.overwrite((typed) => clean(typed.replace(TURNING_MARKS, ''))),
    z.trim(),
    z.overwrite((typed) => normalizeText(typed)),
    z.minLength(1, says(requiredKey, true)),
    z.refine((value) => VISIBLE.test(value), says(requiredKey, true)),
    z.maxLength(maximum, says('tooLong', true)),
    z.refine((value) => !value.includes(LOST_CHARACTER), says('unreadableCharacters', true)),
    z.refine((value) => !forbidden.test(value), says('forbiddenCharacters', true)),
  )
}

const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** The decoder's replacement for bytes that are not UTF-8. */
const LOST_CHARACTER = '\ufffd'

/** Invisible marks that reverse text; messengers copy them along with names and numbers. */
const TURNING_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** Separators of tables and pages become spaces. */
function line(requiredKey: FormErrorKey, maximum: number, clean = asTyped) {
  return text(requiredKey, maximum, /[\p{Cc}\p{Cs}]/u, (typed) => clean(typed.replace(/[\t\u2028\u2029]/g, ' ')))
}

function paragraphs(requiredKey: FormErrorKey, maximum: number) {
  return text(requiredKey, maximum, /[^\P{Cc}\n\r\t]|\p{Cs}/u, asTyped)
}

/** People write an address as they see it: github.com/name. */
function withScheme(typed: string) {
  return /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]+:\d/.test(typed) ? typed : `https://${typed}`
}

/** A public page: never a script, a file or an address with a password. */
function isWebAddress(typed: string) {
  if (/\s/.test(typed) || !URL.canParse(typed)) return false
  const { protocol, hostname, username, password } = new URL(typed)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' && /[^.]\.[^.]{2,}$/.test(hostname)
}

function asTyped(text: string) {
  return text
}

function email() {
  return line('emailRequired', MAX_LENGTHS.email, withoutHiddenMarks).check(
    z.overwrite(withAsciiDomain),
    z.refine(isMailAddress, says('emailFormat')),
  )
}

function phone() {
  return line('phoneRequired', MAX_LENGTHS.phone, (typed) => typed.replace(/\p{Cf}/gu, '')).check(
    z.overwrite((typed) => latinDigits(typed).replace(PHONE_SEPARATORS, '')),
    z.regex(PHONE_PATTERN, says('phoneFormat')),
  )
}

function date(requiredKey: FormErrorKey, formatKey: FormErrorKey) {
  return line(requiredKey, MAX_LENGTHS.date_of_birth).check(
    z.overwrite(latinDigits),
    z.refine((text) => !dateProblem(text), { error: ({ input }) => dateProblem(String(input)), abort: true }),
    z.regex(z.regexes.date, says(formatKey, true)),
  )
}

/** The error of one part of `YYYY-MM-DD`; parts may be empty. */
function dateProblem(text: string): FormErrorKey | undefined {
  const [year, month, day, more] = text.split('-')
  if (year === undefined || month === undefined || day === undefined || more !== undefined) return undefined
  if (!day && !month) return 'dateDayAndMonthMissing'
  if (!day && !year) return 'dateDayAndYearMissing'
  if (!month && !year) return 'dateMonthAndYearMissing'
  if (!day) return 'dateDayMissing'
  if (!month) return 'dateMonthMissing'
  if (!year) return 'dateYearMissing'
  if (!/^\d\d?$/.test(day) || +day < 1 || +day > 31) return 'dateDayFormat'
  if (!/^\d{4}$/.test(year)) return 'dateYearFormat'
  const isRealMonth = /^(0[1-9]|1[0-2])$/.test(month)
  return isRealMonth && +day > daysIn(+year, +month) ? 'dateNoSuchDay' : undefined
}

function daysIn(year: number, month: number) {
  // Day 0 of the next month. `Date.UTC` takes years below 100 for 19xx.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** Vowel marks and accents are none. */
function lettersOf(name: string) {
  return [...name].filter((sign) => VISIBLE.test(sign)).length
}

function emptyToMissing(value: unknown): unknown {
  return value === '' || value === null ? undefined : value
}

function datesAreRead(value: unknown) {
  const { date_of_birth: birth, graduation_date: graduation } = value as Partial<CareerApplication>
  return [birth, graduation].every((day) => typeof day === 'string' && z.regexes.date.test(day))
}

function today() {
  return new Date().toISOString().slice(0, 10)
}

function yearsAgo(years: number) {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString().slice(0, 10)
}
