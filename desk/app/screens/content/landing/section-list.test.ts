import { describe, expect, test } from 'vitest'
import { hasOpening, isComplete, KINDS, sectionList, sectionWords } from '#contract/landing-pages.ts'
import {
  changedSections,
  mayMove,
  moved,
  newSection,
  outline,
  type SectionList,
  withCopy,
  withoutSection,
} from './section-list.ts'

const list = (): SectionList => ({
  sections: [...outline(), { ...newSection('cards'), id: 'cards-1', items: [{ id: 'item-1' }, { id: 'item-2' }] }],
  words: {
    en: { 'hero-1': { title: 'Fair' }, 'cards-1': { title: 'Why' }, 'item-1': { title: 'One' } },
    ar: { 'hero-1': { title: 'المعرض' }, 'cards-1': { title: 'لماذا' }, 'item-1': { title: 'أول' } },
  },
})

test('a new page begins with its opening, a text and a call to action', () => {
  expect(outline().map(({ kind }) => kind)).toEqual(['hero', 'text', 'action'])
  expect(hasOpening(outline())).toBe(true)
})

test.each(KINDS)('a new section of the kind %s is stored, and not shown before it has words', (kind) => {
  const section = newSection(kind)
  expect(sectionList.safeParse([section]).success).toBe(true)
  expect(isComplete(section, {})).toBe(false)
})

test('a copy has ids of its own and the words of both languages', () => {
  const { sections, words, copy } = withCopy(list(), 'cards-1')
  expect(sections.map(({ id }) => id).indexOf(copy)).toBe(4)
  const [item] = sections[4]?.items ?? []
  expect(words.en[copy]).toEqual({ title: 'Why' })
  expect(words.ar[copy]).toEqual({ title: 'لماذا' })
  expect(words.ar[item?.id ?? '']).toEqual({ title: 'أول' })
  expect(sectionList.safeParse(sections).success).toBe(true)
  expect(sectionWords.safeParse(words.ar).success).toBe(true)
})

test('a removed section takes its words along', () => {
  const { sections, words } = withoutSection(list(), 'cards-1')
  expect(sections).toHaveLength(3)
  expect(Object.keys(words.ar)).toEqual(['hero-1'])
})

describe('the opening', () => {
  test('stays first', () => {
    const { sections } = list()
    expect(mayMove(sections, 0, 2)).toBe(false)
    expect(mayMove(sections, 2, 0)).toBe(false)
    expect(moved(sections, 3, 1).map(({ id }) => id)).toEqual(['hero-1', 'cards-1', 'text-1', 'action-1'])
  })
})

test('finds the section whose words changed', () => {
  const { sections, words } = list()
  const after = { ...words.en, 'item-1': { title: 'First' } }
  expect([...changedSections(sections, words.en, after)]).toEqual(['cards-1'])
})
