import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as harfbuzz from 'harfbuzzjs'
import { describe, expect, test } from 'vitest'
import { decompress } from 'wawoff2'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { starterTexts } from '../../tests/support/starter-company.ts'
import { fontPreloads } from './fonts.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../content')
const FIRST_SCREEN_BYTES = 30 * 1024
// The initial congestion window of a connection.
const FIRST_ROUND_TRIP_BYTES = 14_000
// Invisible spaces and direction marks: a browser draws nothing for them.
const WITHOUT_SHAPE = /[\p{Cc}\p{Cf}]/u

const faces: Awaited<ReturnType<typeof opened>>[] = []
// One after the other: the decoder reuses its memory.
for (const face of facesIn(readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8')))
  faces.push(await opened(face))
const stacks = [
  ['"Alyamama"', '560'],
  ['"Readex Pro"', '300 400'],
  ['"Readex Pro"', '500'],
].flatMap(([latin = '', weight = '']) => {
  const arabic = latin.replace(/"$/, ' Arabic"')
  return [
    { families: [latin, arabic], weight },
    { families: [arabic, latin], weight },
  ]
})

describe.each(stacks)('$families of weight $weight as they were cut', (stack) => {
  test('draw every character of the texts and of the content', async () => {
    const used = [...new Set((await everythingWritten()).join(''))].filter((letter) => !WITHOUT_SHAPE.test(letter))
    expect(used.filter((letter) => !canDraw(stack, letter))).toEqual([])
  })

  test('draw what people’s names are written with, in both scripts', () => {
    const names = 'Zoë Müller, Renée François, Åse Ñandú; مُحَمَّد الْأَمِين، آية ىٰ ٠١٢٣٤٥٦٧٨٩ «ء»؟'
    expect([...names].filter((letter) => !canDraw(stack, letter))).toEqual([])
  })
})

/** Fonts of the first screen in the language's script, preloaded ones included. */
const FIRST_SCREEN_FACES = ['alyamama', 'readex-pro-text', 'readex-pro-strong']
const SCRIPTS: Record<Language, string> = { en: 'latin', ar: 'arabic' }

test.each(LANGUAGES)('the first screen is drawn with at most 30 KB, each file one round trip (%s)', (language) => {
  const files = FIRST_SCREEN_FACES.map((face) => `${face}-${SCRIPTS[language]}.woff2`)
  const sizes = files.map((file) => statSync(path.join(import.meta.dirname, 'fonts', file)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(FIRST_SCREEN_BYTES)
  expect(Math.max(...sizes)).toBeLessThan(FIRST_ROUND_TRIP_BYTES)
  expect(files).toEqual(expect.arrayContaining(fontPreloads[language].map((file) => path.basename(file))))
})

/** As CSS chooses: the first family whose range has the character, and its last matching face. */
function canDraw({ families, weight }: (typeof stacks)[number], letter: string) {
  const character = letter.codePointAt(0) as number
  const ofWeight = families.flatMap((family) =>
    faces.filter((face) => face.family === family && face.weight === weight).toReversed(),
  )
  return ofWeight.find((face) => face.isFor(character))?.characters.has(character) ?? false
}

function facesIn(styles: string) {
  return [...styles.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, body = '']) => {
    const declared = (name: string) => body.match(new RegExp(`${name}:\\s*([^;]*);`))?.[1] ?? ''
    const file = declared('src').match(/url\("(.*?)"\)/)?.[1]
    if (!file) return []
    const ranges = [...declared('unicode-range').matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(
      ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
    ) as [number, number][]
    const isFor = (character: number) => ranges.some(([first, last]) => first <= character && character <= last)
    return [{ family: declared('font-family'), weight: declared('font-weight'), file, isFor }]
  })
}

async function opened({ file, ...face }: ReturnType<typeof facesIn>[number]) {
  const font = await decompress(readFileSync(path.join(import.meta.dirname, file)))
  return { ...face, characters: new Set(new harfbuzz.Face(new harfbuzz.Blob(font)).collectUnicodes()) }
}

async function everythingWritten() {
  const files = (await readdir(CONTENT)).filter((name) => name.endsWith('.json'))
  const contents = files.map((name) => readFileSync(path.join(CONTENT, name), 'utf8'))
  return [...LANGUAGES.map((language) => JSON.stringify(starterTexts(language))), ...contents]
}
