import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPdf } from '../../../tests/support/builders.ts'
import { inspectCv } from './inspect.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** The way newer writers do it: the small objects compressed in a stream, the cross-reference a stream too. */
function aCompressedPdf({ trailer = '', packed = (text: string) => deflateSync(latin1(text)) } = {}) {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R>>',
  ]
  let at = 0
  const header = objects.map((object, index) => {
    const pair = `${index + 1} ${at}`
    at += object.length + 1
    return pair
  })
  const first = `${header.join(' ')} `
  const stream = packed(first + objects.join(' '))
  return Buffer.concat([
    latin1(
      `%PDF-1.5\n4 0 obj\n<</Type/ObjStm/N 3/First ${first.length}/Filter/FlateDecode/Length ${stream.length}>>stream\r\n`,
    ),
    stream,
    latin1(
      `\nendstream\nendobj\n5 0 obj\n<</Type/XRef/Root 1 0 R${trailer}/Size 6/W[1 2 1]/Length 0>>stream\n\nendstream\nendobj\nstartxref\n9\n%%EOF`,
    ),
  ])
}

test.each([
  ['with a table', aPdf()],
  ['of many pages', aPdf({ pages: 300 })],
  ['with compressed objects', aCompressedPdf()],
  ['that is encrypted', aCompressedPdf({ trailer: '/Encrypt 9 0 R', packed: () => latin1('cannot be read') })],
  ['with blanks before its header and after its end', Buffer.concat([latin1('\r\n '), aPdf(), latin1('\r\n\0\0')])],
  [
    'whose table points nowhere',
    latin1(
      aPdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n999999'),
    ),
  ],
  [
    'that was edited',
    Buffer.concat([
      aPdf(),
      latin1(
        '3 0 obj\n<</Type/Page/Parent 2 0 R/Rotate 90>>\nendobj\ntrailer\n<</Root 1 0 R/Prev 9>>\nstartxref\n1\n%%EOF',
      ),
    ]),
  ],
  ['with lines that end in CR', latin1(aPdf().toString('latin1').replaceAll('\n', '\r'))],
  [
    'with comments and strings in odd places',
    latin1(
      aPdf()
        .toString('latin1')
        .replace('/Type /Catalog', '/Type % a comment >>\n/Catalog /Lang (a \\) (b) >>) /ID <6162>'),
    ),
  ],
])('a PDF %s is taken', async (_what, pdf) => {
  expect((await inspectCv(pdf)).problem).toBeUndefined()
})

test.each([
  ['whose pages are their own children', latin1(aPdf().toString('latin1').replace('[3 0 R]', '[2 0 R]'))],
  ['without a catalog', latin1(aPdf().toString('latin1').replace('/Pages 2 0 R', ''))],
  ['with objects that unpack to nothing', aCompressedPdf({ packed: () => latin1('x') })],
  ['that unpacks without end', aCompressedPdf({ packed: () => deflateSync(Buffer.alloc(64 * 1024 * 1024)) })],
  ['with something behind its end', Buffer.concat([aPdf(), latin1('#!/bin/sh')])],
  ['that nests without end', latin1(`%PDF-1.4\n1 0 obj\n${'['.repeat(100_000)}\ntrailer <</Root 1 0 R>>\n%%EOF`)],
])('a PDF %s is damaged', async (_what, pdf) => {
  expect((await inspectCv(pdf)).problem).toBe('cvDamaged')
})

test.each([
  '1',
  '1 ',
  '(',
  '<<',
  '[',
  '/',
  '%\n',
  ' \n',
  '1 0 obj ',
  '/ObjStm 1 0 obj',
  'trailer <<',
  'trailer',
  '1 0 obj<</Type/Catalog/Pages 1 0 R',
])('five megabytes of %j are looked through in a moment', async (piece) => {
  const pdf = Buffer.concat([latin1('%PDF-1.4\n'), Buffer.alloc(5 * 1024 * 1024, piece), latin1('\n%%EOF')])
  const start = performance.now()
  expect((await inspectCv(pdf)).problem).toBe('cvDamaged')
  expect(performance.now() - start).toBeLessThan(3000)
})
