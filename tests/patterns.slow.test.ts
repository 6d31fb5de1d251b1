import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

/** Regular expressions for strangers' text take linear time. */

const FOLDERS = ['contract', 'settings', 'domain', 'api', 'desk/api', 'texts', 'server', 'site', 'cli']
const LENGTH = 30_000
const GROWING_LENGTHS = [10, 14, 18, 22, 26, 30, 1000]
const MAX_CPU_MILLISECONDS = 300

// Last: blanks that are easily forgotten, invisible characters, a mark, an emoji.
const ALWAYS_TRIED = 'a0 \t\n\0/#.-_@;=,<("ع\u202e\ud800\v\f\u0085\u00a0\u200b\ufeff\u0301😀'
/** Letters, marks, digits, punctuation and blanks of Latin and Arabic, invisible characters and full-width forms. */
const EVERY_KIND_OF_CHARACTER = [
  ...Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from({ length: 0x500 }, (_, code) => String.fromCodePoint(0xfb00 + code)),
  ...'漢가𝒜😀\u{e0001}\ud800\ue000',
]

const patterns = new Map<string, RegExp>()
for (const file of sourceFiles()) collect(file)

test('patterns were found: those written out, those put together, and those that the schemas take from zod', () => {
  expect(patterns.size).toBeGreaterThan(20)
  const names = [...patterns.keys()].join('\n')
  for (const file of ['mail-address.ts', 'forms.ts', 'settings.ts', 'markdown.ts', "zod's date"])
    expect(names).toContain(file)
})

test.each([...patterns])('%s', (_name, pattern) => {
  expect(firstSlowAttack(pattern)).toBeUndefined()
})

function firstSlowAttack(pattern: RegExp) {
  for (const attack of attacksOn(pattern)) {
    // Processor time: a busy machine makes no pattern slower.
    const start = process.cpuUsage()
    attack.replace(pattern, '')
    pattern.lastIndex = 0
    pattern.test(attack)
    const { user, system } = process.cpuUsage(start)
    const milliseconds = (user + system) / 1000
    if (milliseconds > MAX_CPU_MILLISECONDS)
      return { milliseconds, length: attack.length, beginning: JSON.stringify(attack.slice(0, 20)) }
  }
  return undefined
}

/** Repeats each character that the pattern names or tells apart, with and without a match. Short texts first: exponential patterns never end on long ones. */
function* attacksOn(pattern: RegExp) {
  const kinds = charactersToldApart(pattern)
  const characters = new Set([...pattern.source.replace(/\\[a-zA-Z]/g, ''), ...ALWAYS_TRIED, ...kinds])
  const pairs = kinds.flatMap((one) => kinds.filter((other) => other !== one).map((other) => one + other))
  const words = [
    ...characters,
    ...(pattern.source.match(/[a-z]{2,}/gi) ?? []),
    'a.',
    'a-',
    '0 ',
    'a@',
    'a@a.',
    '/ ',
    ';language=',
  ]
  for (const length of GROWING_LENGTHS) for (const word of [...words, ...pairs]) yield* around(word, length)
  for (const word of words) yield* around(word, LENGTH)
}

function around(word: string, length: number) {
  const text = word.repeat(Math.ceil(length / word.length))
  return [text, `${text}\x01`, `${text}!`, `a@${text}\x01`, `/${text}\x01`]
}

/** One character of each class that the pattern's parts treat differently: repetitions fail where two overlap. */
function charactersToldApart({ source, flags }: RegExp): string[] {
  const parts = new Set(source.match(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]+\}|\\[a-zA-Z]/g) ?? [])
  const tests = [...parts].flatMap((part) => testOf(part, flags.replace(/[gy]/g, '')) ?? [])
  const kinds = new Map<string, string>()
  for (const character of EVERY_KIND_OF_CHARACTER) {
    const kind = tests.map((test) => Number(test.test(character))).join('')
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return [...kinds.values()]
}

/** None for parts without characters, like a back-reference. */
function testOf(part: string, flags: string) {
  try {
    return new RegExp(`^${part}$`, flags)
  } catch {
    return undefined
  }
}

function sourceFiles() {
  const root = path.resolve(import.meta.dirname, '..')
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      // A released migration never changes, and reads the company's own texts once.
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('migrations'))
      .map((name) => path.join(root, folder, name)),
  )
}

function collect(file: string) {
  const add = (pattern: RegExp) => patterns.set(`${path.basename(file)}: ${pattern}`, pattern)
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      add(new RegExp(pattern, flags))
    }
    const { type, callee, property, arguments: given } = node as Partial<SourceNode>
    if (type === 'NewExpression' && callee?.name === 'RegExp') add(patternPutTogether(given ?? []))
    if (type === 'MemberExpression' && property?.name) addOfZod(property.name, file)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
}

/** Parts of the syntax tree. */
interface SourceNode {
  type: string
  value?: unknown
  callee?: { name?: string }
  property?: { name?: string }
  arguments?: SourceNode[]
  quasis?: { value: { cooked: string } }[]
}

/** With a letter for each part that is known only at run time. */
function patternPutTogether([source, flags]: SourceNode[]) {
  const [written] = source ? templatesIn(source) : []
  return new RegExp(written?.quasis?.map(({ value }) => value.cooked).join('a') ?? 'a', String(flags?.value ?? ''))
}

function templatesIn(node: unknown): SourceNode[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(templatesIn)
  return 'quasis' in node ? [node as SourceNode, ...inside] : inside
}

function addOfZod(name: string, file: string) {
  const pattern = (z.regexes as Record<string, unknown>)[name]
  if (pattern instanceof RegExp && /from 'zod/.test(readFileSync(file, 'utf8')))
    patterns.set(`zod's ${name}: ${pattern}`, pattern)
}
