import { describe, expect, it } from 'vitest'
import { clockTime, dayKey, formatNumber, formatsIn } from './dates-and-numbers.ts'
import { LANGUAGES, localeOf } from './languages.ts'

const AFTERNOON = '2026-11-24T15:05:09Z'
const MIDNIGHT = '2026-07-31T21:00:00Z'

describe('in Cairo', () => {
  it.each([
    ['en', '24 November 2026', 'Tuesday 24 November at 17:05', '1 August', '0:00', '00:00'],
    ['ar', '٢٤ نوفمبر ٢٠٢٦', 'الثلاثاء، ٢٤ نوفمبر في ٥:٠٥ م', '١ أغسطس', '١٢:٠٠ ص', '٠٠:٠٠'],
  ] as const)('dates and times are written by the patterns of "%s"', (language, day, moment, next, time, time24) => {
    const formats = formatsIn(language, 'Africa/Cairo')
    expect(formats.day(AFTERNOON)).toBe(day)
    expect(formats.moment(AFTERNOON)).toBe(moment)
    expect(formats.dayOfYear(MIDNIGHT)).toBe(next)
    expect(formats.time(MIDNIGHT)).toBe(time)
    expect(formats.time24(MIDNIGHT)).toBe(time24)
  })
})

it.each([
  [0, 0, '12 am', '١٢ صباحًا'],
  [9, 0, '9 am', '٩ صباحًا'],
  [12, 0, '12 pm', '١٢ ظهرًا'],
  [16, 30, '4:30 pm', '٤:٣٠ عصرًا'],
  [18, 0, '6 pm', '٦ مساءً'],
])('opening at %i:%i is written as people say it', (hour, minute, english, arabic) => {
  expect(formatsIn('en').timeOfDay(hour, minute)).toBe(english)
  expect(formatsIn('ar').timeOfDay(hour, minute)).toBe(arabic)
})

it.each([
  [1234567.891, {}, '1,234,567.891', '١٬٢٣٤٬٥٦٧٫٨٩١'],
  [2019, { useGrouping: false }, '2019', '٢٠١٩'],
  [7, { minimumIntegerDigits: 2 }, '07', '٠٧'],
  [12.45, { maximumFractionDigits: 1 }, '12.4', '١٢٫٤'],
  [69.9, { minimumFractionDigits: 2 }, '69.90', '٦٩٫٩٠'],
  [-42, {}, '-42', '\u061c-٤٢'],
  [-0.0001, {}, '0', '٠'],
])('the number %d with %j', (value, options, english, arabic) => {
  expect(formatNumber(value, 'en', options)).toBe(english)
  expect(formatNumber(value, 'ar', options)).toBe(arabic)
})

it('a list joins its last item with "and"', () => {
  const { list } = formatsIn('en', 'UTC')
  expect([list([]), list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])]).toEqual(['', 'a', 'a and b', 'a, b and c'])
  expect(formatsIn('ar', 'UTC').list(['أ', 'ب', 'ج'])).toBe('أ وب وج')
})

it('a day key is the calendar day of the time zone', () => {
  expect(dayKey('2026-11-18T22:30:00Z', 'Africa/Cairo')).toBe('2026-11-19')
  expect(dayKey('2026-11-18T21:30:00Z', 'Africa/Cairo')).toBe('2026-11-18')
  expect(dayKey('0998-03-01T12:00:00Z', 'UTC')).toBe('0998-03-01')
  expect(clockTime('2026-11-18T22:30:00Z', 'Africa/Cairo')).toMatchObject({ hour: 0, minute: 30, weekday: 4 })
})

// Sentences get their numbers from Node on the server and from `formatNumber` in the browser.
it.each(LANGUAGES)('whole numbers in "%s" are those of the server', (language) => {
  for (const value of [0, 7, 999, 1000, 3008, 1234567])
    expect(formatNumber(value, language)).toBe(new Intl.NumberFormat(localeOf(language)).format(value))
})
