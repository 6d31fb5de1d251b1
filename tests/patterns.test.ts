import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

/** Every regular expression that a stranger's text meets takes a time that grows with the text, not with its square. */

const FOLDERS = ['contract', 'domain', 'api', 'desk/api', 'texts', 'server', 'site/submissions']
const LENGTH = 30_000
const MAX_CPU_MILLISECONDS = 300

const patterns = new Map<string, RegExp>()
for (const file of sourceFiles()) collect(file)
for (const [name, pattern] of Object.entries({ email: z.regexes.email, date: z.regexes.date }))
  patterns.set(`zod's ${name}: ${pattern}`, pattern)

test('patterns were found', () => {
  expect(patterns.size).toBeGreaterThan(20)
})

test.each([...patterns])('%s', (_name, pattern) => {
  for (const attack of attacksOn(pattern)) {
    // The processor's time, not the clock's: a busy machine makes no pattern slower.
    const start = process.cpuUsage()
    attack.replace(pattern, '')
    pattern.lastIndex = 0
    pattern.test(attack)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000, JSON.stringify(attack.slice(0, 20))).toBeLessThan(MAX_CPU_MILLISECONDS)
  }
})

/** Each character the pattern names and each kind it may mean, over and over, with an end that fits and one that does not. */
function attacksOn({ source }: RegExp) {
  const characters = new Set([...source.replace(/\\[a-zA-Z]/g, ''), ...'a0 \t\n\0/#.-_@;=,<("ع\u202e\ud800'])
  const words = [
    ...characters,
    ...(source.match(/[a-z]{2,}/gi) ?? []),
    'a.',
    'a-',
    '0 ',
    'a@',
    'a@a.',
    '/ ',
    ';language=',
  ]
  return words.flatMap((word) => {
    const text = word.repeat(LENGTH / word.length)
    return [text, `${text}\x01`, `a@${text}\x01`, `/${text}\x01`]
  })
}

function sourceFiles() {
  const root = path.resolve(import.meta.dirname, '..')
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => path.join(root, folder, name)),
  )
}

function collect(file: string) {
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      patterns.set(`${path.basename(file)}: /${pattern}/${flags}`, new RegExp(pattern, flags))
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }))
}
