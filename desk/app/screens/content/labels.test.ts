import { expect, test } from 'vitest'
import { PAGE_NAMES, pageOfType, wordsOf } from '#contract/pages.ts'
import { ADVISING_CHECKS, BLOCKING_CHECKS } from '#domain/content/checks.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from '#domain/content/types/index.ts'
import * as en from '#texts/desk/en/index.ts'
import { labelOf, sectionLabel, wordLabel } from './labels.ts'

// Another test checks that the Arabic has the same keys.
const { types, choices, checks, new: newOf } = en.content

test('every kind of content has a name, and all that there is more than one of has a button for a new one', () => {
  expect(Object.keys(types)).toEqual(expect.arrayContaining([...CONTENT_TYPES]))
  expect(Object.keys(newOf)).toEqual(
    expect.arrayContaining(CONTENT_TYPES.filter((type) => !definitionOf(type).isSingle)),
  )
})

test.each(CONTENT_TYPES)('every field of %s has a label, and every choice in it', (type) => {
  const model = definitionOf(type).fields
  const unlabelled = model.filter(({ name }) => labelOf({ ...en, language: 'en' }, type, name) === name)
  expect(unlabelled).toEqual([])
  expect(Object.keys(choices)).toEqual(
    expect.arrayContaining(model.flatMap(({ kind, choices }) => (kind === 'choice' && choices) || [])),
  )
})

test.each(PAGE_NAMES)('every section and word of the page %s has a label', (page) => {
  const texts = { ...en, language: 'en' } as const
  for (const word of wordsOf(page)) {
    expect(sectionLabel(texts, word.section)).toBe(en.pages.sections[word.section as keyof typeof en.pages.sections])
    expect(Object.values(en.pages.words)).toContain(wordLabel(texts, word).replace(/^\d+\. /, ''))
  }
})

test('every type with pictures has a name where the library lists the uses of a picture', () => {
  const isPictured = (type: ContentType) => definitionOf(type).fields.some(({ kind }) => kind.startsWith('picture'))
  const names = CONTENT_TYPES.filter(isPictured).map((type) => (pageOfType(type) ? 'pages' : type))
  expect(Object.keys(en.pictures.types)).toEqual(expect.arrayContaining(names))
})

test('every check before publishing has a sentence', () => {
  expect(Object.keys(checks)).toEqual(expect.arrayContaining([...BLOCKING_CHECKS, ...ADVISING_CHECKS]))
})
