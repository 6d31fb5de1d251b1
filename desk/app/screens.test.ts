import { expect, test } from 'vitest'
import arabic from '#texts/desk/ar/shell.json' with { type: 'json' }
import english from '#texts/desk/en/shell.json' with { type: 'json' }
import { screens } from './screens.ts'

test.each([
  ['English', english],
  ['Arabic', arabic],
])('every screen has its name, and its line in the palette, in %s', (_language, { screens: names, shortcuts }) => {
  const lines: Record<string, string> = shortcuts.names
  expect(screens.filter(({ name }) => !names[name] || !lines[name]).map(({ name }) => name)).toEqual([])
})

test('no two screens have the same key', () => {
  const keys = screens.flatMap(({ key = [] }) => key)
  expect(keys).toEqual([...new Set(keys)])
})
