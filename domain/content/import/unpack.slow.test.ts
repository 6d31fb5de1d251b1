import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { unpack } from './unpack.ts'

const folder = temporaryFolder()
const MEGABYTE = 1024 * 1024
const WORDS = Buffer.from('word')

const archiveOf = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files))
const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.md`, WORDS]))

test.each([
  ['one file of 301 MB', archiveOf({ 'a.md': new Uint8Array(301 * MEGABYTE) })],
  [
    '4 files of 80 MB',
    archiveOf(Object.fromEntries('abcd'.split('').map((name) => [`${name}.jpg`, new Uint8Array(80 * MEGABYTE)]))),
  ],
  ['5001 files', archiveOf(manyFiles(5001))],
])('a small archive that holds %s is refused', { timeout: 120_000 }, async (_, archive) => {
  expect(archive.length).toBeLessThan(MEGABYTE)
  await expect(unpack(archive, folder)).rejects.toMatchObject({ reason: 'archiveTooLarge' })
})

test('5000 files are unpacked', { timeout: 120_000 }, async () => {
  expect(await unpack(archiveOf(manyFiles(5000)), folder)).toHaveLength(5000)
})
