import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from './forms.ts'
import { WAITING_MARKER } from './waiting-marker.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-03-15T12:00:00Z')

let storage: Map<string, string>
let kept: typeof import('./kept-submissions.ts')

beforeEach(async () => {
  storage = new Map()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.resetModules()
  kept = await import('./kept-submissions.ts')
  return () => vi.unstubAllGlobals()
})

const aSubmission = (key: string, at = NOW): Submission => ({
  key,
  kind: 'contact-message',
  page: '/contact',
  answers: { name: 'Mona Said' },
  fillTime: 9_000,
  at,
})

test('a kept submission is found by its key, whole', async () => {
  const refusal = { problem: 'refused', broken: { email: 'emailFormat' } } as const
  expect(await kept.keep({ isTried: true, submission: aSubmission('one'), refusal })).toBe(true)
  expect(await kept.find('one')).toEqual({ isTried: true, submission: aSubmission('one'), refusal })
  expect(await kept.find('two')).toBeUndefined()
})

test('the same key holds the last that was kept under it', async () => {
  await kept.keep({ isTried: true, submission: aSubmission('one') })
  await kept.keep({ isTried: true, submission: { ...aSubmission('one'), answers: { name: 'Omar' } } })
  expect((await kept.findAll(NOW)).map(({ submission }) => submission.answers)).toEqual([{ name: 'Omar' }])
})

test('a mark in local storage says that something waits, until nothing does', async () => {
  for (const key of ['one', 'two']) await kept.keep({ isTried: true, submission: aSubmission(key) })
  expect(storage.has(WAITING_MARKER)).toBe(true)
  await kept.drop('one')
  expect(storage.has(WAITING_MARKER)).toBe(true)
  await kept.drop('two')
  expect(storage.has(WAITING_MARKER)).toBe(false)
})

test('a marker without a submission is removed', async () => {
  storage.set(WAITING_MARKER, '1')
  expect(await kept.findAll(NOW)).toEqual([])
  expect(storage.has(WAITING_MARKER)).toBe(false)
})

test('a submission older than its idempotency key is dropped, never sent', async () => {
  await kept.keep({ isTried: true, submission: aSubmission('old', NOW - 7 * DAY - 1) })
  await kept.keep({ isTried: true, submission: aSubmission('young', NOW - 7 * DAY) })
  expect((await kept.findAll(NOW)).map(({ submission }) => submission.key)).toEqual(['young'])
  expect(await kept.find('old')).toBeUndefined()
})

test('where the browser keeps nothing it says so, and nothing fails', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new Error('Not in a private window')
    },
  })
  vi.resetModules()
  const nowhere = await import('./kept-submissions.ts')
  expect(await nowhere.keep({ isTried: true, submission: aSubmission('one') })).toBe(false)
  expect(await nowhere.find('one')).toBeUndefined()
  expect(await nowhere.findAll(NOW)).toEqual([])
  await nowhere.drop('one')
})
