import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnyCall, CallTable } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import { filterQuery } from '#desk/api/submission-filters.ts'
import { RIGHTS, ROLES, TEAM_ROLES } from '#domain/people/rights.ts'

const root = path.resolve(import.meta.dirname, '..')
const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts)
const NPM_OWN = ['ci', 'install', 'start', 'test', 'audit', 'sbom']
const OWN_PATH =
  /^(?:texts|contract|content|settings|domain|api|site|server|cli|scripts|tests|bench|docs|desk|deploy|\.ci)\/[\w./-]+$|^[\w-]+\.(?:md|js|ts|json)$/

/** Exists only where pictures were uploaded at the desk. */
const MADE_LATER = ['pictures.json']
const READMES = ['desk', 'deploy', 'content', 'texts'].map((folder) => `${folder}/README.md`)
const LONGEST_LINE = 160
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...READMES, ...markdownBelow('docs')]

describe.each(documents)('%s', (name) => {
  const document = readFileSync(path.join(root, name), 'utf8')
  const quoted = [...document.matchAll(/`([^`\n]+)`|\]\(([^)#]+)\)/g)].map(([, code, link]) => code ?? (link as string))

  test('names only files and folders that exist', () => {
    const paths = quoted.filter((text) => OWN_PATH.test(text) && !MADE_LATER.includes(text))
    const missing = paths.filter(
      (file) => ![root, path.dirname(path.join(root, name))].some((from) => existsSync(path.join(from, file))),
    )
    expect(missing).toEqual([])
  })

  test('has one fact per line: no long lines outside tables and commands', () => {
    const prose = document.replace(/^ *```[\s\S]*?^ *```/gm, '').split('\n')
    expect(prose.filter((line) => line.length > LONGEST_LINE && !line.startsWith('|'))).toEqual([])
  })

  test('names only scripts that exist', () => {
    const named = [...document.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script as string)
    expect(named.filter((script) => !scripts.includes(script) && !NPM_OWN.includes(script))).toEqual([])
  })
})

describe('desk/README.md', () => {
  const rows = readFileSync(path.join(root, 'desk/README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2).split(/ ?\| ?/))
    .map(([names = '', takes = '']) => ({ calls: callsNamedIn(names), takes }))
  /** A row with "the same" continues the row above it. */
  const toldIn = (index: number): string => {
    const { takes = '' } = rows[index] ?? {}
    return takes.startsWith('the same') ? `${takes} ${toldIn(index - 1)}` : takes
  }

  test('names every call', () => {
    const named = rows.flatMap((row) => row.calls)
    expect(Object.keys(calls).filter((name) => !named.includes(name))).toEqual([])
  })

  test.each([...new Set(rows.flatMap(({ calls }) => calls))])('names all that %s takes', (name) => {
    const definition = (calls as CallTable)[name as keyof CallTable] as AnyCall
    expect(definition).toBeDefined()
    const told = rows.map((row, index) => (row.calls.includes(name) ? toldIn(index) : '')).join(' ')
    const words = [...told.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']) => quoted.split(/\W+/))
    const filters = /\bfilters\b/.test(told) ? keysOf(filterQuery) : []
    const taken = [...keysOf(definition.query), ...keysOf(definition.body)]
    expect(taken.filter((key) => !words.includes(key) && !filters.includes(key))).toEqual([])
  })
})

/** Like: `PUT`, `DELETE /views/:id`, `GET /submissions/:id/cv/original`, `…/as-pictures`. */
function callsNamedIn(cell: string) {
  const named: string[] = []
  let methods: string[] = []
  let last = ''
  for (const [, text = ''] of cell.matchAll(/`([^`]+)`/g)) {
    const [method = '', address] = text.startsWith('…') ? [last.split(' ')[0], text] : text.split(' ')
    methods.push(method)
    if (!address) continue
    const whole = address.replace(/^…/, last.replace(/^\w+ /, '').replace(/\/[^/]*$/, ''))
    for (const each of methods) named.push(`${each} ${whole}`)
    last = named.at(-1) as string
    methods = []
  }
  return named
}

/** Keys of an object, or of all members of a union. */
function keysOf(schema: unknown): string[] {
  const { shape, options = [] } = (schema ?? {}) as { shape?: object; options?: unknown[] }
  return [...Object.keys(shape ?? {}), ...options.flatMap(keysOf)]
}

test('docs/product.md gives each role the rights that it has', () => {
  const text = readFileSync(path.join(root, 'docs/product.md'), 'utf8')
  const [, table = ''] = /^\| Right \|.*\n\|-.*\n((?:\|.*\n)+)/m.exec(text) ?? []
  const documented = table
    .trim()
    .split('\n')
    .map((row) => row.split('|').slice(2, -1))
    .map((cells) => [...ROLES, ...TEAM_ROLES].filter((_role, index) => cells[index]?.trim() === 'yes'))
  expect(documented).toEqual(Object.values(RIGHTS))
})

describe('docs/security.md', () => {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(---| ASVS )/.test(line))
    .map((line) => line.split(' | '))

  test.each(rows.map(([requirement = '', , , tests = '']) => [requirement.slice(2), tests]))(
    '%s names tests that exist, by file and title',
    (_requirement, tests) => {
      const named = testsNamedIn(tests)
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter(({ file, title }) => !titlesIn(file).includes(title))).toEqual([])
    },
  )
})

describe('docs/reliability.md', () => {
  const text = readFileSync(path.join(root, 'docs/reliability.md'), 'utf8')
  const [table = ''] = /^\| What happens [\s\S]*?\n\n/m.exec(text) ?? []
  const rows = table.trim().split('\n').slice(2)

  test.each(rows)('%s', (row) => {
    const named = testsNamedIn(row.split(' | ').at(-1) as string)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ file, title }) => !titlesIn(`tests/fire/${file}`).includes(title))).toEqual([])
  })
})

/** Like: `file.test.ts` "a title", "another", `other.test.ts` "a third". */
function testsNamedIn(cell: string) {
  return [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)].flatMap(([, file, titles]) =>
    [...(titles as string).matchAll(/"([^"]+)"/g)].map(([, title]) => ({
      file: file as string,
      title: title as string,
    })),
  )
}

/** Titles of `test('…'` and `test.each(…)('…'` with any quotation marks. */
function titlesIn(file: string) {
  const source = readFileSync(path.join(root, file), 'utf8')
  return [...source.matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1\s*,/g)].map(([, , title]) => title)
}

function markdownBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return markdownBelow(file)
    return entry.name.endsWith('.md') ? [file] : []
  })
}
