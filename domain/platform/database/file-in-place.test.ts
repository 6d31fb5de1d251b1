import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { watchFileInPlace } from './file-in-place.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-in-place-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a copy that takes the place of a file that is open is noticed, also before anything was written', () => {
  const file = path.join(folder, 'database')
  writeFileSync(file, '')
  const isInPlace = watchFileInPlace(file)
  const away = `${file}-away`
  renameSync(file, away)
  copyFileSync(away, file)
  writeFileSync(`${file}-wal`, '')
  expect(isInPlace()).toBe(false)
  renameSync(away, file)
  expect(isInPlace()).toBe(true)
})
