import { expect, test } from 'vitest'
import { createOutcomes } from './outcomes.ts'
import { MAIL_LEASE_MILLISECONDS } from './transport.ts'

test('what cannot be noted keeps nothing else from being noted, and is given up when its lease ends', async () => {
  let now = new Date('2026-03-01T10:00:00Z')
  const { note, noteLeft } = createOutcomes(() => now)
  let isAway = true
  let tries = 0
  const noted: string[] = []
  await Promise.all([
    note(async () => {
      tries++
      throw new Error('the row is gone')
    }),
    note(async () => {
      if (isAway) throw new Error('Connection terminated')
      noted.push('sent')
    }),
  ])
  await noteLeft()
  expect(noted).toEqual([])
  isAway = false
  await noteLeft()
  await noteLeft()
  expect(noted).toEqual(['sent'])
  now = new Date(now.getTime() + MAIL_LEASE_MILLISECONDS)
  const before = tries
  await noteLeft()
  expect(tries).toBe(before)
})
