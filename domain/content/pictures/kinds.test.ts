import { expect, test } from 'vitest'
import { isAccepted, kindOf } from './kinds.ts'

const box = (...brands: string[]) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + 4 + 4 * brands.length)
  return Buffer.concat([size, Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1')])
}

test.each([
  ['jpeg', Buffer.from('\xff\xd8\xff\xe1', 'latin1')],
  ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
  ['avif', box('avif', 'mif1')],
  ['avif', box('mif1', 'avif')],
  ['heic', box('heic', 'mif1')],
  ['gif', Buffer.from('GIF89a')],
  ['svg', Buffer.from('<?xml version="1.0"?><!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg">')],
  ['svg', Buffer.from('<SVG>')],
  ['other', Buffer.from('%PDF-1.7')],
  ['other', Buffer.from('RIFF\0\0\0\0WAVE')],
  ['other', box('isom', 'mp42')],
  ['other', Buffer.alloc(0)],
  ['other', Buffer.alloc(5)],
] as const)('a file is %s by its first bytes', (kind, bytes) => {
  expect(kindOf(bytes)).toBe(kind)
})

test('only photographs that browsers show are accepted', () => {
  const kinds = ['jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'svg', 'other'] as const
  expect(kinds.filter(isAccepted)).toEqual(['jpeg', 'png', 'webp', 'avif'])
})
