import { describe, expect, test } from 'vitest'
import { momentAt, workingCalendarOf, workingDaysAfter } from './calendar.ts'

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

test('a day with a break ends after it', () => {
  const withBreak = workingCalendarOf(
    [
      { days: ['sunday'], opens: '14:00', closes: '18:00' },
      { days: ['sunday'], opens: '09:00', closes: '12:00' },
    ],
    'UTC',
  )
  expect(workingDaysAfter(new Date('2026-01-16T10:00:00Z'), 1, withBreak).toISOString()).toBe(
    '2026-01-18T18:00:00.000Z',
  )
})

test('a company without hours works every day', () => {
  const always = workingCalendarOf([], 'UTC')
  expect(workingDaysAfter(new Date('2026-01-16T10:00:00Z'), 1, always).toISOString()).toBe('2026-01-17T18:00:00.000Z')
})

describe('a time by the company’s clock', () => {
  const utc = (clockTime: string) => momentAt(clockTime, 'Africa/Cairo')?.toISOString()

  test('is a moment, in summer and in winter', () => {
    expect(utc('2026-01-15T09:00')).toBe('2026-01-15T07:00:00.000Z')
    expect(utc('2026-07-15T09:00')).toBe('2026-07-15T06:00:00.000Z')
  })

  test('that the clock is put forward over does not exist', () => {
    // In Cairo 24 April 2026 begins at 01:00.
    expect(utc('2026-04-24T00:30')).toBeUndefined()
    expect(utc('2026-04-24T01:00')).toBe('2026-04-23T22:00:00.000Z')
    expect(utc('2026-04-23T23:59')).toBe('2026-04-23T21:59:00.000Z')
  })

  test('that comes twice is the first of the two', () => {
    // In Cairo 30 October 2026, 00:00 becomes 23:00 of the day before.
    expect(utc('2026-10-29T23:30')).toBe('2026-10-29T20:30:00.000Z')
    expect(utc('2026-10-30T00:00')).toBe('2026-10-29T22:00:00.000Z')
  })

  test('at the end of all years is a moment or none, and no failure', () => {
    expect(utc('9999-12-31T23:59')).toBe('9999-12-31T21:59:00.000Z')
    expect(utc('0000-01-01T00:00')).toBeUndefined()
  })

  test('that is none is none', () => {
    expect(utc('soon')).toBeUndefined()
    expect(utc('2026-02-30T09:00')).toBeUndefined()
  })
})
