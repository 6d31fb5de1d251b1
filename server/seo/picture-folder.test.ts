import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPictureFolder, pictureName } from './picture-folder.ts'

let parent: string
let folder: string

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  folder = path.join(parent, 'share-pictures')
})
afterEach(() => rmSync(parent, { recursive: true }))

const PNG = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex')

test('gives back what was written', async () => {
  const pictures = openPictureFolder(folder)
  expect(await pictures.read('a.png')).toBeUndefined()
  await pictures.write('a.png', PNG)
  expect(await openPictureFolder(folder).read('a.png')).toEqual(PNG)
})

test('a picture that a crash left short counts as missing', async () => {
  const pictures = openPictureFolder(folder)
  await pictures.write('a.png', PNG)
  writeFileSync(path.join(folder, 'a.png'), PNG.subarray(0, -3))
  expect(await pictures.read('a.png')).toBeUndefined()
})

test('a complete version is remembered, and what belongs to no other goes', async () => {
  const pictures = openPictureFolder(folder)
  await pictures.write('old.png', PNG)
  await pictures.write('new.png', PNG)
  await pictures.complete('version 2', new Set(['new.png']))
  expect(readdirSync(folder).toSorted()).toEqual(['complete', 'new.png'])
  expect([await pictures.isComplete('version 2'), await pictures.isComplete('version 3')]).toEqual([true, false])
})

test('a folder that cannot be written to stops no request', async () => {
  writeFileSync(folder, 'a file where the folder should be')
  const pictures = openPictureFolder(folder)
  await pictures.write('a.png', PNG)
  await pictures.complete('version', new Set())
  expect([await pictures.read('a.png'), await pictures.isComplete('version')]).toEqual([undefined, false])
})

test("a picture's name comes from the data it is drawn from", () => {
  const name = pictureName({ title: 'About', language: 'en' })
  expect(name).toMatch(/^[0-9a-f]{32}\.png$/)
  expect(pictureName({ title: 'About', language: 'ar' })).not.toBe(name)
})
