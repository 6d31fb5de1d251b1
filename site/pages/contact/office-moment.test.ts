import { expect, test } from 'vitest'
import type { OpeningHours } from '#contract/entities.ts'
import { officeMoment } from './office-moment.ts'

const hours: OpeningHours[] = [
  { days: ['sunday', 'monday'], opens: '09:00', closes: '18:00' },
  { days: ['friday'], opens: null, closes: null },
]

const inCairo = (moment: string) => officeMoment(hours, 'Africa/Cairo', new Date(moment))

test('is open from the first minute to the one before the last, by the office’s clock', () => {
  expect(inCairo('2024-01-07T06:59:00Z')).toEqual({ weekday: 'sunday', isOpen: false })
  expect(inCairo('2024-01-07T07:00:00Z')).toEqual({ weekday: 'sunday', isOpen: true })
  expect(inCairo('2024-01-07T15:59:00Z')).toEqual({ weekday: 'sunday', isOpen: true })
  expect(inCairo('2024-01-07T16:00:00Z')).toEqual({ weekday: 'sunday', isOpen: false })
})

test('takes the day from the office’s calendar', () => {
  expect(inCairo('2024-01-07T22:30:00Z').weekday).toBe('monday')
})

test('is closed on days without hours', () => {
  expect(inCairo('2024-01-12T10:00:00Z')).toEqual({ weekday: 'friday', isOpen: false })
})
