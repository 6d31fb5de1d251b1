import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

const without = (kind: 'added' | 'removed', before: string, after: string) =>
  diffWords(before, after)
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('')

test('a word that was changed is taken out and put in, and the rest stays', () => {
  expect(diffWords('mentor two engineers', 'mentor three engineers')).toEqual([
    { kind: 'same', text: 'mentor ' },
    { kind: 'removed', text: 'two ' },
    { kind: 'added', text: 'three ' },
    { kind: 'same', text: 'engineers' },
  ])
})

test('Arabic words are compared as words, with their marks and digits', () => {
  expect(diffWords('في المنصة ٢٨٠ شاشة', 'في المنصة ٣١٠ شاشة')).toEqual([
    { kind: 'same', text: 'في المنصة ' },
    { kind: 'removed', text: '٢٨٠ ' },
    { kind: 'added', text: '٣١٠ ' },
    { kind: 'same', text: 'شاشة' },
  ])
})

test('equal texts have no difference, and neither have two empty ones', () => {
  expect(diffWords('the same', 'the same')).toEqual([{ kind: 'same', text: 'the same' }])
  expect(diffWords('', '')).toEqual([])
})

test('a difference holds both texts whole, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'نص', '٣', ' ', '\n', '\n\n', 'a.')).map((words) => words.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(without('added', before, after)).toBe(before)
      expect(without('removed', before, after)).toBe(after)
    }),
  )
})
