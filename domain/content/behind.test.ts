import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Language } from '#texts/languages.ts'
import { changesSince, confirm, followChanges, isBehind, type LanguageState } from './behind.ts'
import { translatedFields } from './parts.ts'

const fields = translatedFields('team')

/** A record in both languages, and the edits made to them. */
function begin(english = 'Nadia', arabic = 'نادية') {
  const states: LanguageState[] = [stateOf('en', english), stateOf('ar', arabic)]
  return {
    write(language: Language, name: string, { isSmall = false } = {}) {
      for (const state of states) {
        state.before = state.after
        state.isSmall = isSmall && state.language === language
        if (state.language === language) state.after = { ...state.after, name }
      }
      const results = followChanges(states, fields)
      for (const [index, result] of results.entries()) Object.assign(states[index] as LanguageState, result)
    },
    behindIn: (language: Language) => {
      const current = Object.fromEntries(states.map((state) => [state.language, state.after]))
      return changesSince(states.find((state) => state.language === language)?.behind ?? {}, current)
    },
  }
}

const stateOf = (language: Language, name: string): LanguageState => ({
  language,
  before: { name },
  after: { name },
  behind: {},
  caughtUp: [],
  isSmall: false,
})

test('a change leaves the other language behind, with what it said and what it says', () => {
  const record = begin()
  record.write('en', 'Nadia S.')
  record.write('en', 'Nadia Samir')
  expect(record.behindIn('ar')).toEqual([{ language: 'en', field: 'name', before: 'Nadia', after: 'Nadia Samir' }])
  expect(record.behindIn('en')).toEqual([])
})

test('updating a language marks no other as behind, however often it is saved', () => {
  const record = begin()
  record.write('en', 'Nadia Samir')
  record.write('ar', 'نادية س')
  record.write('ar', 'نادية سمير')
  expect([record.behindIn('en'), record.behindIn('ar')]).toEqual([[], []])
})

test('a small edit marks nothing as behind, and keeps an earlier mark', () => {
  const record = begin()
  record.write('en', 'Nadia.', { isSmall: true })
  expect(record.behindIn('ar')).toEqual([])
  record.write('en', 'Nadia Samir')
  record.write('en', 'Nadia Samir.', { isSmall: true })
  expect(record.behindIn('ar')).toEqual([{ language: 'en', field: 'name', before: 'Nadia.', after: 'Nadia Samir.' }])
})

test('a reverted change marks nothing as behind', () => {
  const record = begin()
  record.write('en', 'Nadia Samir')
  record.write('en', 'Nadia')
  expect(record.behindIn('ar')).toEqual([])
})

test('an empty language is missing, not behind, and filling it marks nothing as behind', () => {
  const record = begin('Nadia', '')
  record.write('en', 'Nadia Samir')
  expect(record.behindIn('ar')).toEqual([])
  record.write('ar', 'نادية')
  record.write('ar', 'نادية سمير')
  expect(record.behindIn('en')).toEqual([])
  record.write('en', 'Nadia Fathi')
  expect(record.behindIn('ar')).toHaveLength(1)
})

test('a confirmed field is no longer behind', () => {
  const behind = { en: { name: 'Nadia', role: 'Founder' } }
  expect(confirm(behind, ['name'])).toEqual({ en: { role: 'Founder' } })
  expect(isBehind(confirm(behind, ['name', 'role']))).toBe(false)
})

test('after any order of edits at most one language of a field is behind', () => {
  const step = fc.record({
    language: fc.constantFrom<Language>('en', 'ar'),
    name: fc.constantFrom('', 'one', 'two', 'three'),
    isSmall: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const record = begin()
      for (const { language, name, isSmall } of steps) record.write(language, name, { isSmall })
      expect(record.behindIn('en').length + record.behindIn('ar').length).toBeLessThan(2)
    }),
  )
})

test('an article is followed block by block', () => {
  const own = translatedFields('notes').filter(({ name }) => name === 'body')
  const states: LanguageState[] = (['en', 'ar'] as const).map((language) => {
    const fields = { body: 'One\n\n- two\n\nThree\n\n## Four' }
    return { language, before: fields, after: fields, behind: {}, caughtUp: [], isSmall: false }
  })
  const write = (language: Language, change: (body: string) => string) => {
    for (const state of states) {
      state.before = state.after
      if (state.language === language) state.after = { body: change(String(state.after.body)) }
    }
    for (const [index, result] of followChanges(states, own).entries())
      Object.assign(states[index] as LanguageState, result)
    return states[1]?.behind.en?.body
  }
  write('en', (body) => body.replace('One', 'First').replace('Three', 'Third'))
  const left = write('ar', (body) => body.replace('One', 'أول'))
  expect(left).toBe('First\n\n- two\n\nThree\n\n## Four')
  expect(write('ar', (body) => body.replace('Four', 'رابع'))).toBe(left)
  expect(write('ar', (body) => body.replace('Three', 'ثالث'))).toBeUndefined()
})
