import { expect, test } from 'vitest'
import { searchedTerms } from './search-row.ts'

const spellingsOf = (text: string) =>
  searchedTerms(text).map((term) => term.map((words) => words.map(({ word }) => word).join(' ')))

test.each([
  ['عبدالرحمن', 'عبد الرحمن'],
  ['elshazly', 'el shazly'],
  ['abuabdelrahman', 'abu abdel rahman'],
  ['nqkqmgexc7', 'kqmg exc7'],
])('%s is also looked for as %s', (typed, spelling) => {
  expect(spellingsOf(typed)[0]).toContain(spelling)
})

test.each(['abdel', 'abdalabu', 'عبدابو', 'elal', 'bin'])('repeated %s is searched in few spellings', (part) => {
  const [term] = spellingsOf(part.repeat(16))
  expect(term?.length).toBeLessThan(20)
})

test('as many words as may be typed are looked for in few spellings', () => {
  const terms = spellingsOf(Array.from({ length: 100 }, (_, index) => `abdelabu${index}name`).join(' '))
  expect(terms.flat().length).toBeLessThan(200)
})
