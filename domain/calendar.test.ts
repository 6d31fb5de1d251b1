import { expect, test } from 'vitest'
import { workingCalendarOf, workingDaysAfter } from './calendar.ts'

const cairo = workingCalendarOf(
  [
    { days: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'], opens: '09:00', closes: '18:00' },
    { days: ['saturday'], opens: '10:00', closes: '14:00' },
    { days: ['friday'], opens: null, closes: null },
  ],
  'Africa/Cairo',
)

const due = (moment: string, days: number) => workingDaysAfter(new Date(moment), days, cairo).toISOString()

test('a working day after Thursday is Saturday, when the company closes', () => {
  expect(due('2026-01-15T13:00:00Z', 1)).toBe('2026-01-17T12:00:00.000Z')
  expect(due('2026-01-16T13:00:00Z', 1)).toBe('2026-01-17T12:00:00.000Z')
})

test('five working days go over the day off', () => {
  expect(due('2026-01-11T07:00:00Z', 5)).toBe('2026-01-17T12:00:00.000Z')
  expect(due('2026-01-12T07:00:00Z', 5)).toBe('2026-01-18T16:00:00.000Z')
})

test('the day is the company’s: late in the evening in Greenwich it is the next one in Cairo', () => {
  expect(due('2026-01-11T22:30:00Z', 1)).toBe('2026-01-13T16:00:00.000Z')
})

test('a company without hours works every day', () => {
  const always = workingCalendarOf([], 'UTC')
  expect(workingDaysAfter(new Date('2026-01-16T10:00:00Z'), 1, always).toISOString()).toBe('2026-01-17T18:00:00.000Z')
})
