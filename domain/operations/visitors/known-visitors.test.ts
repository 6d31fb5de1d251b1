import { expect, test } from 'vitest'
import { createKnownVisitors } from './known-visitors.ts'

const DAY = '2026-03-10'
const NEXT_DAY = '2026-03-11'
const caller = (address: string, userAgent = 'Mozilla/5.0') => ({ address, userAgent })

test('a visitor is new once a day, by network and browser', async () => {
  const { meet } = createKnownVisitors()
  const isNew = async (day: string, address: string, userAgent?: string) =>
    (await meet(day, caller(address, userAgent), ['']))?.[0]
  expect(await isNew(DAY, '203.0.113.7')).toBe(true)
  expect(await isNew(DAY, '203.0.113.7')).toBe(false)
  expect(await isNew(DAY, '203.0.113.200')).toBe(false)
  expect(await isNew(DAY, '::ffff:203.0.113.9')).toBe(false)
  expect(await isNew(DAY, '203.0.114.7')).toBe(true)
  expect(await isNew(DAY, '203.0.113.7', 'Mozilla/5.0 other')).toBe(true)
  expect(await isNew(DAY, '2001:db8:1:2:3:4:5:6')).toBe(true)
  expect(await isNew(DAY, '2001:db8:1:2:ffff::1')).toBe(false)
  expect(await isNew(NEXT_DAY, '203.0.113.7')).toBe(true)
})

test('each trait of a visitor has its own first time', async () => {
  const { meet } = createKnownVisitors()
  expect(await meet(DAY, caller('203.0.113.7'), ['', 'campaign a'])).toEqual([true, true])
  expect(await meet(DAY, caller('203.0.113.7'), ['', 'campaign a', 'campaign b'])).toEqual([false, false, true])
})

test('a colleague’s browser is left out for the day, others of the network are not', async () => {
  const { meet, rememberStaff } = createKnownVisitors()
  rememberStaff(DAY, caller('203.0.113.7'))
  expect(await meet(DAY, caller('203.0.113.7'), [''])).toBeUndefined()
  expect(await meet(DAY, caller('203.0.113.8'), [''])).toEqual([true])
  expect(await meet(DAY, caller('203.0.113.7', 'Mozilla/5.0 phone'), [''])).toEqual([true])
  expect(await meet(NEXT_DAY, caller('203.0.113.7', 'Mozilla/5.0'), [''])).toEqual([true])
})

test('a late request of yesterday does not forget today', async () => {
  const { meet } = createKnownVisitors()
  expect(await meet(NEXT_DAY, caller('203.0.113.7'), [''])).toEqual([true])
  expect(await meet(DAY, caller('198.51.100.1'), [''])).toEqual([true])
  expect(await meet(NEXT_DAY, caller('203.0.113.7'), [''])).toEqual([false])
})

test('a flood of made-up browsers fills no more than the limit', async () => {
  const { meet } = createKnownVisitors({ maxKnown: 3 })
  const found = []
  for (let index = 0; index < 10; index++)
    found.push(await meet(DAY, caller('203.0.113.7', `Mozilla/5.0 ${index}`), ['']))
  expect(found.flat().filter(Boolean)).toHaveLength(3)
})
