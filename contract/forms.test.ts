import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { latinDigits } from '#texts/spelling.ts'
import { isDateAnswer, isLongAnswer } from './constants.ts'
import {
  careerApplication,
  contactMessage,
  cvFileName,
  cvProblem,
  fieldErrorsOf,
  internshipApplication,
} from './forms.ts'

/** Product 5. */

const TODAY = '2026-03-15'
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`) })
})
afterEach(() => {
  vi.useRealTimers()
})

const CONTACT = {
  name: 'Mona Said',
  email: 'mona@mail.example',
  phone: '01012345678',
  subject: 'A shop',
  message: 'Bread.',
}
const INTERNSHIP = {
  name: 'Omar Adel',
  email: 'omar@mail.example',
  phone: '01512345678',
  position: 'Data',
  why_hire_you: 'I count.',
}
const CAREER = {
  name: 'Salma Nabil',
  email: 'salma@mail.example',
  phone: '01112345678',
  address: '4 Nile Street',
  date_of_birth: '1998-05-17',
  college: 'Cairo University',
  major: 'Computer science',
  graduation_date: '2020-07-01',
  notice_period: 'One month',
}

const FORMS = {
  contact: { rules: contactMessage, valid: CONTACT },
  internship: { rules: internshipApplication, valid: INTERNSHIP },
  career: { rules: careerApplication, valid: CAREER },
} as const
type Rules = z.core.$ZodType<Record<string, unknown>>
type FormName = keyof typeof FORMS

const EVERY_FIELD = Object.entries(FORMS).flatMap(([form, { valid }]) =>
  Object.keys(valid).map((field) => [form as FormName, field] as const),
)
const EVERY_FORM = Object.keys(FORMS) as FormName[]

const INVISIBLE = [
  '\u200b',
  '\u200c\u200d',
  '\u200f',
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u2800',
  '\u034f',
  '\u00ad',
  '\u2060',
  '\ufe0f',
  '\u0301',
  '\u180e',
  '\u{e0020}',
  '\u{1d159}',
  ' \u200b \u00a0',
]

/** The broken rules of a valid form with these changes. */
function brokenIn(form: FormName, changes: Record<string, unknown>) {
  const { rules, valid } = FORMS[form]
  const read = (rules as unknown as { safeParse(value: unknown): z.core.util.SafeParseResult<Rules> }).safeParse({
    ...valid,
    ...changes,
  })
  return read.success ? {} : fieldErrorsOf(read.error)
}

const read = (form: FormName, changes: Record<string, unknown>) =>
  FORMS[form].rules.parse({ ...FORMS[form].valid, ...changes }) as Record<string, unknown>

test.each(EVERY_FORM)('a valid form breaks no rule: %s', (form) => {
  expect(brokenIn(form, {})).toEqual({})
})

describe.each(EVERY_FIELD)('%s, %s', (form, field) => {
  test('is required, and blanks do not count', () => {
    const [required] = brokenIn(form, { [field]: '' })[field] ?? []
    expect(required).toMatch(/Required$/)
    for (const nothing of [undefined, null, '   ', '\u00a0\t'])
      expect(brokenIn(form, { [field]: nothing })).toEqual({ [field]: [required] })
  })

  test('is required, and invisible text is no answer', () => {
    const [required] = brokenIn(form, { [field]: '' })[field] ?? []
    for (const nothing of INVISIBLE) expect(brokenIn(form, { [field]: nothing })).toEqual({ [field]: [required] })
  })

  test('holds no letter that was lost on its way', () => {
    expect(brokenIn(form, { [field]: 'a\ufffdb' })).toEqual({ [field]: ['unreadableCharacters'] })
  })

  test('must be text', () => {
    for (const wrong of [7, true, [], {}, ['a']]) expect(brokenIn(form, { [field]: wrong })[field]).toHaveLength(1)
  })

  test('has an end', () => {
    expect(brokenIn(form, { [field]: 'x'.repeat(6_000) })).toEqual({ [field]: ['tooLong'] })
  })

  test('holds no control character and no half character', () => {
    for (const hidden of ['\0', '\x07', '\x1b', '\ud800'])
      expect(brokenIn(form, { [field]: `a${hidden}b` })).toEqual({ [field]: ['forbiddenCharacters'] })
  })

  test('is read without the marks that turn the direction, which come along unseen when something is pasted', () => {
    const { valid } = FORMS[form]
    const answer = valid[field as keyof typeof valid] as string
    for (const [before, after] of [
      ['\u202a', '\u202c'],
      ['\u202b', '\u202c'],
      ['\u202e', ''],
      ['\u2066', '\u2069'],
      ['\u2068', '\u2069'],
    ])
      expect(read(form, { [field]: `${before}${answer}${after}` })[field]).toBe(answer)
  })
})

test('spaces around an answer are dropped, and letters are written in one way', () => {
  expect(read('contact', { name: '  Zoe\u0308  ' }).name).toBe('Zoë')
})

test('only a message keeps a tab; in a single line it becomes a space', () => {
  expect(read('contact', { name: 'Mona\tSaid', message: 'a\tb' })).toMatchObject({ name: 'Mona Said', message: 'a\tb' })
})

test('only a message may have several lines', () => {
  expect(brokenIn('contact', { subject: 'a\nb' })).toEqual({ subject: ['forbiddenCharacters'] })
  expect(read('contact', { message: 'a\r\n\tb' }).message).toBe('a\r\n\tb')
  expect(read('internship', { why_hire_you: 'a\nb' }).why_hire_you).toBe('a\nb')
})

describe.each(EVERY_FORM)('the phone of %s', (form) => {
  test.each(['01012345678', '01112345678', '01212345678', '01512345678', ' 01012345678 '])('%s is one', (phone) => {
    expect(brokenIn(form, { phone })).toEqual({})
  })

  test.each(['٠١٠١٢٣٤٥٦٧٨', '۰۱۰۱۲۳۴۵۶۷۸', '0101٢٣٤5678'])('%s is one in other digits', (phone) => {
    expect(read(form, { phone }).phone).toMatch(/^01\d{9}$/)
  })

  test.each(['010 1234 5678', '(010) 1234-5678', '010\u00a01234\u20115678', '[010] 1234 – 5678', '٠١٠ ١٢٣٤ ٥٦٧٨'])(
    '%s is one, and its digits are stored',
    (phone) => {
      expect(read(form, { phone }).phone).toBe('01012345678')
    },
  )

  test.each([
    '01312345678',
    '0101234567',
    '010123456789',
    '+201012345678',
    '010/1234/5678',
    '010 1234 567',
    '010 1234 56789',
    '()-',
    '0101234567a',
    'x01012345678',
    '01012345678\n01012345678',
  ])('%s is none', (phone) => {
    expect(brokenIn(form, { phone }).phone).toHaveLength(1)
  })
})

describe.each(EVERY_FORM)('the email of %s', (form) => {
  test.each([
    'a@b.example',
    'first.last+tag@mail.example',
    "o'neil@mail.example",
    'john&jane@example.com',
    'a!b@example.com',
    'a/b@example.com',
    'x=y@example.com',
    'user@xn--mgbh0fb.xn--wgbh1c',
    `${'a'.repeat(64)}@mail.example`,
    'a@1.b-c.example',
  ])('%s is one', (email) => {
    expect(read(form, { email }).email).toBe(email)
  })

  test.each([
    ['user@مثال.مصر', 'user@xn--mgbh0fb.xn--wgbh1c'],
    ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
    ['user@مثال。مصر', 'user@xn--mgbh0fb.xn--wgbh1c'],
  ])('%s is %s', (email, ascii) => {
    expect(read(form, { email }).email).toBe(ascii)
  })

  test.each([
    'mona',
    'mona@',
    '@mail.example',
    'a b@mail.example',
    'a@b@mail.example',
    'mona@mail',
    'مُنى@mail.example',
    'a@b-.com',
    'a@-b.com',
    'a@b..com',
    'a@.b.com',
    'a@b.com.',
    'a@b_c.com',
    'a@1.2.3.4',
    'a@１.２.３',
    'a@[1.2.3.4]',
    'a@مثال.مصر/x',
    'a@مثال.مصر:25',
    'a@مثال.مصر?x',
    'a@x%2eمصر',
    'a@مثال.مصر,b@mail.example',
    'a,b@mail.example',
    'a;b@mail.example',
    'a<b@mail.example',
    '"a"@mail.example',
    'a(b)@mail.example',
    'a:b@mail.example',
    `${'a'.repeat(65)}@mail.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'ب'.repeat(60)}.${'ب'.repeat(60)}.${'ب'.repeat(60)}.example`,
  ])('%s is none', (email) => {
    expect(brokenIn(form, { email })).toEqual({ email: ['emailFormat'] })
  })
})

test('a career application asks for a name of three letters, as a reader counts them', () => {
  expect(brokenIn('career', { name: 'Al' })).toEqual({ name: ['nameTooShort'] })
  expect(brokenIn('career', { name: 'Ali' })).toEqual({})
  expect(brokenIn('career', { name: 'مُحَّ' })).toEqual({ name: ['nameTooShort'] })
  for (const padded of ['\u200bA\u200bl\u200b', 'Al\u3164\u3164', 'A l', 'Al\u00ad\u2060'])
    expect(brokenIn('career', { name: padded })).toEqual({ name: ['nameTooShort'] })
})

test.each(['علی‌رضا', 'می‌خواهم', 'Zoë', '李小龙', "D'Arcy", '🎉🎉🎉', 'क्षत्रिय'])('%s is a name', (name) => {
  for (const form of EVERY_FORM) expect(brokenIn(form, { name })).toEqual({})
})

describe('the dates of a career application', () => {
  test.each([
    ['2026-03-15', 'dateOfBirthPast'],
    ['2030-01-01', 'dateOfBirthPast'],
    ['2011-03-16', 'dateOfBirthTooYoung'],
    ['1906-03-15', 'dateTooFarBack'],
    ['17/05/1998', 'dateOfBirthFormat'],
    ['1998-5-17', 'dateOfBirthFormat'],
    ['1998-13-17', 'dateOfBirthFormat'],
  ])('born on %s: %s', (day, broken) => {
    expect(brokenIn('career', { date_of_birth: day, graduation_date: '2026-07-01' })).toEqual({
      date_of_birth: [broken],
    })
  })

  test.each(['2011-03-15', '1906-03-16', '1996-02-29'])('born on %s is taken', (day) => {
    expect(brokenIn('career', { date_of_birth: day, graduation_date: '2026-07-01' })).toEqual({})
  })

  test.each([
    ['soon', 'graduationDateFormat'],
    ['1906-03-15', 'dateTooFarBack'],
    ['2036-03-16', 'graduationDateTooFarAhead'],
    ['1998-05-17', 'graduationBeforeBirth'],
    ['1990-01-01', 'graduationBeforeBirth'],
  ])('graduated on %s: %s', (day, broken) => {
    expect(brokenIn('career', { graduation_date: day })).toEqual({ graduation_date: [broken] })
  })

  test.each(['2036-03-15', '2026-03-15', '1998-05-18'])('graduated on %s is taken', (day) => {
    expect(brokenIn('career', { graduation_date: day })).toEqual({})
  })

  test.each([
    ['1998-05-', 'dateDayMissing'],
    ['1998--17', 'dateMonthMissing'],
    ['-05-17', 'dateYearMissing'],
    ['1998--', 'dateDayAndMonthMissing'],
    ['-05-', 'dateDayAndYearMissing'],
    ['--17', 'dateMonthAndYearMissing'],
    ['1998-05-32', 'dateDayFormat'],
    ['1998-05-0', 'dateDayFormat'],
    ['1998-05-x', 'dateDayFormat'],
    ['98-05-17', 'dateYearFormat'],
    ['1998-02-31', 'dateNoSuchDay'],
    ['1998-02-29', 'dateNoSuchDay'],
    ['1900-02-29', 'dateNoSuchDay'],
    ['1998-04-31', 'dateNoSuchDay'],
  ])('%s names the part: %s', (day, broken) => {
    expect(brokenIn('career', { date_of_birth: day })).toEqual({ date_of_birth: [broken] })
    expect(brokenIn('career', { graduation_date: day })).toEqual({ graduation_date: [broken] })
  })

  test('may be typed in Arabic digits', () => {
    expect(read('career', { date_of_birth: '١٩٩٨-٠٥-١٧' }).date_of_birth).toBe('1998-05-17')
  })
})

describe('the job of a career application', () => {
  test.each([undefined, null, ''])('%s is a general application', (job_id) => {
    expect(read('career', { job_id }).job_id).toBeUndefined()
  })

  test.each([1, '1', '42'])('%s is a number', (job_id) => {
    expect(read('career', { job_id }).job_id).toBe(Number(job_id))
  })

  test.each(['x', '1.5', '-1', '0', 1.5, Number.NaN])('%s is no job', (job_id) => {
    expect(brokenIn('career', { job_id })).toEqual({ job_id: ['jobNotOpen'] })
  })
})

test('a field that the form does not have is not read', () => {
  expect(read('contact', { admin: 'yes', __proto__: { admin: 'yes' } })).toEqual(CONTACT)
})

describe('a CV before it is sent', () => {
  const LARGEST = 1_000
  const pdf = (changes: object = {}) => ({
    name: 'cv.pdf',
    size: 100,
    firstBytes: new TextEncoder().encode('%PDF-1.7'),
    ...changes,
  })

  test.each([
    ['a PDF', {}, undefined],
    ['a name in capitals', { name: 'CV.PDF' }, undefined],
    ['a name in Arabic', { name: 'سيرة نورهان.pdf' }, undefined],
    ['a name without an ending', { name: 'Mona Said' }, undefined],
    ['an unfinished download', { name: 'cv.pdf.crdownload' }, 'cvNotPdf'],
    ['bytes before the header', { firstBytes: new TextEncoder().encode(`${'x'.repeat(500)}%PDF-1.4`) }, undefined],
    ['as large as it may be', { size: LARGEST }, undefined],
    ['another name', { name: 'cv.docx' }, 'cvNotPdf'],
    ['another content', { firstBytes: new TextEncoder().encode('MZ') }, 'cvNotPdf'],
    ['nothing', { size: 0 }, 'cvEmpty'],
    ['too much', { size: LARGEST + 1 }, 'cvTooLarge'],
    ['a folder in its name', { name: '../cv.pdf' }, 'cvFileName'],
    ['a quote in its name', { name: 'c"v.pdf' }, 'cvFileName'],
    ['a name that was lost on its way', { name: '\ufffd\ufffd.pdf' }, 'cvFileName'],
    ['a turned name', { name: 'cv\u202efdp.pdf' }, 'cvFileName'],
    ['an endless name', { name: `${'ع'.repeat(130)}.pdf` }, 'cvFileName'],
  ])('%s', (_what, changes, problem) => {
    expect(cvProblem(pdf(changes), LARGEST)).toBe(problem)
  })

  test.each([
    ['cv.pdf', 'cv.pdf'],
    ['CV.PDF', 'CV.PDF'],
    [' cv.pdf ', 'cv.pdf'],
    ['Mona Said', 'Mona Said.pdf'],
    ['سيرة ذاتية', 'سيرة ذاتية.pdf'],
    ['CV 12.2024', 'CV 12.2024.pdf'],
    ['Mr. Said', 'Mr. Said.pdf'],
    ['.pdf', 'cv.pdf'],
    ['pdf', 'cv.pdf'],
    ['', 'cv.pdf'],
    ['cv.docx', 'cv.docx'],
    ['cv.mp3', 'cv.mp3'],
    ['cv.7z', 'cv.7z'],
    ['cv.pdf.exe', 'cv.pdf.exe'],
  ])('called %j it is kept as %j', (given, kept) => {
    expect(cvFileName(given)).toBe(kept)
  })
})

test('digits of every keyboard are numbers, other characters stay', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789 abc')).toBe('0123456789 0123456789 0123456789 abc')
})

test('hidden marks pasted with a phone number or email address are dropped', () => {
  const phones = ['\u200e01012345678', '\u202a01012345678\u202c', '010\u00ad1234\u200b5678\ufeff']
  for (const phone of phones) expect(contactMessage.shape.phone.parse(phone)).toBe('01012345678')
  for (const email of ['\u200emona@mail.example', '\u202amona@mail.example\u202c', 'mona@mail\u00ad.example'])
    expect(contactMessage.shape.email.parse(email)).toBe('mona@mail.example')
  expect(contactMessage.shape.phone.safeParse('\u200e').error?.issues[0]?.message).toBe('phoneRequired')
})

/** Pages and the desk label answers by these lists, without loading the rules. */
describe.each(Object.entries({ contactMessage, internshipApplication, careerApplication }))('%s', (_name, form) => {
  test.each(Object.entries(form.shape))('knows whether %s is a day, one line or several', (field, rule) => {
    const takes = (answer: string) => rule.safeParse(answer).success
    expect({ isLong: isLongAnswer(field), isDate: isDateAnswer(field) }).toEqual({
      isLong: takes('Two\nlines'),
      isDate: takes('1999-12-31') && !takes('Words') && field !== 'job_id',
    })
  })
})
