import { expect, test } from 'vitest'
import { createOutcomes } from './outcomes.ts'

const LEASE = 60_000

test('an outcome that cannot be stored holds up no other, and is dropped when its lease ends', async () => {
  let now = new Date('2026-03-01T10:00:00Z')
  const { store, storeLeft } = createOutcomes(() => now, LEASE)
  let isAway = true
  let tries = 0
  const noted: string[] = []
  await Promise.all([
    store(async () => {
      tries++
      throw new Error('the row is gone')
    }),
    store(async () => {
      if (isAway) throw new Error('Connection terminated')
      noted.push('sent')
    }),
  ])
  await storeLeft()
  expect(noted).toEqual([])
  isAway = false
  await storeLeft()
  await storeLeft()
  expect(noted).toEqual(['sent'])
  now = new Date(now.getTime() + LEASE)
  const before = tries
  await storeLeft()
  expect(tries).toBe(before)
})
