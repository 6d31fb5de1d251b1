import { expect, test } from 'vitest'
import { isOpenAt, OPENS_AT, timeLeftAt } from './time-left.ts'

const nothing = { days: 0, hours: 0, minutes: 0, seconds: 0 }

test('the date is 20 March 2025, 17:00 in Los Angeles', () => {
  const inLosAngeles = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Los_Angeles',
  })
  expect(inLosAngeles.format(OPENS_AT)).toBe('20 March 2025 at 17:00')
})

test('what is left is told in days, hours, minutes and seconds', () => {
  const before = Date.parse('2025-03-02T09:17:51-07:00')
  expect(timeLeftAt(before)).toEqual({ days: 18, hours: 7, minutes: 42, seconds: 9 })
})

test('the last second counts until it is over', () => {
  expect(timeLeftAt(OPENS_AT - 1)).toEqual({ ...nothing, seconds: 1 })
  expect(isOpenAt(OPENS_AT - 1)).toBe(false)
})

test.each([0, 1, 1000, 365 * 86_400_000])('%i ms after the date nothing is left, and nothing is negative', (after) => {
  expect(isOpenAt(OPENS_AT + after)).toBe(true)
  expect(timeLeftAt(OPENS_AT + after)).toEqual(nothing)
})
