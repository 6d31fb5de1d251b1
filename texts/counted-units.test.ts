import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { textsIn } from './index.ts'
import { type Language, localeOf } from './languages.ts'

const sentencesIn = (language: Language) =>
  createTranslator({ locale: localeOf(language), messages: textsIn(language) })

const arabic = sentencesIn('ar')
const english = sentencesIn('en')

test.each([
  [0, 'أقل من دقيقة', 'يوم', 'ساعة', 'دقيقة', 'ثانية'],
  [1, 'دقيقة واحدة', 'يوم', 'ساعة', 'دقيقة', 'ثانية'],
  [2, 'دقيقتان', 'يومان', 'ساعتان', 'دقيقتان', 'ثانيتان'],
  [3, '٣ دقائق', 'أيام', 'ساعات', 'دقائق', 'ثوانٍ'],
  [11, '١١ دقيقة', 'يومًا', 'ساعة', 'دقيقة', 'ثانية'],
  [100, '١٠٠ دقيقة', 'يوم', 'ساعة', 'دقيقة', 'ثانية'],
])('%i of a unit, said in Arabic', (count, reading, days, hours, minutes, seconds) => {
  expect(arabic('blog.minutes', { count })).toBe(reading)
  expect(arabic('coming-soon.units.days', { count })).toBe(days)
  expect(arabic('coming-soon.units.hours', { count })).toBe(hours)
  expect(arabic('coming-soon.units.minutes', { count })).toBe(minutes)
  expect(arabic('coming-soon.units.seconds', { count })).toBe(seconds)
})

test.each([
  [1, 'شهر واحد'],
  [2, 'شهرين'],
  [3, '٣ أشهر'],
  [12, '١٢ شهرًا'],
  [100, '١٠٠ شهر'],
])('submissions are kept for %i months, said in Arabic', (months, said) => {
  expect(arabic('privacy-policy.us.rows.form.text', { months })).toContain(` بعد ${said}.`)
})

test.each([
  [0, 8, 'ثماني نقاط مفرّغة تنتظر.'],
  [1, 7, 'واحدة وُضعت، وبقيت ٧.'],
  [6, 2, '٦ وُضعت، وبقيت اثنتان.'],
  [8, 0, 'ثمانٍ، وقد اكتملت.'],
  [20, 0, 'ثمانٍ، وقد اكتملت.'],
])('%i characters typed and %i to go, said in Arabic', (typed, left, said) => {
  expect(arabic('sign-up.art', { typed, left })).toBe(said)
})

test('one of a unit and several, said in English', () => {
  expect(english('blog.minutes', { count: 1 })).toBe('1 minute')
  expect(english('blog.minutes', { count: 4 })).toBe('4 minutes')
  expect(english('coming-soon.units.days', { count: 1 })).toBe('Day')
  expect(english('coming-soon.units.seconds', { count: 0 })).toBe('Seconds')
  expect(english('sign-up.art', { typed: 3, left: 5 })).toBe('3 down, 5 to go.')
})
