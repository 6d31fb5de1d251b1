import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

const PAYLOADS = ['=HYPERLINK(1)', '+1+1', '-2+3', '@SUM(1)', '＝1', '＋1', '－1', '＠A1', "=cmd|'/C calc'!A0"]
const BLANKS = ['', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u202e', '  \u200f ']
const BEFORE = ['', 'x;', 'x\t', 'x,', 'x|', 'x\n', 'x\r', 'x\r\n', 'x"', "x'", 'x";"', '"', 'x;;', 'x; ;']

const CORPUS = BEFORE.flatMap((before) => BLANKS.flatMap((blank) => PAYLOADS.map((each) => before + blank + each)))

/** How spreadsheets split a line in different locales: quotes kept, ignored or split at. */
const SPLITS = [/,/, /;/, /\t/, /\|/, /[\r\n]+/, /[,;\t|\r\n]+/, /[,;\t|\r\n"]+/]
const STARTS_A_FORMULA = /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u

test.each(CORPUS)('%j is a formula in no cell, however the line is split', (text) => {
  const line = csvLine(['first', text, 'last'])
  for (const split of SPLITS) {
    const cells = line.split(split).flatMap((cell) => [cell, cell.replace(/^"|"$/g, ''), cell.replaceAll('"', '')])
    expect(cells.filter((cell) => STARTS_A_FORMULA.test(cell))).toEqual([])
  }
})

test.each([
  ['plain', 'plain'],
  ['one-two', 'one-two'],
  ['mona@mail.example', 'mona@mail.example'],
  ['2026-03-01', '2026-03-01'],
  ['1 + 1 = 2', '1 + 1 = 2'],
  ['', ''],
])('%j is left as it is', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('quotation marks, commas and line ends are quoted', () => {
  expect(csvLine(['say "hi"', 'a, b', 'one\ntwo', null, undefined, 5])).toBe('"say ""hi""","a, b","one\ntwo",,,5\r\n')
})

test.each([
  '01009988776',
  '0100 998 8776',
  '(02) 2735-0000',
  '٠١٠٠٩٩٨٨٧٧٦',
  '00201009988776',
  '29901011234567',
  '12E5',
  '1e400',
])('a spreadsheet keeps every digit of %j, and a program gets it as it is', (text) => {
  expect(csvLine([text], { isForSpreadsheet: true })).toBe(`'${text}\r\n`)
  expect(csvLine([text])).toBe(`${text}\r\n`)
})

test.each(['5', '0', '2048000', '2026-03-01', '2026-03-01T08:00:00.000Z', 'NQ-0123-4567', '5 years', ''])(
  '%j is no number that a spreadsheet would change',
  (text) => {
    expect(csvLine([text], { isForSpreadsheet: true })).toBe(`${text}\r\n`)
  },
)

test('a phone with a plus has one apostrophe', () => {
  expect(csvLine(['+201009988776'], { isForSpreadsheet: true })).toBe("'+201009988776\r\n")
})
