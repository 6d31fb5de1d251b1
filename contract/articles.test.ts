import { expect, test } from 'vitest'
import { type ArticleBlock, minutesOf, segmentsOf, textOfArticle, withHeadingIds } from './article.ts'
import type { Inline } from './prose.ts'
import { readArticle } from './read-article.ts'
import { writeArticle } from './write-article.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const DOCUMENTS = 250

function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}

const PIECES = [
  'word',
  'شركة',
  ' ',
  ' ',
  ' ',
  '.',
  '،',
  '«',
  '»',
  '*',
  '**',
  '_',
  '__init__',
  'snake_case',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '!',
  '![',
  '<b>',
  '</b>',
  '<script>alert(1)</script>',
  '&amp;',
  '&',
  '&copy;',
  '#',
  '# ',
  '-',
  '- ',
  '+ ',
  '1. ',
  '1987.',
  '١. ',
  '> ',
  '|',
  '~~',
  '~~~',
  '---',
  '===',
  '\\',
  '\n',
  'و',
  'https://a.example/x_y',
  'a@b.example',
  '"',
  "'",
  '…',
  '🙂',
  '\u200f',
  'é',
  '\u064e',
  ':',
  '=',
  '{',
  '}',
]

function makeArticles(seed: number) {
  const below = randomFrom(seed)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  const text = () => Array.from({ length: 1 + below(6) }, () => pick(PIECES)).join('')
  function inline(depth: number): Inline {
    const kind = depth > 2 ? 0 : below(8)
    if (kind < 4) return text()
    if (kind === 4) return { mark: 'code', inside: [text().replaceAll('\n', ' ')] }
    if (kind === 5)
      return {
        mark: 'link',
        to: pick(['/jobs', 'https://a.example/b(c)?d=1&e=2', 'mailto:a@b.example', '#part-1']),
        inside: withoutLinks(line(depth + 1)),
      }
    return { mark: kind === 6 ? 'strong' : 'emphasis', inside: line(depth + 1) }
  }
  const line = (depth = 0): Inline[] => Array.from({ length: 1 + below(3) }, () => inline(depth))
  const blocks = (depth: number) => Array.from({ length: 1 + below(3) }, () => block(depth))
  function block(depth: number): ArticleBlock {
    switch (depth > 1 ? below(3) : below(9)) {
      case 2:
        return { block: 'heading', level: pick([2, 3, 4] as const), inside: line() }
      case 3:
        return {
          block: 'list',
          start: pick([null, 1, 7]),
          items: Array.from({ length: 1 + below(3) }, () => blocks(depth + 1)),
        }
      case 4:
        return { block: 'quote', isPull: below(2) === 1, inside: [{ block: 'paragraph', inside: line() }] }
      case 5:
        return { block: 'code', language: pick(['', 'ts']), text: `${text()}\n\n\t${text()}` }
      case 6:
        return { block: 'rule' }
      case 7:
        return {
          block: 'picture',
          address: '/media/abcdefghijklmnop/uploads/1600x900-22/1200.webp',
          words: text(),
          caption: text(),
          isWide: below(2) === 1,
        }
      case 8:
        return { block: 'table', rows: Array.from({ length: 1 + below(3) }, () => [line(), line()]) }
      default:
        return { block: 'paragraph', inside: line() }
    }
  }
  return () => blocks(0)
}

const withoutLinks = (inlines: Inline[]): Inline[] =>
  inlines.flatMap((inline) =>
    typeof inline === 'string'
      ? [inline]
      : inline.mark === 'link'
        ? withoutLinks(inline.inside)
        : [{ ...inline, inside: withoutLinks(inline.inside) }],
  )

test('what was written is read and written again without a changed byte', () => {
  const make = makeArticles(SEED)
  for (let number = 0; number < DOCUMENTS; number++) {
    const blocks = make()
    const once = writeArticle(blocks)
    const read = readArticle(once)
    expect(writeArticle(read), `SEED=${SEED}, document ${number}: ${JSON.stringify(blocks)}`).toBe(once)
    const words = (of: ArticleBlock[]) => textOfArticle(of).replace(/\s+/g, '')
    expect(words(read), `SEED=${SEED}, document ${number}: ${once}`).toBe(words(blocks))
  }
})

test.each([
  '## Why\n\nWe *do* **what [we](/about) say**.\n\n- one\n- two\n\n---',
  '> **A layout that survives Arabic survives anything.**\n>\n> — Rana Helmy',
  '1. First\n   - inside\n   - `code`',
  '![Dots](/media/abcdefghijklmnop/uploads/1600x900-22/1200.webp#wide "The lattice")',
  '| a | b |\n| --- | --- |\n| 1 \\| 2 | **3** |',
  '```ts\nconst a = 1\n```',
  'A line\\\nand another',
  '١٩٨٧. ليس قائمة، و«شركة» **مهمة**',
])('%j stays as it is', (text) => {
  expect(writeArticle(readArticle(text))).toBe(text)
})

test.each([
  ['و', '«شركة»', ''],
  ['', 'قال:', 'نعم'],
  ['ب', '30%', 'من'],
])('emphasis beside letters stays emphasis: %s **%s** %s', (before, strong, after) => {
  const inside: Inline[] = [before, { mark: 'strong', inside: [strong] }, after]
  const written = writeArticle([{ block: 'paragraph', inside }])
  expect(textOfArticle(readArticle(written))).toBe(before + strong + after)
  expect(written).toMatch(/\*\*.+\*\*/)
})

test('HTML, odd addresses and bare addresses are text as typed', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '<div onclick="x">\nwords\n</div>',
    'a <b>b</b> <!-- c -->',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](data:text/html,x)',
    '[a](//evil.example)',
    'www.evil.example and https://a.example and a@b.example',
  ]) {
    const blocks = readArticle(text)
    expect(
      segmentsOf(blocks.flatMap((block) => (block.block === 'paragraph' ? block.inside : []))).some(({ link }) => link),
    ).toBe(false)
    expect(textOfArticle(blocks).replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
  }
})

test('a picture between words is a block, and what stood around it stays', () => {
  expect(readArticle('before ![a](/media/x.webp) after').map(({ block }) => block)).toEqual([
    'paragraph',
    'picture',
    'paragraph',
  ])
})

test('a very deep or very long text neither fails nor blocks the reader', () => {
  for (const text of ['> '.repeat(5000), '[a]('.repeat(8000), '*a **b '.repeat(4000), '- '.repeat(3000)]) {
    const typed = `${text}x`
    expect(textOfArticle(readArticle(typed))).toContain(typed.slice(0, 20).trim())
  }
})

test.each([
  ['A title\n----------', { block: 'heading', level: 2, inside: ['A title'] }],
  ['----------------', { block: 'rule' }],
  ['**********', { block: 'rule' }],
  ['- - - - - - - - - - -', { block: 'rule' }],
  ['> * * * * * * * * * *', { block: 'quote', isPull: false, inside: [{ block: 'rule' }] }],
  [
    '> **1.1.1.---1. a**',
    { block: 'quote', isPull: true, inside: [{ block: 'paragraph', inside: ['1.1.1.---1. a'] }] },
  ],
  ['1.1.1.1.1.1.1.1.1.1. a', { block: 'paragraph', inside: ['1.1.1.1.1.1.1.1.1.1. a'] }],
])('%j is not deep: it stays what it is, and so does the text around it', (markdown, block) => {
  const around = { block: 'paragraph', inside: [{ mark: 'strong', inside: ['Around'] }] }
  expect(readArticle(`**Around**\n\n${markdown}\n\n**Around**`)).toEqual([around, block, around])
})

test('headings have addresses of their own, Arabic ones without vowel marks', () => {
  const ids = withHeadingIds(readArticle('## Why?\n\n## Why\n\n## لِماذا نكتبُ')).map(
    (block) => 'id' in block && block.id,
  )
  expect(ids).toEqual(['part-why', 'part-why-2', 'part-لماذا-نكتب'])
})

test('minutes are counted by words', () => {
  expect(minutesOf(readArticle('word '.repeat(451)))).toBe(4)
  expect(minutesOf([])).toBe(1)
})
