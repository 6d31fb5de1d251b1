import { beforeEach, expect, test } from 'vitest'
import {
  DRAFT_MILLISECONDS,
  type Draft,
  readDraft,
  readLatestDraft,
  saveDraft,
  wipeDraft,
  wipeDrafts,
  wipeSentDraft,
} from './draft.ts'

const SAVED_AT = Date.UTC(2024, 0, 7)
let storage: Storage

beforeEach(() => {
  storage = inMemory()
})

test('a draft comes back within a day', () => {
  saveDraft('contact-message', aDraft(), storage)
  expect(readDraft('contact-message', '/contact', SAVED_AT + DRAFT_MILLISECONDS - 1, storage)).toEqual(aDraft())
  expect(readDraft('internship-application', '/contact', SAVED_AT, storage)).toBeUndefined()
})

test('a draft is removed after a day', () => {
  saveDraft('contact-message', aDraft(), storage)
  expect(readDraft('contact-message', '/contact', SAVED_AT + DRAFT_MILLISECONDS, storage)).toBeUndefined()
  expect(storage.length).toBe(0)
})

test('an emptied form keeps nothing', () => {
  saveDraft('contact-message', aDraft(), storage)
  saveDraft('contact-message', aDraft({ answers: { name: '', message: ' \n' } }), storage)
  expect(storage.length).toBe(0)
})

test('a wiped draft is gone', () => {
  saveDraft('career-application', aDraft(), storage)
  wipeDraft('career-application', '/contact', storage)
  expect(storage.length).toBe(0)
})

test('each page has its own draft, and the latest fills the form of another page', () => {
  const one = aDraft({ page: '/careerApply/1', key: 'one' })
  const two = aDraft({ page: '/careerApply/2', key: 'two', savedAt: SAVED_AT + 1 })
  saveDraft('career-application', two, storage)
  saveDraft('career-application', one, storage)
  expect(readDraft('career-application', '/careerApply/1', SAVED_AT, storage)).toEqual(one)
  expect(readDraft('career-application', '/careerApply/2', SAVED_AT, storage)).toEqual(two)
  expect(readDraft('career-application', '/careerApply/3', SAVED_AT, storage)).toBeUndefined()
  expect(readLatestDraft('career-application', SAVED_AT, storage)).toEqual(two)
  wipeDraft('career-application', '/careerApply/2', storage)
  expect(readLatestDraft('career-application', SAVED_AT, storage)).toEqual(one)
})

test("clearing a form removes its drafts on every page, and no other form's", () => {
  for (const page of ['/careerApply/1', '/careerApply/2']) saveDraft('career-application', aDraft({ page }), storage)
  saveDraft('contact-message', aDraft(), storage)
  wipeDrafts('career-application', storage)
  expect(readLatestDraft('career-application', SAVED_AT, storage)).toBeUndefined()
  expect(readDraft('contact-message', '/contact', SAVED_AT, storage)).toEqual(aDraft())
})

test('a receipt wipes the draft of its page once', () => {
  const session = inMemory()
  const now = Date.now()
  const draft = aDraft({ savedAt: now, page: '/careerApply/1' })
  saveDraft('career-application', draft, storage)
  wipeSentDraft('career-application', '/careerApply/2', 'NQ-ANOTHER', storage, session)
  expect(readDraft('career-application', '/careerApply/1', now, storage)).toEqual(draft)
  wipeSentDraft('career-application', '/careerApply/1', 'NQ-SENT', storage, session)
  expect(readDraft('career-application', '/careerApply/1', now, storage)).toBeUndefined()
  saveDraft('career-application', draft, storage)
  wipeSentDraft('career-application', '/careerApply/1', 'NQ-SENT', storage, session)
  expect(readDraft('career-application', '/careerApply/1', now, storage)).toEqual(draft)
})

test('malformed storage entries are ignored', () => {
  for (const text of ['', '{', '[]', '1', 'null', '{"answers":1}']) {
    storage.setItem('draft:contact-message/contact', text)
    expect(readDraft('contact-message', '/contact', SAVED_AT, storage)).toBeUndefined()
  }
})

test('a full storage does not throw', () => {
  const full = { ...inMemory(), setItem: () => raise() } as unknown as Storage
  expect(() => saveDraft('contact-message', aDraft(), full)).not.toThrow()
})

function aDraft(changes: Partial<Draft> = {}): Draft {
  return {
    answers: { name: 'Salma', message: '' },
    key: 'a key',
    page: '/contact',
    startedAt: SAVED_AT,
    savedAt: SAVED_AT,
    ...changes,
  }
}

function inMemory(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
    clear: () => items.clear(),
  }
}

function raise(): never {
  throw new Error('QuotaExceededError')
}
