import { expect, test } from 'vitest'
import { agree, currentValue, rebase, type Stored, settle, unsent, withEdit } from './edits.ts'

const stored = (title: string, summary = 'Once', version = 1): Stored => ({
  shared: { version: 1, fields: {} },
  en: { version, fields: { title, summary, points: ['one'] } },
  ar: { version: 1, fields: {} },
})

test('a typed value shows at once, and only changes are sent', () => {
  const edits = withEdit({}, stored('Old'), 'en', 'title', 'New')
  expect(currentValue(edits, stored('Old'), 'en', 'title')).toBe('New')
  expect(currentValue(edits, stored('Old'), 'en', 'summary')).toBe('Once')
  expect(unsent(edits, stored('Old'))).toEqual([{ part: 'en', fields: { title: 'New' } }])
  expect(unsent(withEdit(edits, stored('Old'), 'en', 'title', 'Old'), stored('Old'))).toEqual([])
})

test('a line of a list that is only begun stays on the screen and is not sent', () => {
  const edits = withEdit({}, stored('Old'), 'en', 'points', ['one', ''])
  expect(unsent(edits, stored('Old'))).toEqual([])
  expect(currentValue(rebase(edits, stored('Old')).edits, stored('Old'), 'en', 'points')).toEqual(['one', ''])
})

test('a field that was emptied is empty, and is sent so', () => {
  const edits = withEdit({}, stored('Old'), 'en', 'title', null)
  expect(currentValue(edits, stored('Old'), 'en', 'title')).toBeNull()
  expect(unsent(edits, stored('Old'))).toEqual([{ part: 'en', fields: { title: null } }])
})

test('two people in different fields have no conflict', () => {
  const edits = withEdit({}, stored('Old'), 'en', 'title', 'Mine')
  const result = rebase(edits, stored('Old', 'Theirs', 2))
  expect(result.conflicts).toEqual([])
  expect(unsent(result.edits, stored('Old', 'Theirs', 2))).toEqual([{ part: 'en', fields: { title: 'Mine' } }])
})

test('two people in the same field are shown both texts, and either can be kept', () => {
  const edits = withEdit({}, stored('Old'), 'en', 'title', 'Mine')
  const theirs = stored('Theirs', 'Once', 2)
  const { edits: kept, conflicts } = rebase(edits, theirs)
  expect(conflicts).toEqual([{ part: 'en', name: 'title', mine: 'Mine', theirs: 'Theirs' }])
  const [conflict] = conflicts
  if (!conflict) throw new Error('no conflict')
  const mine = settle(kept, conflict, 'mine')
  expect(rebase(mine, theirs).conflicts).toEqual([])
  expect(unsent(mine, theirs)).toEqual([{ part: 'en', fields: { title: 'Mine' } }])
  expect(unsent(settle(kept, conflict, 'theirs'), theirs)).toEqual([])
})

test('two people who wrote the same agree', () => {
  const edits = withEdit({}, stored('Old'), 'en', 'title', 'Same')
  expect(rebase(edits, stored('Same', 'Once', 2))).toEqual({ edits: {}, conflicts: [] })
})

test('blanks around a text are kept while typing, not sent, and cause no conflict', () => {
  const edits = withEdit({}, stored('Cloud'), 'en', 'title', 'Cloud ')
  expect(unsent(edits, stored('Cloud'))).toEqual([])
  const newer = stored('Cloud', 'Theirs', 2)
  const { edits: kept, conflicts } = rebase(edits, newer)
  expect(conflicts).toEqual([])
  expect(currentValue(kept, newer, 'en', 'title')).toBe('Cloud ')
  expect(unsent(withEdit(kept, newer, 'en', 'title', 'Cloud hosting'), newer)).toEqual([
    { part: 'en', fields: { title: 'Cloud hosting' } },
  ])
})

test("the server's version of a text is adopted, and later typing stays on top", () => {
  const edits = withEdit({}, stored('Old'), 'en', 'title', 'Clo\ufeffud')
  const sent = unsent(edits, stored('Old'))
  const answer = stored('Cloud', 'Once', 2)
  const agreed = rebase(agree(edits, sent, answer), answer)
  expect(agreed).toEqual({ edits: {}, conflicts: [] })
  const typedOn = withEdit(edits, stored('Old'), 'en', 'title', 'Clo\ufeffud 9')
  const over = rebase(agree(typedOn, sent, answer), answer)
  expect(over.conflicts).toEqual([])
  expect(unsent(over.edits, answer)).toEqual([{ part: 'en', fields: { title: 'Clo\ufeffud 9' } }])
})

test('two people who write in two paragraphs of one text both keep theirs, and in the same one are asked', () => {
  const base = 'One\n\nTwo\n\nThree'
  const mine = withEdit({}, stored(base), 'en', 'title', 'One\n\nTwo\n\nThree of mine\n\nFour')
  const merged = rebase(mine, stored('First\n\nTwo\n\nThree'))
  expect(merged.conflicts).toEqual([])
  expect(currentValue(merged.edits, stored(base), 'en', 'title')).toBe('First\n\nTwo\n\nThree of mine\n\nFour')
  expect(rebase(mine, stored('One\n\nTwo\n\n3')).conflicts).toHaveLength(1)
  expect(rebase(mine, stored('One\n\nTwo\n\nThree\n\nMore')).conflicts).toHaveLength(1)
})
