import { beforeEach, expect, test } from 'vitest'
import { DRAFT_MILLISECONDS, type Draft, readDraft, saveDraft, wipeDraft, wipeSentDraft } from './draft.ts'

const SAVED_AT = Date.UTC(2024, 0, 7)
let storage: Storage

beforeEach(() => {
  storage = inMemory()
})

test('what was written comes back within a day', () => {
  saveDraft('contact', aDraft(), storage)
  expect(readDraft('contact', SAVED_AT + DRAFT_MILLISECONDS - 1, storage)).toEqual(aDraft())
  expect(readDraft('internship', SAVED_AT, storage)).toBeUndefined()
})

test('after a day nothing is left of it', () => {
  saveDraft('contact', aDraft(), storage)
  expect(readDraft('contact', SAVED_AT + DRAFT_MILLISECONDS, storage)).toBeUndefined()
  expect(storage.length).toBe(0)
})

test('an emptied form keeps nothing', () => {
  saveDraft('contact', aDraft(), storage)
  saveDraft('contact', aDraft({ answers: { name: '', message: ' \n' } }), storage)
  expect(storage.length).toBe(0)
})

test('a wiped draft is gone', () => {
  saveDraft('career', aDraft(), storage)
  wipeDraft('career', storage)
  expect(readDraft('career', SAVED_AT, storage)).toBeUndefined()
})

test('what was sent goes once; what is written after it, or for another page, stays', () => {
  const session = inMemory()
  const now = Date.now()
  const draft = aDraft({ savedAt: now, page: '/careerApply/1' })
  saveDraft('career', draft, storage)
  wipeSentDraft('career', '/careerApply/2', 'NQ-ANOTHER', storage, session)
  expect(readDraft('career', now, storage)).toEqual(draft)
  wipeSentDraft('career', '/careerApply/1', 'NQ-SENT', storage, session)
  expect(readDraft('career', now, storage)).toBeUndefined()
  saveDraft('career', draft, storage)
  wipeSentDraft('career', '/careerApply/1', 'NQ-SENT', storage, session)
  expect(readDraft('career', now, storage)).toEqual(draft)
})

test('what somebody else wrote under its name is no draft', () => {
  for (const text of ['', '{', '[]', '1', 'null', '{"answers":1}']) {
    storage.setItem('draft:contact', text)
    expect(readDraft('contact', SAVED_AT, storage)).toBeUndefined()
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
