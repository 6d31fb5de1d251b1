import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { compress } from 'wawoff2'
import { addGlyphs, readTables, writeTables } from './font-tables.ts'

/** `npm run draw -- fonts` cuts the fonts to the site's weights and letters, which are ranges of hexadecimal codes. */
const EVERYDAY_LATIN = '20-7e a0 a9 ab b0 b7 bb d7 2010-2015 2018-201e 2022 2026 20ac'
const OTHER_LATIN = 'a1-ff 131 152-153 2c6-2dc 300-329 2039-2044 2122 2212'

// Letters and all their marks in one file: a browser draws a letter and its mark from one font or from none.
const EVERYDAY_ARABIC = '20 a0 60c 61b 61f 621-63a 640-652 660-66c 670 200c-200e'
const OTHER_ARABIC = '600-6ff 750-77f fb50-fdff fe70-fefc'

/** Latin characters on Arabic pages: punctuation, and words such as an e-mail address. */
const SIGNS_OF_HEADINGS = '21 2b 2e 3a ab bb 2013 2026'
const OTHER_SIGNS = '28-29 2c-2d 2f'
const SMALL_LETTERS = '30-39 40 61-7a a9'
const CAPITALS = '41-5a'
const OTHER_WORDS = `${OTHER_SIGNS} ${SMALL_LETTERS} ${CAPITALS}`
const WORDS_AND_SIGNS = `${SIGNS_OF_HEADINGS} ${OTHER_WORDS}`

interface Part {
  name: string
  script: 'latin' | 'arabic'
  characters: string
  features: string[]
  with?: string
}

const LATIN_FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark']
const ARABIC_FEATURES = ['calt', 'ccmp', 'fina', 'init', 'liga', 'mark', 'medi', 'mkmk', 'rlig']
const parts = (latinInArabic: string, latinOnArabic: string): Part[] => [
  { name: 'latin', script: 'latin', characters: EVERYDAY_LATIN, features: LATIN_FEATURES },
  { name: 'latin-other', script: 'latin', characters: OTHER_LATIN, features: LATIN_FEATURES },
  { name: 'arabic', script: 'arabic', characters: EVERYDAY_ARABIC, features: ARABIC_FEATURES, with: latinInArabic },
  { name: 'arabic-other', script: 'arabic', characters: OTHER_ARABIC, features: ARABIC_FEATURES },
  // Without kerning, which weighs as much as a third of the letters.
  { name: 'latin-on-arabic', script: 'latin', characters: latinOnArabic, features: [] },
]

/** The weights of tokens.css, one for each file: two would not fit into the first packets of a connection. */
const FACES = [
  {
    name: 'alyamama',
    from: 'alyamama',
    weight: { latin: 560, arabic: 560 },
    parts: parts(SIGNS_OF_HEADINGS, OTHER_WORDS),
  },
  {
    name: 'readex-pro-text',
    from: 'readex-pro',
    weight: { latin: 340, arabic: 360 },
    parts: parts(WORDS_AND_SIGNS, ''),
  },
  {
    name: 'readex-pro-strong',
    from: 'readex-pro',
    weight: { latin: 500, arabic: 500 },
    parts: parts('', WORDS_AND_SIGNS),
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
  for (const { name: part, script, characters, features, with: others = '' } of parts) {
    if (!characters) continue
    const font = await tablesOf(from, script, weight[script], characters, features)
    const whole = others ? addGlyphs(font, await tablesOf(from, 'latin', weight.latin, others, [])) : font
    const cut = await compress(writeTables(whole.set('name', NO_NAMES)))
    writeFileSync(path.join(folder, `${name}-${part}.woff2`), cut)
    console.log(`${name}-${part}: ${cut.length} bytes`)
  }

async function tablesOf(from: string, script: string, weight: number, characters: string, features: string[]) {
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

function textOf(characters: string) {
  const texts = characters.split(' ').map((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
    return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, step) => first + step))
  })
  return texts.join('')
}
