import { expect, test } from 'vitest'
import { ADVISING_CHECKS, BLOCKING_CHECKS } from '#domain/content/checks.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from '#domain/content/types/index.ts'
import * as en from '#texts/desk/en/index.ts'

// Another test checks that the Arabic has the same keys.
const { types, fields, choices, checks, new: newOf } = en.content

test('every kind of content has a name, and all that there is more than one of has a button for a new one', () => {
  expect(Object.keys(types)).toEqual(expect.arrayContaining([...CONTENT_TYPES]))
  expect(Object.keys(newOf)).toEqual(
    expect.arrayContaining(CONTENT_TYPES.filter((type) => !definitionOf(type).isSingle)),
  )
})

test.each(CONTENT_TYPES)('every field of %s has a label, and every choice in it', (type) => {
  const model = definitionOf(type).fields
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(model.map(({ name }) => name)))
  expect(Object.keys(choices)).toEqual(expect.arrayContaining(model.flatMap((field) => field.choices ?? [])))
})

test('every type with pictures has a name where the library lists the uses of a picture', () => {
  const isPictured = (type: ContentType) => definitionOf(type).fields.some(({ kind }) => kind.startsWith('picture'))
  expect(Object.keys(en.pictures.types)).toEqual(expect.arrayContaining(CONTENT_TYPES.filter(isPictured)))
})

test('every check before publishing has a sentence', () => {
  expect(Object.keys(checks)).toEqual(expect.arrayContaining([...BLOCKING_CHECKS, ...ADVISING_CHECKS]))
})
