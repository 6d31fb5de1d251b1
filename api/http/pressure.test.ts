import { expect, test } from 'vitest'
import { measurePressure } from './pressure.ts'

const SECOND = 1000

test('is high while more have arrived within a minute than may', () => {
  let now = 0
  const pressure = measurePressure(3, () => now)
  for (let form = 0; form < 3; form++) pressure.count()
  expect(pressure.isHigh()).toBe(false)
  now = 45 * SECOND
  pressure.count()
  expect(pressure.isHigh()).toBe(true)
  now = 59 * SECOND
  expect(pressure.isHigh()).toBe(true)
  now = 60 * SECOND
  expect(pressure.isHigh()).toBe(false)
})

test('a long silence is forgotten whole', () => {
  let now = 0
  const pressure = measurePressure(1, () => now)
  for (let form = 0; form < 9; form++) {
    pressure.count()
    now += 9 * SECOND
  }
  expect(pressure.isHigh()).toBe(true)
  now += 24 * 60 * 60 * SECOND
  expect(pressure.isHigh()).toBe(false)
  pressure.count()
  expect(pressure.isHigh()).toBe(false)
})
