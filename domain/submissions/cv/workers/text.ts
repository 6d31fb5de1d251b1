import { normalizeText } from '#texts/spelling.ts'
import { loadPdfium } from './open.ts'

export interface CvText {
  /** The text of each page, in reading order. */
  pages: string[]
  /** The rest was left out. */
  isCut: boolean
}

const MAX_PAGES = 200
const MAX_BYTES = 100 * 1024

/** Throws if the file cannot be opened. */
export async function readPdfText(bytes: Uint8Array): Promise<CvText> {
  const { library, module } = await loadPdfium()
  const document = await library.loadDocument(bytes)
  try {
    const { documentIdx } = document as unknown as { documentIdx: number }
    const count = document.getPageCount()
    const pages: string[] = []
    let left = MAX_BYTES
    let isCut = count > MAX_PAGES
    for (let index = 0; index < Math.min(count, MAX_PAGES) && !isCut; index++) {
      const page = readPage(module as unknown as TextModule, documentIdx, index, left)
      left -= Buffer.byteLength(page.text)
      isCut ||= page.isCut
      pages.push(page.text)
    }
    return { pages, isCut }
  } finally {
    document.destroy()
  }
}

/** Parts of PDFium that its wrapper lacks: text with the place of each character. */
interface TextModule {
  HEAPU8: Uint8Array
  _FPDF_LoadPage(document: number, page: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(textPage: number): void
  _FPDFText_CountChars(textPage: number): number
  _FPDFText_GetUnicode(textPage: number, index: number): number
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number
  _FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  wasmExports: { malloc(bytes: number): number; free(address: number): void }
}

const DOUBLE_BYTES = 8

const NO_TEXT = { text: '', isCut: false }

function readPage(module: TextModule, document: number, index: number, most: number) {
  const page = module._FPDF_LoadPage(document, index)
  if (!page) return NO_TEXT
  const textPage = module._FPDFText_LoadPage(page)
  const numbers = module.wasmExports.malloc(6 * DOUBLE_BYTES)
  try {
    if (!textPage) return NO_TEXT
    const count = Math.max(0, module._FPDFText_CountChars(textPage))
    // A character has one byte at least.
    const text = Buffer.from(cleaned(inReadingOrder(charactersOf(Math.min(count, most)))))
    if (text.length <= most) return { text: text.toString(), isCut: count > most }
    // The last character may be cut in two.
    return { text: text.toString('utf8', 0, most).replace(/\ufffd$/, ''), isCut: true }
  } finally {
    module.wasmExports.free(numbers)
    if (textPage) module._FPDFText_ClosePage(textPage)
    module._FPDF_ClosePage(page)
  }

  function charactersOf(count: number): Character[] {
    return Array.from({ length: count }, (_, place) => {
      const text = characterOf(module._FPDFText_GetUnicode(textPage, place))
      if (!RIGHT_TO_LEFT.test(text)) return { text, x: 0, y: 0, left: 0 }
      const [x, y, left] = [0, 1, 2].map((nth) => numbers + nth * DOUBLE_BYTES) as [number, number, number]
      module._FPDFText_GetCharOrigin(textPage, place, x, y)
      module._FPDFText_GetCharBox(
        textPage,
        place,
        left,
        ...([3, 4, 5].map((nth) => numbers + nth * DOUBLE_BYTES) as [number, number, number]),
      )
      const view = new DataView(module.HEAPU8.buffer, numbers)
      return {
        text,
        x: view.getFloat64(0, true),
        y: view.getFloat64(DOUBLE_BYTES, true),
        left: view.getFloat64(2 * DOUBLE_BYTES, true),
      }
    })
  }
}

/** `x` and `y`: where its glyph begins. `left`: its own part of the glyph. */
interface Character {
  text: string
  x: number
  y: number
  left: number
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
// Arabic numbers run from left to right.
const DIGIT = /\p{N}/u
const MAX_CODE_POINT = 0x10ffff

const characterOf = (code: number) => (code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '')

/**
 * PDFium takes every Arabic line for one drawn from left to right, and turns it. Lines drawn in reading order come out
 * backwards, and so do the letters of a ligature. The places of the glyphs tell.
 */
function inReadingOrder(characters: Character[]): string {
  const lines: Character[][] = [[]]
  for (const character of characters) {
    lines.at(-1)?.push(character)
    if (character.text === '\n') lines.push([])
  }
  return lines.map(lineInOrder).join('')
}

function lineInOrder(line: Character[]): string {
  const runs: { characters: Character[]; isArabic: boolean }[] = []
  for (const character of line) {
    const isArabic = RIGHT_TO_LEFT.test(character.text) && !DIGIT.test(character.text)
    const last = runs.at(-1)
    if (last?.isArabic === isArabic) last.characters.push(character)
    else runs.push({ characters: [character], isArabic })
  }
  const parts = runs.map(({ characters, isArabic }) =>
    isArabic ? wordInOrder(characters) : { text: characters.map(({ text }) => text).join(''), turned: 0 },
  )
  if (parts.reduce((sum, { turned }) => sum + turned, 0) <= 0) return parts.map(({ text }) => text).join('')
  const turned = parts.reverse().map(({ text }) => blanksSwapped(text))
  return `${turned.join('').trim()}\n`
}

function blanksSwapped(text: string): string {
  if (!text.trim()) return text
  const before = text.length - text.trimStart().length
  const after = text.trimEnd().length
  return text.slice(after) + text.slice(before, after) + text.slice(0, before)
}

/** `turned`: one if it was backwards, minus one if not, zero if nothing tells. */
function wordInOrder(word: Character[]): { text: string; turned: number } {
  const glyphs: Character[][] = []
  for (const character of word) {
    const last = glyphs.at(-1)
    const first = last?.[0]
    if (last && first && first.x === character.x && first.y === character.y) last.push(character)
    else glyphs.push([character])
  }
  const steps = glyphs.slice(1).map(([glyph], index) => Math.sign(glyph!.x - glyphs[index]![0]!.x))
  const turned = Math.sign(steps.reduce((sum, step) => sum + step, 0))
  if (turned > 0) glyphs.reverse()
  const ordered = glyphs.flatMap((parts) => (isBackwards(parts) ? parts.toReversed() : parts))
  return { text: ordered.map(({ text }) => text).join(''), turned }
}

/** Only a glyph with an outline tells the places of its letters. Alef follows lam in every other ligature of the two. */
const isBackwards = (letters: Character[]) =>
  letters.length > 1 &&
  (letters.every(({ left }, index) => index === 0 || left > letters[index - 1]!.left) ||
    (letters.every(({ left }) => left === letters[0]?.left) && ALEF_LAM.test(letters.map(({ text }) => text).join(''))))

const ALEF_LAM = /^[اأإآٱ]ل$/

// PDFium's sign for a hyphen at the end of a line.
const HYPHENATED = /\ufffe\s*/g
// PostgreSQL stores neither U+0000 nor half a pair.
const SIGNS = /\p{C}/gu

/** Folds presentation forms and ligatures into letters, and drops invisible signs. */
function cleaned(text: string): string {
  return text
    .replace(HYPHENATED, '')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => normalizeText(line.replace(/\s+/g, ' '), 'NFKC').replace(SIGNS, '').trim())
    .filter(Boolean)
    .join('\n')
}
