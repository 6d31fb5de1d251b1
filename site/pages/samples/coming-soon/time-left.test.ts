import { expect, test } from 'vitest'
import { NO_TIME_LEFT, timeLeftAt } from './time-left.ts'

const opensAt = Date.parse('2025-03-20T17:00:00-07:00')

test('the remaining time is given in days, hours, minutes and seconds', () => {
  const before = Date.parse('2025-03-02T09:17:51-07:00')
  expect(timeLeftAt(before, opensAt)).toEqual({ days: 18, hours: 7, minutes: 42, seconds: 9 })
})

test('the last second counts until it is over', () => {
  expect(timeLeftAt(opensAt - 1, opensAt)).toEqual({ ...NO_TIME_LEFT, seconds: 1 })
})

test.each([0, 1, 1000, 365 * 86_400_000])('%i ms after the date nothing is left, and nothing is negative', (after) => {
  expect(timeLeftAt(opensAt + after, opensAt)).toEqual(NO_TIME_LEFT)
})
