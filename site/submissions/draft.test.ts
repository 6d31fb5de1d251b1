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

test('what was written comes back within a day', () => {
  saveDraft('contact', aDraft(), storage)
  expect(readDraft('contact', '/contact', SAVED_AT + DRAFT_MILLISECONDS - 1, storage)).toEqual(aDraft())
  expect(readDraft('internship', '/contact', SAVED_AT, storage)).toBeUndefined()
})

test('after a day nothing is left of it', () => {
  saveDraft('contact', aDraft(), storage)
  expect(readDraft('contact', '/contact', SAVED_AT + DRAFT_MILLISECONDS, storage)).toBeUndefined()
  expect(storage.length).toBe(0)
})

test('an emptied form keeps nothing', () => {
  saveDraft('contact', aDraft(), storage)
  saveDraft('contact', aDraft({ answers: { name: '', message: ' \n' } }), storage)
  expect(storage.length).toBe(0)
})

test('a wiped draft is gone', () => {
  saveDraft('career', aDraft(), storage)
  wipeDraft('career', '/contact', storage)
  expect(storage.length).toBe(0)
})

test('each page has a draft of its own, and the latest begins that of another', () => {
  const one = aDraft({ page: '/careerApply/1', key: 'one' })
  const two = aDraft({ page: '/careerApply/2', key: 'two', savedAt: SAVED_AT + 1 })
  saveDraft('career', two, storage)
  saveDraft('career', one, storage)
  expect(readDraft('career', '/careerApply/1', SAVED_AT, storage)).toEqual(one)
  expect(readDraft('career', '/careerApply/2', SAVED_AT, storage)).toEqual(two)
  expect(readDraft('career', '/careerApply/3', SAVED_AT, storage)).toBeUndefined()
  expect(readLatestDraft('career', SAVED_AT, storage)).toEqual(two)
  wipeDraft('career', '/careerApply/2', storage)
  expect(readLatestDraft('career', SAVED_AT, storage)).toEqual(one)
})

test('whoever clears the form of one page leaves nothing on the others, and other forms as they are', () => {
  for (const page of ['/careerApply/1', '/careerApply/2']) saveDraft('career', aDraft({ page }), storage)
  saveDraft('contact', aDraft(), storage)
  wipeDrafts('career', storage)
  expect(readLatestDraft('career', SAVED_AT, storage)).toBeUndefined()
  expect(readDraft('contact', '/contact', SAVED_AT, storage)).toEqual(aDraft())
})

test('what an earlier release kept for all pages is found, and goes with the draft of its page', () => {
  const former = aDraft({ page: '/careerApply/1' })
  storage.setItem('draft:career', JSON.stringify(former))
  expect(readDraft('career', '/careerApply/1', SAVED_AT, storage)).toEqual(former)
  expect(readLatestDraft('career', SAVED_AT, storage)).toEqual(former)
  saveDraft('career', aDraft({ page: '/careerApply/2' }), storage)
  expect(storage.length).toBe(2)
  saveDraft('career', { ...former, key: 'newer' }, storage)
  expect(storage.getItem('draft:career')).toBeNull()
  expect(readDraft('career', '/careerApply/1', SAVED_AT, storage)).toMatchObject({ key: 'newer' })
})

test('what was sent goes once; what is written after it, or for another page, stays', () => {
  const session = inMemory()
  const now = Date.now()
  const draft = aDraft({ savedAt: now, page: '/careerApply/1' })
  saveDraft('career', draft, storage)
  wipeSentDraft('career', '/careerApply/2', 'NQ-ANOTHER', storage, session)
  expect(readDraft('career', '/careerApply/1', now, storage)).toEqual(draft)
  wipeSentDraft('career', '/careerApply/1', 'NQ-SENT', storage, session)
  expect(readDraft('career', '/careerApply/1', now, storage)).toBeUndefined()
  saveDraft('career', draft, storage)
  wipeSentDraft('career', '/careerApply/1', 'NQ-SENT', storage, session)
  expect(readDraft('career', '/careerApply/1', now, storage)).toEqual(draft)
})

test('what somebody else wrote under its name is no draft', () => {
  for (const text of ['', '{', '[]', '1', 'null', '{"answers":1}']) {
    storage.setItem('draft:contact', text)
    expect(readDraft('contact', '/contact', SAVED_AT, storage)).toBeUndefined()
  }
})

test('storage that is full or forbidden costs nothing but the draft', () => {
  const full = { ...inMemory(), setItem: () => raise() } as unknown as Storage
  expect(() => saveDraft('contact', aDraft(), full)).not.toThrow()
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
