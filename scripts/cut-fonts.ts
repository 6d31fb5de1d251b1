import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'

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

const EVERYDAY_ARABIC: Characters = [
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x600, 0x671],
  [0x67e, 0x67e],
  [0x686, 0x686],
  [0x698, 0x698],
  [0x6a4, 0x6a4],
  [0x6a9, 0x6a9],
  [0x6af, 0x6af],
  [0x6cc, 0x6cc],
  [0x200c, 0x200e],
  [0xfdfa, 0xfdfc],
]
const OTHER_ARABIC: Characters = [
  [0x672, 0x6ff],
  [0x750, 0x77f],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
]

const CHARACTERS = {
  latin: EVERYDAY_LATIN,
  'latin-other': OTHER_LATIN,
  arabic: EVERYDAY_ARABIC,
  'arabic-other': OTHER_ARABIC,
}

/** The weights of tokens.css; Arabic is read a little stronger. One for each file: two would not fit into the first packets of a connection. */
const FACES = [
  { name: 'alyamama', from: 'alyamama', weight: { latin: 560, arabic: 560 } },
  { name: 'readex-pro-text', from: 'readex-pro', weight: { latin: 340, arabic: 360 } },
  { name: 'readex-pro-strong', from: 'readex-pro', weight: { latin: 500, arabic: 500 } },
]

const { resolve } = createRequire(import.meta.url)
const folder = path.join(import.meta.dirname, '../site/styles/fonts')

mkdirSync(folder, { recursive: true })
for (const { name, from, weight } of FACES)
  for (const [part, characters] of Object.entries(CHARACTERS)) {
    const script = part.startsWith('arabic') ? 'arabic' : 'latin'
    const source = resolve(`@fontsource-variable/${from}/files/${from}-${script}-wght-normal.woff2`)
    const cut = await subsetFont(readFileSync(source), textOf(characters), {
      targetFormat: 'woff2',
      variationAxes: { wght: weight[script] },
    })
    writeFileSync(path.join(folder, `${name}-${part}.woff2`), cut)
    // The licence travels with what was cut.
    copyFileSync(path.resolve(source, '../../LICENSE'), path.join(folder, `${from}-LICENSE.txt`))
    console.log(`${name}-${part}: ${cut.length} bytes`)
  }

function textOf(characters: Characters) {
  return characters
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step))
    .map((character) => String.fromCodePoint(character))
    .join('')
}
