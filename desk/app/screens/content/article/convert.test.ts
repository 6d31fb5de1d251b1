import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { documentOf, markdownOf } from './convert.ts'

const content = path.resolve(import.meta.dirname, '../../../../../content')
const starters = ['notes', 'case-studies'].flatMap((folder) =>
  readdirSync(path.join(content, folder)).map((name) => path.join(folder, name)),
)

test.each(starters)('%s is the same after the editor held it', (name) => {
  const text = readFileSync(path.join(content, name), 'utf8').trimEnd()
  expect(markdownOf(documentOf(text))).toBe(text)
})

test('every kind of block is the same after the editor held it', () => {
  const text = [
    '## Heading *one*',
    'A [link **bold**](/jobs), `code` and\\\na break',
    '- one\n- two\n  - three',
    '* another list',
    '7. seven\n8. eight',
    '> quoted\n>\n> — Someone',
    '> **pulled**',
    '```ts\nconst a = 1\n```',
    '---',
    '![words](/media/abcdefghijklmnop/uploads/1600x900-22/1200.webp#wide "caption")',
    '| a | b |\n| --- | --- |\n| 1 | **2** |',
  ].join('\n\n')
  expect(markdownOf(documentOf(text))).toBe(text)
  documentOf(text).check()
  expect(markdownOf(documentOf(''))).toBe('')
})
