import { expect, test } from 'vitest'
import { runsOf } from './opening-hours.tsx'

test('days that follow one another are one run', () => {
  expect(runsOf(['sunday', 'monday', 'tuesday'])).toEqual([['sunday', 'monday', 'tuesday']])
})

test('a run may pass the end of the week', () => {
  expect(runsOf(['sunday', 'monday', 'saturday'])).toEqual([['saturday', 'sunday', 'monday']])
})

test('days apart are runs of their own', () => {
  expect(runsOf(['monday', 'wednesday', 'thursday'])).toEqual([['monday'], ['wednesday', 'thursday']])
})

test('every day is one run, no day is none', () => {
  expect(runsOf(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])).toHaveLength(1)
  expect(runsOf([])).toEqual([])
})
