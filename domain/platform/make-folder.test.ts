import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { makeFolder } from './make-folder.ts'

const home = temporaryFolder()

test('a folder is made with those above it, each with the permission given, and may be there already', () => {
  for (const _time of ['first', 'second']) makeFolder(path.join(home, 'a/b/c'), 0o700)
  for (const each of ['a', 'a/b', 'a/b/c']) expect(statSync(path.join(home, each)).mode & 0o777).toBe(0o700)
})

test.each([
  ['below a folder that lets nothing be made', '/proc/nuqta/data'],
  ['below a file', path.join(home, 'file/data')],
  ['in the place of a file', path.join(home, 'file')],
])('%s it fails at once', (_where, folder) => {
  writeFileSync(path.join(home, 'file'), '')
  expect(() => makeFolder(folder)).toThrow(/^E/)
})
