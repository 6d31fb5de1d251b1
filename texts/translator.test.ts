import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTranslator } from './translator.ts'

const say = createTranslator({ locale: 'en', messages: { plain: 'Hello', named: 'Hello {name}' } })

test('a sentence that is missing, or lacks a value, fails instead of showing its key', () => {
  expect(say('plain')).toBe('Hello')
  expect(say('named', { name: 'Mona' })).toBe('Hello Mona')
  expect(() => (say as (key: string) => string)('named')).toThrow()
  expect(() => say('other' as 'plain')).toThrow()
})

test('the server has no other translator', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const others = ['api', 'cli', 'desk/api', 'domain', 'server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) => /from 'use-intl/.test(readFileSync(path.join(root, folder, file), 'utf8')))
      .map((file) => path.join(folder, file)),
  )
  expect(others).toEqual([])
})
