import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, SETTING_NAMES } from './settings.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('the page for operators and the example file name every setting, and no other', () => {
  const documented = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  const example = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual([...SETTING_NAMES].sort())
  expect(example.sort()).toEqual([...SETTING_NAMES].sort())
})

test('the values of the example file are the defaults', () => {
  const lines = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(readConfig(Object.fromEntries(lines))).toEqual(readConfig({}))
})

test('relative folders begin at the folder of package.json, wherever it is called from', () => {
  const here = process.cwd()
  try {
    process.chdir('/')
    expect(readConfig({})).toMatchObject({
      dataDirectory: path.join(root, 'data'),
      contentDirectory: path.join(root, 'content'),
    })
    expect(readConfig({ DATA_DIR: 'elsewhere' }).dataDirectory).toBe(path.join(root, 'elsewhere'))
  } finally {
    process.chdir(here)
  }
})
