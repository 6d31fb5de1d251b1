import { expect, test } from 'vitest'
import { ODDLY_WRITTEN, OTHER_DEEDS, SCRIPTS_IN_HIDING } from '../../../../tests/support/hostile-pdfs.ts'
import { ORDINARY_PDFS } from '../../../../tests/support/ordinary-pdfs.ts'
import { countActionsInPdfium } from '../../../../tests/support/pdfium-actions.ts'
import { join } from '../../../../tests/support/pdfs.ts'
import { randomFrom } from '../../../../tests/support/random.ts'
import { marksOf, toResult } from '../result.ts'
import { readFindings } from './findings.ts'

const FILES = 2000
const SEED = 20_261_118
/** Places where readers differ, and the bytes that they read differently. */
const PLACES = /\bobj\b|\d+|\/[A-Za-z]+|<<|>>|\bstream\b|[ \n]|\(|\[/g
const BYTES = [
  '%\n',
  '%0\n',
  '+',
  '-',
  '.',
  '.0',
  '\x80',
  '\xff',
  '\0',
  '\t',
  '\f',
  '\x0b',
  '#',
  '0',
  ' ',
  '\n',
  '\r',
  '(',
  '<',
  '',
]

test(`of ${FILES} files changed at random, each one in which PDFium finds an action is marked`, {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(SEED)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
  const originals = [...SCRIPTS_IN_HIDING, ...OTHER_DEEDS, ...ODDLY_WRITTEN, ...ORDINARY_PDFS]
    .map(([, pdf]) => pdf)
    .filter((pdf) => pdf.length < 100_000)
  const places = originals.map((pdf) => [...pdf.toString('latin1').matchAll(PLACES)])
  let withActions = 0
  for (let file = 0; file < FILES; file++) {
    const which = below(originals.length)
    let pdf = originals[which] as Buffer
    for (let changes = 1 + below(2); changes > 0; changes--) {
      const place = pick(places[which]!)
      const at = place.index + (random() < 0.5 ? 0 : place[0].length)
      pdf = join(pdf.subarray(0, at), pick(BYTES), pdf.subarray(at + (random() < 0.2 ? 1 : 0)))
    }
    if ((await countActionsInPdfium(pdf)) === 0) continue
    withActions++
    const opening = { outcome: 'opens', pages: 1, scripts: 0, attachments: 0 } as const
    const marks = marksOf(toResult({ findings: await readFindings(pdf), opening }))
    expect.soft(marks, `file ${file}`).not.toEqual([])
  }
  expect(withActions).toBeGreaterThan(FILES / 10)
})
