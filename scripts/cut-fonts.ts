import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { compress } from 'wawoff2'
import { addGlyphs, readTables, writeTables } from './font-tables.ts'

/**
 * `npm run draw -- fonts` takes out of the fonts what the site uses: one weight of the display font and two of the text font, and
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

/** Latin characters on Arabic pages: punctuation, and words such as an e-mail address. */
const SIGNS_OF_HEADINGS: Characters = [
  [0x21, 0x21],
  [0x2b, 0x2b],
  [0x2e, 0x2e],
  [0x3a, 0x3a],
  [0xab, 0xab],
  [0xbb, 0xbb],
  [0x2013, 0x2013],
  [0x2026, 0x2026],
]
const OTHER_SIGNS: Characters = [
  [0x28, 0x29],
  [0x2c, 0x2d],
  [0x2f, 0x2f],
]
const SMALL_LETTERS: Characters = [
  [0x30, 0x39],
  [0x40, 0x40],
  [0x61, 0x7a],
  [0xa9, 0xa9],
]
const CAPITALS: Characters = [[0x41, 0x5a]]
const WORDS_AND_SIGNS = [...SIGNS_OF_HEADINGS, ...OTHER_SIGNS, ...SMALL_LETTERS, ...CAPITALS]

interface Part {
  name: string
  script: 'latin' | 'arabic'
  characters: Characters
  features: string[]
  /** Characters of the other script that stand in the same file. */
  with?: Characters
}

/** All but fractions. */
const LATIN_FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark']
const ARABIC_FEATURES = ['calt', 'ccmp', 'fina', 'init', 'liga', 'mark', 'medi', 'mkmk', 'rlig']
const parts = (latinInArabic: Characters, latinOnArabic: Characters): Part[] => [
  { name: 'latin', script: 'latin', characters: EVERYDAY_LATIN, features: LATIN_FEATURES },
  { name: 'latin-other', script: 'latin', characters: OTHER_LATIN, features: LATIN_FEATURES },
  { name: 'arabic', script: 'arabic', characters: EVERYDAY_ARABIC, features: ARABIC_FEATURES, with: latinInArabic },
  { name: 'arabic-other', script: 'arabic', characters: OTHER_ARABIC, features: ARABIC_FEATURES },
  // Without kerning, which weighs as much as a third of the letters.
  { name: 'latin-on-arabic', script: 'latin', characters: latinOnArabic, features: [] },
]

/** The weights of tokens.css; Arabic is read a little stronger. One for each file: two would not fit into the first packets of a connection. */
const FACES = [
  {
    name: 'alyamama',
    from: 'alyamama',
    weight: { latin: 560, arabic: 560 },
    parts: parts(SIGNS_OF_HEADINGS, [...OTHER_SIGNS, ...SMALL_LETTERS, ...CAPITALS]),
  },
  {
    name: 'readex-pro-text',
    from: 'readex-pro',
    weight: { latin: 340, arabic: 360 },
    parts: parts(WORDS_AND_SIGNS, []),
  },
  {
    name: 'readex-pro-strong',
    from: 'readex-pro',
    weight: { latin: 500, arabic: 500 },
    parts: parts([], WORDS_AND_SIGNS),
  },
]
/** Tables that browsers do not need: names, variation axes, hints for old screens. */
const UNUSED_TABLES = ['name', 'STAT', 'gasp', 'prep']
/** An empty table of names (version, count, offset): browsers refuse a font without the table. */
const NO_NAMES = Buffer.from([0, 0, 0, 0, 0, 6])

const { resolve } = createRequire(import.meta.url)
const folder = path.join(import.meta.dirname, '../site/styles/fonts')

mkdirSync(folder, { recursive: true })
for (const { name, from, weight, parts } of FACES)
  for (const { name: part, script, characters, features, with: others = [] } of parts) {
    if (characters.length === 0) continue
    const font = await tablesOf(from, script, weight[script], characters, features)
    const whole = others.length > 0 ? addGlyphs(font, await tablesOf(from, 'latin', weight.latin, others, [])) : font
    const cut = await compress(writeTables(whole.set('name', NO_NAMES)))
    writeFileSync(path.join(folder, `${name}-${part}.woff2`), cut)
    console.log(`${name}-${part}: ${cut.length} bytes`)
  }

async function tablesOf(from: string, script: string, weight: number, characters: Characters, features: string[]) {
  const source = resolve(`@fontsource-variable/${from}/files/${from}-${script}-wght-normal.woff2`)
  // The licence travels with what was cut.
  copyFileSync(path.resolve(source, '../../LICENSE'), path.join(folder, `${from}-LICENSE.txt`))
  const subset = await subsetFont(readFileSync(source), textOf(characters), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    keepFeatures: features,
    dropTables: UNUSED_TABLES,
  })
  return readTables(Buffer.from(subset))
}

function textOf(characters: Characters) {
  return characters
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step))
    .map((character) => String.fromCodePoint(character))
    .join('')
}
