import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** What the documents name exists: a reader can follow every pointer. */

const root = path.resolve(import.meta.dirname, '..')
const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts)
const NPM_OWN = ['ci', 'install', 'start', 'test', 'audit', 'sbom']
const OWN_PATH =
  /^(?:texts|contract|content|settings|domain|api|site|server|cli|scripts|tests|bench|docs|\.ci)\/[\w./-]+$|^[\w-]+\.(?:md|js|ts|json)$/

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownBelow('docs')]

describe.each(documents)('%s', (name) => {
  const document = readFileSync(path.join(root, name), 'utf8')
  const quoted = [...document.matchAll(/`([^`\n]+)`|\]\(([^)#]+)\)/g)].map(([, code, link]) => code ?? (link as string))

  test('names only files and folders that exist', () => {
    const paths = quoted.filter((text) => OWN_PATH.test(text))
    const missing = paths.filter(
      (file) => ![root, path.dirname(path.join(root, name))].some((from) => existsSync(path.join(from, file))),
    )
    expect(missing).toEqual([])
  })

  test('names only scripts that exist', () => {
    const named = [...document.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script as string)
    expect(named.filter((script) => !scripts.includes(script) && !NPM_OWN.includes(script))).toEqual([])
  })
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

/** Of `test('…'` and `test.each(…)('…'`, whichever quotation marks they have. */
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
