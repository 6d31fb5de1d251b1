import { expect, test } from 'vitest'
import type { Receipt } from '#site/page-context.tsx'
import { createReceipts } from './receipts.ts'

const SENT: Receipt = { kind: 'contact-message', reference: 'NQ-7K3M-9XQ2' }
const HOUR = 60 * 60 * 1000

const receiptsOf = (changes: { secret?: string; isSecure?: boolean; now?: number } = {}) =>
  createReceipts({
    secret: async () => changes.secret ?? 'secret',
    isSecure: changes.isSecure ?? false,
    clock: () => changes.now ?? 0,
  })
const pairOf = (cookie: string) => cookie.split(';')[0] as string

test('a receipt is readable by another process with the same secret', async () => {
  const cookie = pairOf(await receiptsOf().cookieWith(undefined, SENT))
  expect(await receiptsOf().includes(`language=ar; ${cookie}`, SENT)).toBe(true)
})

test('another browser sees the form', async () => {
  const cookie = pairOf(await receiptsOf().cookieWith(undefined, SENT))
  expect(await receiptsOf().includes(undefined, SENT)).toBe(false)
  expect(await receiptsOf().includes(cookie, { ...SENT, reference: 'NQ-AAAA-BBBB' })).toBe(false)
  expect(await receiptsOf().includes(cookie, { ...SENT, kind: 'career-application' })).toBe(false)
  expect(await receiptsOf({ secret: 'another' }).includes(cookie, SENT)).toBe(false)
  for (const forged of [
    cookie.replace('9XQ2', '9XQ3'),
    cookie.replace(/=\d+/, '=9999999999'),
    'receipts=',
    'receipts=.',
    'receipts=contact:NQ-7K3M-9XQ2',
  ])
    expect(await receiptsOf().includes(forged, SENT)).toBe(false)
})

test('it lasts for an hour', async () => {
  const cookie = pairOf(await receiptsOf().cookieWith(undefined, SENT))
  expect(await receiptsOf({ now: HOUR - 1 }).includes(cookie, SENT)).toBe(true)
  expect(await receiptsOf({ now: HOUR }).includes(cookie, SENT)).toBe(false)
})

test('the last five are known', async () => {
  const all: Receipt[] = Array.from({ length: 6 }, (_, number) => ({ ...SENT, reference: `NQ-000${number}` }))
  let cookie: string | undefined
  for (const sent of all) cookie = pairOf(await receiptsOf().cookieWith(cookie, sent))
  const known = await Promise.all(all.map((sent) => receiptsOf().includes(cookie, sent)))
  expect(known).toEqual([false, true, true, true, true, true])
})

test('scripts and other sites cannot read it, and under https it is sent encrypted only', async () => {
  const plain = await receiptsOf().cookieWith(undefined, SENT)
  expect(plain).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/)
  expect(await receiptsOf({ isSecure: true }).cookieWith(undefined, SENT)).toMatch(/; SameSite=Lax; Secure$/)
})
