import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linksIn, parseMarkdown } from './markdown.ts'
import { type Block, type Inline, plainText, textOfInlines } from './prose.ts'
import { withProse } from './with-prose.ts'

const paragraph = (...inside: Inline[]): Block => ({ block: 'paragraph', inside })
const strong = (...inside: Inline[]): Inline => ({ mark: 'strong', inside })
const emphasis = (...inside: Inline[]): Inline => ({ mark: 'emphasis', inside })
const link = (to: string, ...inside: Inline[]): Inline => ({ mark: 'link', to, inside })

test('emphasis, links and lists are marks', () => {
  expect(parseMarkdown('We *do* **what [we](/about) say**.')).toEqual([
    paragraph('We ', emphasis('do'), ' ', strong('what ', link('/about', 'we'), ' say'), '.'),
  ])
  expect(parseMarkdown('We do:\n- *one*\n- two\n\n1. first\n2. second')).toEqual([
    paragraph('We do:'),
    { block: 'list', isOrdered: false, items: [[emphasis('one')], ['two']] },
    { block: 'list', isOrdered: true, items: [['first'], ['second']] },
  ])
  expect(parseMarkdown('• نقطة\n\n• أخرى')).toEqual([{ block: 'list', isOrdered: false, items: [['نقطة'], ['أخرى']] }])
  expect(parseMarkdown('١. أولًا **مهم**، ثم\n٢. ثانيًا')).toEqual([
    { block: 'list', isOrdered: true, items: [['أولًا ', strong('مهم'), '، ثم'], ['ثانيًا']] },
  ])
})

test('a line that begins with number signs is a heading, and ends with its line', () => {
  expect(parseMarkdown('## How *we* do it\nFirst.\nStill first.\n### Then\n- one\n# Last')).toEqual([
    { block: 'heading', level: 2, inside: ['How ', emphasis('we'), ' do it'] },
    paragraph('First.\nStill first.'),
    { block: 'heading', level: 3, inside: ['Then'] },
    { block: 'list', isOrdered: false, items: [['one']] },
    { block: 'heading', level: 2, inside: ['Last'] },
  ])
  expect(parseMarkdown('## <b>x</b>')).toEqual([{ block: 'heading', level: 2, inside: ['<b>x</b>'] }])
})

test.each([
  'Plain words. Two sentences, 3 * 4 = 12 and 5 * 6 = 30.',
  'One\n\nTwo\nstill two',
  'file_name_of_mine and snake_case',
  '2026. A year in which we opened',
  '#1 of ten\n\n##\n\n> no quote\n\n    no code\n\n---',
  'A title\n---',
  '| a | b |\n|---|---|',
  '`code` and ~~gone~~ and ![picture](/a.png) and <https://a.example>',
  '<b>bold</b> &amp; <script>alert(1)</script>',
  'See https://a.example or write to a@b.example',
  '[a]: https://a.example',
])('%j is text as it was typed', (text) => {
  expect(parseMarkdown(text)).toBeNull()
})

const REFUSED = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  'java&#x0A;script:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:x',
  'file:///etc/passwd',
  'http://a.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil',
  'mailto:',
  'jobs',
]
test.each(REFUSED)('a link to %s is text as it was typed', (address) => {
  expect(parseMarkdown(`[a](${address})`)?.flatMap(marksIn) ?? []).toEqual([])
  expect(parseMarkdown(`[a](<${address}>)`)?.flatMap(marksIn) ?? []).toEqual([])
})

test("a link's text holds only the allowed marks", () => {
  expect(parseMarkdown('[<img src=x onerror=alert(1)>](/jobs)')).toEqual([
    paragraph(link('/jobs', '<img src=x onerror=alert(1)>')),
  ])
  expect(parseMarkdown('[a](/jobs "onmouseover=alert(1)")')).toEqual([paragraph(link('/jobs', 'a'))])
  expect(parseMarkdown('[[a](https://b.example)](javascript:x)')?.flatMap(marksIn)).toEqual(['https://b.example'])
})

test('a mark is typed as a character after a backslash', () => {
  expect(parseMarkdown('\\*so\\*')).toEqual([paragraph('*so*')])
})

const UNITS = [
  '[',
  ']',
  '*',
  '_',
  '**a ',
  '*a **b ',
  '[a](',
  '![',
  '<',
  '`',
  '\\',
  '- ',
  '- [',
  '1. ',
  '> ',
  '&#',
  '[](((',
  'a_b*',
  ' ',
  '\n',
  '\t',
]
test.each(UNITS)('a text of only %j neither crashes nor blocks the parser', (unit) => {
  for (const length of [900, 20_000, 100_000]) {
    const text = unit.repeat(Math.ceil(length / unit.length))
    const shown = parseMarkdown(text)
    // Only list marks and backslashes are lost.
    if (shown) expect(plainText(shown).length).toBeLessThanOrEqual(text.length)
    linksIn(text)
  }
})

test('the starter content has no marks, and is shown as it stands', () => {
  for (const file of ['services', 'projects', 'jobs']) {
    const records = JSON.parse(readFileSync(`content/${file}.json`, 'utf8')) as { description: object }[]
    for (const { description } of records)
      for (const text of Object.values(description)) expect(parseMarkdown(text)).toBeNull()
  }
})

test('plain text without marks is available', async () => {
  const described = { id: 1, description: 'We **do** [this](/jobs):\n- one\n- *two*\n\nYes.' }
  const { description, prose } = await withProse(described)
  expect(description).toBe('We do this:\n\none\ntwo\n\nYes.')
  expect(prose).toHaveLength(3)
  const plain = { description: 'No marks.' }
  expect(await withProse(plain)).toBe(plain)
})

function marksIn(block: Block): string[] {
  const inlines = block.block === 'list' ? block.items.flat() : block.inside
  return inlines.flatMap(function found(inline): string[] {
    if (typeof inline === 'string') return []
    return [inline.mark === 'link' ? inline.to : textOfInlines([inline]), ...inline.inside.flatMap(found)]
  })
}
