import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  ENDLESS_PDF,
  encryptedHostilePdfs,
  FILES_AGAINST_READERS,
  HARMLESS_ODDITIES,
  ODDLY_WRITTEN,
  OTHER_DEEDS,
  SCRIPTS_IN_HIDING,
} from '../../../tests/support/hostile-pdfs.ts'
import { LOCKED_PDFS, ORDINARY_PDFS } from '../../../tests/support/ordinary-pdfs.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { type CvInspection, createCvInspector } from './inspector.ts'
import { CV_MARKS, marksOf, toResult } from './result.ts'

// Enough for a busy machine; the timeout has its own inspector below.
const inspector = createCvInspector({ whileWaiting: 60_000, open: 60_000, read: 60_000 })
afterAll(() => inspector.stop())

describe('an ordinary CV', () => {
  test.each([...ORDINARY_PDFS, ...HARMLESS_ODDITIES])('%s opens and is not marked', async (_what, pdf) => {
    expect(await inspector.open(pdf, 'anybody')).toBe('opens')
    expect(marksOf(toResult(await inspector.inspect(pdf)))).toEqual([])
  })

  test('is described by its pages, its links and whether its use is restricted', async () => {
    const [, chromium] = ORDINARY_PDFS.find(([name]) => name === 'chromium-en.pdf')!
    const [, restricted] = ORDINARY_PDFS.find(([name]) => name === 'owner-aes-256-packed.pdf')!
    expect(await inspector.inspect(chromium)).toMatchObject({
      opening: { outcome: 'opens', pages: 1 },
      findings: { counts: { link: 3 }, isEncrypted: false },
    })
    expect((await inspector.inspect(restricted)).findings).toMatchObject({ counts: { link: 2 }, isEncrypted: true })
  })
})

describe('a CV that is locked with a password', () => {
  test.each(LOCKED_PDFS)('%s is told from one whose use is restricted', async (_what, pdf) => {
    expect(await inspector.open(pdf, 'anybody')).toBe('locked')
    expect(marksOf(toResult(await inspector.inspect(pdf)))).toEqual(['cv-locked'])
  })
})

describe('a CV that PDFium opens for ever', () => {
  const usual = createCvInspector()
  afterAll(() => usual.stop())
  const [, honest] = ORDINARY_PDFS[0]!

  test('keeps its own sender waiting once, and others no longer than that', { timeout: 120_000 }, async () => {
    const slow = Array.from({ length: 5 }, () => usual.open(ENDLESS_PDF, 'slow sender'))
    expect(await usual.open(honest, 'another sender')).toBe('opens')
    expect(await Promise.all(slow)).toEqual(Array(5).fill(undefined))
    expect(await usual.open(honest, 'slow sender')).toBeUndefined()
  })

  test('keeps no sender waiting while it is inspected', { timeout: 120_000 }, async () => {
    const inspections = [usual.inspect(ENDLESS_PDF), usual.inspect(ENDLESS_PDF)]
    expect(await usual.open(honest, 'one more sender')).toBe('opens')
    for (const { opening } of await Promise.all(inspections)) expect(opening).toBeUndefined()
  })
})

describe('a hostile CV', () => {
  test.each([...SCRIPTS_IN_HIDING, ...OTHER_DEEDS, ...ODDLY_WRITTEN])('with %s is marked', async (_what, pdf, mark) => {
    expect(marksOf(toResult(byReadingAlone(await inspector.inspect(pdf))))).toContain(mark)
  })

  const hurried = createCvInspector({ open: 10_000, read: 3000 })
  afterAll(() => hurried.stop())

  test.each(FILES_AGAINST_READERS)('of %s is marked, within the deadline', async (_what, pdf, mark) => {
    expect(marksOf(toResult(byReadingAlone(await hurried.inspect(pdf))))).toContain(mark)
  })

  test('is marked when it is encrypted, too', async () => {
    for (const [what, pdf, mark] of await encryptedHostilePdfs())
      expect(marksOf(toResult(byReadingAlone(await inspector.inspect(pdf)))), what).toContain(mark)
  })

  test('changed at random ends in marks or in none, and never in silence', { timeout: 120_000 }, async () => {
    const originals = [...ORDINARY_PDFS, ...SCRIPTS_IN_HIDING, ...OTHER_DEEDS].map(([, pdf]) => pdf)
    const change = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 8 }), length: fc.nat({ max: 64 }) })
    const changed = fc
      .tuple(fc.constantFrom(...originals), fc.array(change, { minLength: 1, maxLength: 8 }))
      .map(([pdf, changes]) => changes.reduce(mutate, pdf))
    await fc.assert(
      fc.asyncProperty(changed, async (pdf) => {
        const inspection = await inspector.inspect(pdf)
        const marks = marksOf(toResult(inspection))
        expect(CV_MARKS).toEqual(expect.arrayContaining(marks))
        if (!inspection.findings?.isReadWhole || inspection.opening?.outcome !== 'opens') expect(marks).not.toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})

const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0

describe.skipIf(!hasPoppler)('Poppler as a second opinion', () => {
  const folder = temporaryFolder()

  test('shows the scripts that hide', () => {
    expect(SCRIPTS_IN_HIDING.slice(0, 6).map(([, pdf]) => hasScript(pdf))).toEqual(Array(6).fill(true))
  })

  test('shows no script in a file that is not marked', { timeout: 120_000 }, async () => {
    for (const [what, pdf] of [...ORDINARY_PDFS, ...SCRIPTS_IN_HIDING, ...OTHER_DEEDS])
      if (hasScript(pdf)) expect(marksOf(toResult(await inspector.inspect(pdf))), what).toContain('cv-script')
  })

  function hasScript(pdf: Buffer) {
    const file = path.join(folder, 'cv.pdf')
    writeFileSync(file, pdf)
    return spawnSync('pdfinfo', ['-js', file]).stdout.includes('app.alert')
  }
})

/** Without PDFium's findings: the reader must suffice alone. */
function byReadingAlone({ findings }: CvInspection): CvInspection {
  return { findings, opening: { outcome: 'opens', pages: 1, scripts: 0, attachments: 0 } }
}

function mutate(pdf: Buffer, { at, bytes, length }: { at: number; bytes: Uint8Array; length: number }) {
  const from = at % pdf.length
  return Buffer.concat([pdf.subarray(0, from), bytes, pdf.subarray(from + length)])
}
