import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { FORM_PROPERTIES } from '#domain/submissions/kinds.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeInternship, storeMessage } from '../../support/desk-submissions.ts'

type One = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>

const CORPUS: [what: string, text: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a picture with a handler', '"><img src=x onerror=alert(1)>'],
  ['an address that runs', 'javascript:alert(document.cookie)'],
  ['the end of a script and of a comment', '</script>--></textarea></title>'],
  ['an order turned around', 'invoice\u202egpj.exe\u2066 \u200f\u061c'],
  ['signs that nobody sees', 'a\u200b\u0007\u001b[2Jb\u0085\u2028\u2029\ufeff'],
  ['half a sign', 'x\ud800y'],
  ['ten thousand letters', 'ع'.repeat(10_000)],
  ['a formula', '=HYPERLINK("https://evil.example","x")'],
  ['a formula behind a blank', " \t=cmd|' /C calc'!A0"],
  ['a formula in a second cell', 'a,"=1+1";=2+2\n=3+3\t@SUM(A1)\r-4'],
  ['a formula in full width', '＝1＋1'],
  ['a path', '../../../etc/passwd\\..\\con'],
  ['what looks like our own', '{name} {{reference}} #{7*7} {% if %} \\u003c'],
]

// Control characters that XML cannot hold.
const UNWRITABLE = /[^\P{Cc}\t\r\n\u0080-\u009f]/u

/** Both databases replace unpaired surrogates. */
const kept = (text: string) =>
  Buffer.from(text)
    .toString()
    .replace(/\ufffd+/g, '\ufffd')

describe.each(DATABASES)('hostile texts of visitors, on %s', (name) => {
  const desk = deskOn(name)

  test.each(CORPUS)('%s comes through every field as text, and out of every export as text', async (_what, text) => {
    const { call } = await desk.as('owner')
    const all = (kind: keyof typeof FORM_PROPERTIES) => ({
      name: text,
      phone: text,
      email: 'hostile@mail.example',
      ...Object.fromEntries(FORM_PROPERTIES[kind].answers.map((field) => [field, text])),
    })
    const stored = [
      await storeMessage(desk, { fields: all('contact-message') }),
      await storeInternship(desk, { fields: all('internship-application') }),
      await storeApplication(desk, { fields: all('career-application'), fileName: text }),
    ]
    for (const id of stored) {
      const response = await call('GET /submissions/:id', { params: { id } })
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const one = (await response.json()) as One
      expect(kept(one.name)).toBe(kept(text))
      expect(Object.values(one.answers).every((answer) => kept(answer) === kept(text))).toBe(true)
    }
    const list = await call('GET /submissions', { query: { search: 'hostile@mail.example' } })
    expect(list.status).toBe(200)

    const wanted = (format: string) => ({ body: { format, search: 'hostile@mail.example' } })
    for (const format of ['csv', 'csv-with-mark', 'json', 'xlsx', 'cvs']) {
      const response = await call('POST /export', wanted(format))
      expect([format, response.status]).toEqual([format, 200])
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="nuqta-[\d-]+\.\w+"$/)
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (format === 'json') expect(JSON.parse(Buffer.from(bytes).toString()).length).toBeGreaterThanOrEqual(3)
      if (format.startsWith('csv'))
        // No formula at any place where a spreadsheet may begin a cell.
        expect(Buffer.from(bytes).toString()).not.toMatch(/(^|[,;\t\r\n"])[^\S\r\n]*[=+@＝＋＠](?!\d* \d)/m)
      if (format === 'cvs')
        for (const file of Object.keys(unzipSync(bytes)))
          expect(file).toMatch(/^([\p{L}\p{M}\p{N}]+-)*NQ-[0-9A-Z]{4}-[0-9A-Z]{4}\.pdf$/u)
      if (format === 'xlsx') {
        const files = unzipSync(bytes)
        const sheets = Object.entries(files).filter(([file]) => file.endsWith('.xml'))
        for (const [file, sheet] of sheets) {
          expect([file, /<f[ >]/.test(Buffer.from(sheet).toString())]).toEqual([file, false])
          expect([file, UNWRITABLE.test(Buffer.from(sheet).toString())]).toEqual([file, false])
        }
      }
    }
    for (const id of stored) {
      const body = { language: 'en', subject: 'Hello {name}', body: 'Hello {name}', replyTo: 'team' }
      const preview = await call('POST /submissions/:id/letters/preview', { params: { id }, body })
      const { html, subject } = (await preview.json()) as { html: string; subject: string }
      expect(html).not.toMatch(/<script|<img[^>]*onerror/)
      expect(subject).not.toMatch(/[\r\n]/)
    }
    await desk.database.queries.deleteFrom('submissions').execute()
  })
})
