import { aPdfWith, aStream } from './pdfs.ts'

/** How a program draws Arabic: from left to right with turned letters, or in reading order with steps back. */
type Drawing = 'left-to-right' | 'in-reading-order'

interface Line {
  text: string
  drawing?: Drawing
}

/** One glyph for several letters, as fonts have for lam and alef. */
const LIGATURES: Record<string, string> = { '\ue001': 'لا', '\ue002': 'لإ', '\ue003': 'ffi' }
const hex = (code: number) => code.toString(16).padStart(4, '0')
const codesOf = (text: string) => Array.from(text, (letter) => hex(letter.charCodeAt(0)))

/** A PDF whose font says which letters its glyphs mean, as the CVs of office programs do. Letters of the basic plane. */
export function aPdfOfText(lines: (string | Line)[], { invisible = false } = {}): Buffer {
  const all = lines.map((line) => (typeof line === 'string' ? { text: line } : line))
  const letters = [...new Set(all.flatMap(({ text }) => Array.from(text)))]
  const drawn = all.map(({ text, drawing = 'left-to-right' }, index) => {
    const place = `BT /F1 8 Tf ${invisible ? '1 1 1 rg ' : ''}`
    const y = 800 - 14 * index
    return drawing === 'left-to-right'
      ? `${place}40 ${y} Td <${codesOf(text).join('')}> Tj ET`
      : `${place}500 ${y} Td [${codesOf(text)
          .map((code) => `<${code}> 2000`)
          .join(' ')}] TJ ET`
  })
  return aPdfWith({
    page: '/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>',
    objects: [
      aStream('', drawn.join('\n')),
      '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /DW 1000 >>',
      aStream('', toUnicode(letters)),
      '<< /Type /FontDescriptor /FontName /Arial /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ],
  })
}

function toUnicode(letters: string[]) {
  const meant = letters.map((letter) => `<${codesOf(letter)}> <${codesOf(LIGATURES[letter] ?? letter).join('')}>`)
  const groups: string[] = []
  for (let start = 0; start < meant.length; start += 100) {
    const group = meant.slice(start, start + 100)
    groups.push(`${group.length} beginbfchar\n${group.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${groups.join('\n')}
endcmap end end`
}

export const turned = (text: string) => Array.from(text).reverse().join('')
