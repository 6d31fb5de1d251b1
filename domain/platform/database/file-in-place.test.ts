import { copyFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { watchFileInPlace } from './file-in-place.ts'

const folder = temporaryFolder()

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
