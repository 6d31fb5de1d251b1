import { expect, test } from 'vitest'
import { measurePressure } from './pressure.ts'

const SECOND = 1000
// Each process counts alone until the next write.
const databaseAway = { addIfReachable: async () => undefined, readIfReachable: async () => undefined }

test('is high while more have arrived within a minute than may', async () => {
  let now = 0
  const pressure = measurePressure(3, databaseAway, () => now)
  for (let form = 0; form < 3; form++) await pressure.count()
  expect(pressure.isHigh()).toBe(false)
  now = 45 * SECOND
  await pressure.count()
  expect(pressure.isHigh()).toBe(true)
  now = 59 * SECOND
  expect(pressure.isHigh()).toBe(true)
  now = 60 * SECOND
  expect(pressure.isHigh()).toBe(false)
})

test('a long silence is forgotten whole', async () => {
  let now = 0
  const pressure = measurePressure(1, databaseAway, () => now)
  for (let form = 0; form < 9; form++) {
    await pressure.count()
    now += 9 * SECOND
  }
  expect(pressure.isHigh()).toBe(true)
  now += 24 * 60 * 60 * SECOND
  expect(pressure.isHigh()).toBe(false)
  await pressure.count()
  expect(pressure.isHigh()).toBe(false)
})
