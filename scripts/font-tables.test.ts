import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as harfbuzz from 'harfbuzzjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { decompress } from 'wawoff2'
import { addGlyphs, type FontTables, readTables, writeTables } from './font-tables.ts'

const FONTS = path.resolve(import.meta.dirname, '../site/styles/fonts')

/** Accented letters are composed of a letter and an accent. */
const LATIN_WORDS = ['é', 'Ñ', 'ø', 'œ', '½', '™']
const ARABIC_WORDS = ['مُحَمَّد', 'الْأَمِين', 'لا إله', 'ٱلسَّلَام', '٠١٢٣', 'پ گ چ']

describe('an Arabic font with the glyphs of a Latin one', () => {
  let arabic: FontTables
  let latin: FontTables
  let both: FontTables
  beforeAll(async () => {
    arabic = await tablesOf('readex-pro-text-arabic-other')
    latin = await tablesOf('readex-pro-text-latin-other')
    both = addGlyphs(arabic, latin)
  })

  test.each(LATIN_WORDS)('draws %s as the Latin one does', (word) => {
    expect(drawn(both, word)).toEqual(drawn(latin, word))
  })

  test.each(ARABIC_WORDS)('draws %s as the Arabic one does, joined and with its marks', (word) => {
    expect(drawn(both, word)).toEqual(drawn(arabic, word))
  })

  test('has the characters of both and no others', () => {
    expect(charactersOf(both)).toEqual(new Set([...charactersOf(arabic), ...charactersOf(latin)]))
  })

  test('keeps its own glyph where both have the character', () => {
    expect(drawn(addGlyphs(both, arabic), 'é')).toEqual(drawn(latin, 'é'))
    expect(drawn(addGlyphs(arabic, both), ARABIC_WORDS[0] as string)).toEqual(drawn(arabic, ARABIC_WORDS[0] as string))
  })
})

test('a font that is taken apart and put together again is the same', async () => {
  const tables = await tablesOf('alyamama-arabic')
  expect(readTables(writeTables(tables))).toEqual(tables)
})

test('fonts on grids of different sizes are refused', async () => {
  const font = await tablesOf('alyamama-arabic')
  const head = Buffer.from(font.get('head') as Buffer)
  head.writeUInt16BE(2048, 18)
  expect(() => addGlyphs(font, new Map([...font, ['head', head]]))).toThrow('different sizes')
})

async function tablesOf(name: string) {
  return readTables(Buffer.from(await decompress(readFileSync(path.join(FONTS, `${name}.woff2`)))))
}

const faceOf = (tables: FontTables) => new harfbuzz.Face(new harfbuzz.Blob(writeTables(tables)))

const charactersOf = (tables: FontTables) => new Set(faceOf(tables).collectUnicodes())

/** Outlines and positions, without glyph numbers. */
function drawn(tables: FontTables, text: string) {
  const font = new harfbuzz.Font(faceOf(tables))
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  return buffer.getGlyphInfosAndPositions().map(({ codepoint, cluster, ...place }) => ({
    ...place,
    outline: font.glyphToPath(codepoint),
  }))
}
