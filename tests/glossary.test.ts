import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#texts/languages.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** One row of the table "Ruled out" in docs/glossary.md. */
interface Rule {
  variants: Record<Language, string[]>
  say: string
  where: string[]
}

const rules = readRules(readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8'))

test('the glossary rules out words of both languages', () => {
  for (const language of LANGUAGES)
    expect(rules.filter(({ variants }) => variants[language].length > 0)).not.toEqual([])
})

test.each(LANGUAGES)('no text uses a word that the glossary rules out (%s)', (language) => {
  const texts = [...textsIn(language)]
  expect(texts.length).toBeGreaterThan(1000)
  const found = texts.flatMap(([name, text]) =>
    rules
      .filter(({ where }) => looksAt(where, name))
      .flatMap(({ variants, say }) =>
        variants[language].filter((variant) => isIn(text, variant)).map((variant) => `${name}: ${variant} → ${say}`),
      ),
  )
  expect(found).toEqual([])
})

test.each([
  ['إلغاء المرشّحات', 'المرشحات'],
  ['حسب المرشّحات وبالمرشّحات', 'المرشحات'],
  ['للمرشّحات', 'المرشحات'],
  ['وتعليمها كمقروءة', 'تعليم*'],
  ['قراءة', '=قراءة'],
  ['Look Twice', 'look twice'],
])('“%s” holds the variant %s', (text, variant) => {
  expect(isIn(text, variant)).toBe(true)
})

test.each([
  ['قراءة الوارد', '=قراءة'],
  ['مرشّحون', 'مرشح'],
  ['Readings', 'reading'],
  ['{reading, plural, other {#}}', 'reading'],
])('“%s” does not hold the variant %s', (text, variant) => {
  expect(isIn(text, variant)).toBe(false)
})

test('a rule looks only where it says', () => {
  expect(looksAt([], 'jobs title')).toBe(true)
  expect(looksAt(['desk/', '!desk/content choices'], 'desk/content title')).toBe(true)
  expect(looksAt(['desk/', '!desk/content choices'], 'desk/content choices.remote')).toBe(false)
  expect(looksAt(['desk/'], 'jobs title')).toBe(false)
  expect(looksAt(['!content/'], 'jobs title')).toBe(true)
})

function readRules(document: string): Rule[] {
  const table = document.slice(document.indexOf('\n## Ruled out\n')).split(/^\|(?:-+\|)+$/m)[1] ?? ''
  const listOf = (cell = '') =>
    cell
      .replaceAll('`', '')
      .split(/[,،]/)
      .map((part) => part.trim())
      .filter(Boolean)
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map(([en, ar, say = '', where]) => ({
      variants: { en: listOf(en), ar: listOf(ar) },
      say: say.trim(),
      where: listOf(where),
    }))
}

function looksAt(where: string[], name: string) {
  const wanted = where.filter((start) => !start.startsWith('!'))
  const unwanted = where.filter((start) => start.startsWith('!')).map((start) => start.slice(1))
  const begins = (start: string) => name.startsWith(start)
  return (wanted.length === 0 || wanted.some(begins)) && !unwanted.some(begins)
}

function isIn(text: string, variant: string) {
  return patternOf(variant).test(wordsOf(text))
}

const patterns = new Map<string, RegExp>()

function patternOf(variant: string) {
  const known = patterns.get(variant)
  if (known) return known
  const wanted = withoutVowels(variant).toLowerCase()
  const stem = wanted.replace(/^=|\*$/g, '')
  const end = wanted.endsWith('*') ? '' : '(?!\\p{L})'
  const pattern = wanted.startsWith('=') ? `^\\s*${escaped(stem)}\\s*$` : `(?<!\\p{L})${beginning(stem)}${end}`
  const made = new RegExp(pattern, 'u')
  patterns.set(variant, made)
  return made
}

/** An Arabic word may carry and, then, by, like, for and the article in front: و ف ب ك ل ال لل. */
function beginning(stem: string) {
  if (!/^\p{Script=Arabic}/u.test(stem)) return escaped(stem)
  return stem.startsWith('ال')
    ? `[وف]?(?:[بك]?ال|لل)${escaped(stem.slice(2))}`
    : `[وف]?[بكل]?(?:ال|لل)?${escaped(stem)}`
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const withoutVowels = (text: string) => text.replace(/[\u064b-\u0652]/g, '')

const wordsOf = (text: string) => withoutVowels(withoutMessageSyntax(text)).toLowerCase()

/** Without the names of values, tags and plural forms. */
const withoutMessageSyntax = (text: string) =>
  text
    .replace(/<\/?\w+>|\{\{[\w-]+\}\}/g, '')
    .replace(/\{\w+(?:, (?:plural|select|number),?)?/g, '{')
    .replace(/(?:=\d+|zero|one|two|few|many|other) \{/g, '{')

function* textsIn(language: Language): Generator<[name: string, text: string]> {
  for (const [folder, prefix] of [
    [`texts/${language}`, ''],
    [`texts/desk/${language}`, 'desk/'],
  ] as const)
    for (const [name, texts] of jsonFilesIn(folder)) yield* leavesOf(texts, `${prefix}${name}`)
  for (const [name, records] of jsonFilesIn('content')) yield* partsIn(language, records, `content/${name}`)
}

function* jsonFilesIn(folder: string): Generator<[name: string, content: unknown]> {
  for (const file of readdirSync(path.join(ROOT, folder)).filter((file) => file.endsWith('.json')))
    yield [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(ROOT, folder, file), 'utf8'))]
}

/** The texts of content that stand under the language's key. */
function* partsIn(language: Language, value: unknown, name: string): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return
  if (language in value) yield* leavesOf((value as Record<Language, unknown>)[language], name)
  else for (const [key, inner] of Object.entries(value)) yield* partsIn(language, inner, nameOf(name, key))
}

function* leavesOf(value: unknown, name: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [name, value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, nameOf(name, key))
}

/** `desk/inbox viewNames.marked` */
const nameOf = (name: string, key: string) => (name.includes(' ') ? `${name}.${key}` : `${name} ${key}`)
