import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { compress } from 'wawoff2'

/**
 * `npm run cut-fonts` takes out of the fonts what the site uses: one weight of the display font and two of the text font, and
 * everyday letters apart from those that few pages need. The files stand in fonts/, so that a build needs none of this.
 */
type Characters = (readonly [first: number, last: number])[]

const EVERYDAY_LATIN: Characters = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xab, 0xab],
  [0xb0, 0xb0],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0xd7, 0xd7],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
]
const OTHER_LATIN: Characters = [
  [0xa1, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2c6, 0x2dc],
  [0x300, 0x329],
  [0x2039, 0x2044],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
]

// Letters and all their marks in one file: a browser draws a letter and its mark from one font or from none.
const EVERYDAY_ARABIC: Characters = [
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x60c, 0x60c],
  [0x61b, 0x61b],
  [0x61f, 0x61f],
  [0x621, 0x63a],
  [0x640, 0x652],
  [0x660, 0x66c],
  [0x670, 0x670],
  [0x200c, 0x200e],
]
const OTHER_ARABIC: Characters = [
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
]

/** What an Arabic page takes from the Latin font: the signs of every sentence, and words such as an e-mail address. */
const SIGNS: Characters = [
  [0x21, 0x21],
  [0x28, 0x29],
  [0x2b, 0x2f],
  [0x3a, 0x3a],
  [0xab, 0xab],
  [0xbb, 0xbb],
  [0x2013, 0x2013],
  [0x2026, 0x2026],
]
const SMALL_LETTERS: Characters = [
  [0x30, 0x39],
  [0x40, 0x40],
  [0x61, 0x7a],
  [0xa9, 0xa9],
]
const CAPITALS: Characters = [[0x41, 0x5a]]

interface Part {
  name: string
  script: 'latin' | 'arabic'
  characters: Characters
  features: string[]
}

/** All but fractions, which nobody writes here. */
const LATIN_FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark']
const ARABIC_FEATURES = ['calt', 'ccmp', 'fina', 'init', 'liga', 'mark', 'medi', 'mkmk', 'rlig']
const OF_EVERY_FACE: Part[] = [
  { name: 'latin', script: 'latin', characters: EVERYDAY_LATIN, features: LATIN_FEATURES },
  { name: 'latin-other', script: 'latin', characters: OTHER_LATIN, features: LATIN_FEATURES },
  { name: 'arabic', script: 'arabic', characters: EVERYDAY_ARABIC, features: ARABIC_FEATURES },
  { name: 'arabic-other', script: 'arabic', characters: OTHER_ARABIC, features: ARABIC_FEATURES },
]
// Without kerning, which weighs as much as a third of the letters.
const latinOnArabic = (name: string, characters: Characters): Part => ({
  name: `latin-on-arabic${name}`,
  script: 'latin',
  characters,
  features: [],
})
const OF_DISPLAY = [...OF_EVERY_FACE, latinOnArabic('', SIGNS), latinOnArabic('-capitals', CAPITALS)]
const OF_TEXT = [
  ...OF_EVERY_FACE,
  latinOnArabic('', [...SIGNS, ...SMALL_LETTERS]),
  latinOnArabic('-capitals', CAPITALS),
]

/** The weights of tokens.css; Arabic is read a little stronger. One for each file: two would not fit into the first packets of a connection. */
const FACES = [
  { name: 'alyamama', from: 'alyamama', weight: { latin: 560, arabic: 560 }, parts: OF_DISPLAY },
  { name: 'readex-pro-text', from: 'readex-pro', weight: { latin: 340, arabic: 360 }, parts: OF_TEXT },
  { name: 'readex-pro-strong', from: 'readex-pro', weight: { latin: 500, arabic: 500 }, parts: OF_TEXT },
]
/** What no browser reads: names, of which the licence beside the files speaks, axes that are gone, hints for old screens. */
const UNUSED_TABLES = ['name', 'STAT', 'gasp', 'prep']
/** Browsers refuse a font without a table of names, but not one without names: its version, a count of none, where they would begin. */
const NO_NAMES = Buffer.from([0, 0, 0, 0, 0, 6])

const { resolve } = createRequire(import.meta.url)
const folder = path.join(import.meta.dirname, '../site/styles/fonts')

mkdirSync(folder, { recursive: true })
for (const { name, from, weight, parts } of FACES)
  for (const { name: part, script, characters, features } of parts) {
    const source = resolve(`@fontsource-variable/${from}/files/${from}-${script}-wght-normal.woff2`)
    const subset = await subsetFont(readFileSync(source), textOf(characters), {
      targetFormat: 'truetype',
      variationAxes: { wght: weight[script] },
      keepFeatures: features,
      dropTables: UNUSED_TABLES,
    })
    const cut = await compress(withTable(Buffer.from(subset), 'name', NO_NAMES))
    writeFileSync(path.join(folder, `${name}-${part}.woff2`), cut)
    // The licence travels with what was cut.
    copyFileSync(path.resolve(source, '../../LICENSE'), path.join(folder, `${from}-LICENSE.txt`))
    console.log(`${name}-${part}: ${cut.length} bytes`)
  }

/** The directory of a font is a header of 12 bytes and 16 for each table, sorted by name: name, checksum, offset, length. */
function withTable(font: Buffer, name: string, table: Buffer) {
  const count = font.readUInt16BE(4)
  const entries = Array.from({ length: count }, (_, index) =>
    Buffer.from(font.subarray(12 + 16 * index, 28 + 16 * index)),
  )
  for (const entry of entries) entry.writeUInt32BE(entry.readUInt32BE(8) + 16, 8)
  const added = Buffer.alloc(16)
  added.write(name)
  added.writeUInt32BE(font.length + 16, 8)
  added.writeUInt32BE(table.length, 12)
  const header = Buffer.from(font.subarray(0, 12))
  header.writeUInt16BE(count + 1, 4)
  const directory = [...entries, added].toSorted(Buffer.compare)
  return Buffer.concat([header, ...directory, font.subarray(12 + 16 * count), table])
}

function textOf(characters: Characters) {
  return characters
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step))
    .map((character) => String.fromCodePoint(character))
    .join('')
}
