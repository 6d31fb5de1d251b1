import { expect, test } from 'vitest'
import { inEachLanguage } from '#texts/languages.ts'
import { deskTextsIn } from '../../../../../tests/support/desk-texts.ts'
import { blocksNamed } from './block-menu.ts'

const names = inEachLanguage((language) => deskTextsIn(language).content.article.tools)
const found = (typed: string) => blocksNamed(typed, names).map(({ name }) => name)

test('nothing typed offers every block and no tool of a line', () => {
  const blocks = ['heading', 'smallHeading', 'bullets', 'numbers', 'quote', 'pullQuote', 'code', 'table', 'rule']
  expect(found('')).toEqual([...blocks, 'picture'])
})

test.each([
  ['QUO', ['quote', 'pullQuote']],
  ['pullquote', ['pullQuote']],
  ['small-h', ['smallHeading']],
  ['قائمه', ['bullets', 'numbers']],
  ['القائمة', ['bullets', 'numbers']],
  ['اقتباسبارز', ['pullQuote']],
  ['jobs', []],
  ['//', []],
])('%s finds blocks by the beginnings of their names', (typed, blocks) => expect(found(typed)).toEqual(blocks))
