import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { GUEST_API } from '#contract/endpoints.ts'
import { aCareerApplication, aPdf } from '../support/builders.ts'
import { apiOn } from '../support/databases.ts'
import { encryptedHostilePdfs, OTHER_DEEDS, SCRIPTS_IN_HIDING } from '../support/hostile-pdfs.ts'
import { LOCKED_PDFS, ORDINARY_PDFS } from '../support/ordinary-pdfs.ts'

const MAX_BYTES = 512 * 1024
const api = apiOn('SQLite', { cvMaximumBytes: MAX_BYTES })

const bytes = (text: string) => Buffer.from(text, 'latin1')
const text = aPdf().toString('latin1')
const join = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)))
const zip = join('PK\x03\x04', Buffer.alloc(26), 'PK\x05\x06', Buffer.alloc(18))

const HOSTILE = [...SCRIPTS_IN_HIDING, ...OTHER_DEEDS, ...(await encryptedHostilePdfs())]

type Row = [what: string, cv: Uint8Array, verdict: string, name?: string]

const FILES: Row[] = [
  // Other formats with a PDF's name.
  ['nothing', bytes(''), 'cvEmpty'],
  ['one zero byte', bytes('\0'), 'cvNotPdf'],
  ['the header alone', bytes('%PDF-1.7'), 'cvDamaged'],
  ['header and end alone', bytes('%PDF-1.7\n%%EOF'), 'cvDamaged'],
  ['a Windows program', join('MZ', Buffer.alloc(500), text), 'cvNotPdf'],
  ['a Linux program', join('\x7fELF', Buffer.alloc(60)), 'cvNotPdf'],
  ['a shell script', bytes('#!/bin/sh\nrm -rf /\n'), 'cvNotPdf'],
  ['a shell script with a PDF behind it', join('#!/bin/sh\nexit\n', text), 'cvNotPdf'],
  ['a web page', bytes('<!doctype html><script>alert(1)</script>'), 'cvNotPdf'],
  ['a web page that is a PDF too', join('<html><!--', text), 'cvNotPdf'],
  ['a PDF that begins as a web page', bytes(text.replace('\n', '\n%<script>alert(1)</script>\n')), 'cvNotPdf'],
  ['a PDF that begins as a drawing', bytes(text.replace('\n', '\n%<svg onload=alert(1)>\n')), 'cvNotPdf'],
  ['a PDF that begins as a PHP page', bytes(text.replace('\n', '\n%<?php system($_GET[0]) ?>\n')), 'cvNotPdf'],
  ['a picture', join('\x89PNG\r\n\x1a\n', Buffer.alloc(100)), 'cvNotPdf'],
  ['a GIF that is a PDF too', join('GIF89a', text), 'cvNotPdf'],
  ['an archive', zip, 'cvNotPdf'],
  ['a PDF that is an archive too', join(text, zip), 'cvNotPdf'],
  ['a PDF that is an archive with a comment', join(text, 'PK\x05\x06', Buffer.alloc(16), '\x05\0%%EOF'), 'cvNotPdf'],
  ['a Word document of today', join(zip, 'word/document.xml'), 'cvNotPdf'],
  ['a Word document of old', join('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', Buffer.alloc(500)), 'cvNotPdf'],
  ['PostScript', bytes('%!PS-Adobe-3.0\n%%EOF'), 'cvNotPdf'],
  ['rich text', bytes('{\\rtf1 hello}'), 'cvNotPdf'],
  ['a compressed PDF', gzipSync(text), 'cvNotPdf'],
  ['a PDF in UTF-16', Buffer.from(text, 'utf16le'), 'cvNotPdf'],
  ['a header too deep in the file', join(' '.repeat(2000), text), 'cvNotPdf'],
  ['a header of another case', bytes(text.replace('%PDF', '%pdf')), 'cvNotPdf'],

  // A PDF that does not open, or that hides something behind its end.
  ['half a PDF', bytes(text.slice(0, text.length / 2)), 'cvDamaged'],
  ['a PDF without its end', bytes(text.replace('%%EOF', '')), 'cvDamaged'],
  ['a PDF with a script behind its end', join(text, '<script>alert(1)</script>'), 'cvNotPdf'],
  ['a PDF with a program behind its end', join(text, 'MZ', Buffer.alloc(400)), 'cvDamaged'],
  ['a PDF with many blanks behind its end', join(text, ' '.repeat(5000)), 'cvDamaged'],
  ['a PDF without pages', bytes(text.replace('[3 0 R]', '[]')), 'cvDamaged'],
  ['a PDF whose catalog has another name', bytes(text.replace('/Catalog', '/Cat')), 'stored'],
  ['a PDF whose catalog leads nowhere', bytes(text.replace('/Pages 2 0 R', '/Pages 99 0 R')), 'cvDamaged'],
  ['a PDF whose pages hold themselves', bytes(text.replace('[3 0 R]', '[2 0 R 2 0 R]')), 'cvDamaged'],
  ['arrays without end', bytes(`%PDF-1.4\n1 0 obj\n${'['.repeat(100_000)}\n%%EOF`), 'cvDamaged'],
  ['dictionaries without end', bytes(`%PDF-1.4\n1 0 obj\n${'<</a'.repeat(50_000)}\n%%EOF`), 'cvDamaged'],
  ['a string without end', bytes(`%PDF-1.4\n1 0 obj\n(${'('.repeat(100_000)}\n%%EOF`), 'cvDamaged'],
  ['objects without end', bytes(`%PDF-1.4\n${'1 0 obj\n'.repeat(30_000)}%%EOF`), 'cvDamaged'],
  ['trailers without end', bytes(`%PDF-1.4\n${'trailer <</Root 1 0 R>>\n'.repeat(10_000)}%%EOF`), 'cvDamaged'],
  ['a number too large for any object', bytes(text.replaceAll('2 0 R', '99999999999999 0 R')), 'cvDamaged'],
  ['a negative object number', bytes(text.replace('/Pages 2 0 R', '/Pages -2 0 R')), 'cvDamaged'],
  ['a PDF one byte beyond the limit', aPdf({ padding: 'x'.repeat(MAX_BYTES) }), '413'],
  ['a PDF far beyond the limit', aPdf({ padding: 'x'.repeat(3 * 1024 * 1024) }), '413'],

  // File names with paths, markup or control characters.
  ['a name of another kind', aPdf(), 'cvNotPdf', 'cv.exe'],
  ['two endings', aPdf(), 'cvNotPdf', 'cv.pdf.exe'],
  ['a program that ends as a PDF', aPdf(), 'stored', 'cv.exe.pdf'],
  ['a path upwards', aPdf(), 'cvFileName', '../../etc/cv.pdf'],
  ['a path of Windows', aPdf(), 'cvFileName', 'C:\\cv.pdf'],
  ['a name that turns its direction', aPdf(), 'cvFileName', 'cv\u202efdp.exe.pdf'],
  ['a name of 300 letters', aPdf(), 'cvFileName', `${'ع'.repeat(300)}.pdf`],
  ['a name with a tag', aPdf(), 'stored', '<img src=x onerror=alert(1)>.pdf'],
  ['a name with a formula', aPdf(), 'stored', '=cmd|calc!A1.pdf'],
  ['a name in Arabic', aPdf(), 'stored', 'سيرة ذاتية.pdf'],
  ['a name of dots', aPdf(), 'stored', '...pdf'],
]

test('there are enough of them', () => {
  expect(FILES.length + HOSTILE.length).toBeGreaterThanOrEqual(120)
})

test.each(FILES)('%s', async (_what, cv, verdict, name = 'cv.pdf') => {
  const { status, body } = await send(cv, name)
  if (status === 413) return expect('413').toBe(verdict)
  if (status === 422) return expect(body.errors).toEqual({ cv: [verdict] })
  expect(status).toBe(201)
  const stored = await storedAs(body.reference)
  expect(stored.bytes.equals(cv)).toBe(true)
  expect(stored.file_name).toBe(name)
  expect(verdict).toBe('stored')
  expect(stored).toMatchObject({ marks: '' })
})

test.each(LOCKED_PDFS)('%s, which takes a password, is refused while its sender can mend it', async (_what, cv) => {
  const { status, body } = await send(cv)
  expect([status, body.errors]).toEqual([422, { cv: ['cvLocked'] }])
})

test.each(ORDINARY_PDFS)('an ordinary CV, %s, is stored and not marked', async (_what, cv) => {
  const { status, body } = await send(cv)
  expect(status).toBe(201)
  expect(await storedAs(body.reference)).toMatchObject({ marks: '' })
})

test.each(HOSTILE)('a CV with %s is stored and marked', async (_what, cv, mark) => {
  const { status, body } = await send(cv)
  expect(status).toBe(201)
  const stored = await storedAs(body.reference)
  expect(stored.bytes.equals(cv)).toBe(true)
  expect(stored.marks.split(' ')).toContain(mark)
})

async function send(cv: Uint8Array, name = 'cv.pdf') {
  const response = await api.postForm('Form', aCareerApplication({ cv: { bytes: cv, name } }))
  return { status: response.status, body: await response.json() }
}

async function storedAs(reference: string) {
  await api.cvInspections.inspectDue()
  const { inspected_at, ...stored } = await api.database.queries
    .selectFrom('submissions')
    .innerJoin('cvs', 'cvs.submission_id', 'submissions.id')
    .innerJoin('cv_inspections', 'cv_inspections.submission_id', 'cvs.submission_id')
    .select(['marks', 'bytes', 'file_name', 'inspected_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  expect(inspected_at).not.toBeNull()
  return stored
}

const CV = '--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n'

test.each([
  ['no boundary', 'multipart/form-data', 'x', [400]],
  ['an empty boundary', 'multipart/form-data; boundary=', 'x', [400]],
  ['a boundary of 1,000 letters', `multipart/form-data; boundary=${'b'.repeat(1000)}`, 'x', [400, 422]],
  ['nothing at all', 'multipart/form-data; boundary=b', '', [400, 422]],
  ['an end without a beginning', 'multipart/form-data; boundary=b', '--b--\r\n', [400, 422]],
  ['no end', 'multipart/form-data; boundary=b', `${CV}%PDF-`, [400]],
  ['a part without headers', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n', [400, 422]],
  ['headers without end', 'multipart/form-data; boundary=b', `--b\r\n${'X-A: b\r\n'.repeat(5000)}`, [400, 413, 422]],
  ['one header without end', 'multipart/form-data; boundary=b', `--b\r\nX-A: ${'b'.repeat(100_000)}`, [400, 413, 422]],
  ['ten thousand fields', 'multipart/form-data; boundary=b', `${field('a')}`.repeat(10_000), [400, 413]],
  ['a field twice', 'multipart/form-data; boundary=b', `${field('name')}${field('name')}--b--\r\n`, [400]],
  ['a field called __proto__', 'multipart/form-data; boundary=b', `${field('__proto__')}--b--\r\n`, [422]],
  ['a field called constructor', 'multipart/form-data; boundary=b', `${field('constructor')}--b--\r\n`, [422]],
  ['a name with a line end', 'multipart/form-data; boundary=b', `${field('a%0d%0ab')}--b--\r\n`, [422]],
  ['another kind of multipart', 'multipart/mixed; boundary=b', `${CV}x\r\n--b--\r\n`, [415]],
  ['JSON under its name', 'multipart/form-data; boundary=b', '{"name":"x"}', [400, 422]],
])('an upload with %s is refused', async (_what, type, body, statuses) => {
  const answer = await fetch(`${api.url}${GUEST_API}Form`, { method: 'POST', headers: { 'content-type': type }, body })
  expect(statuses).toContain(answer.status)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

function field(name: string) {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
}
