import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'
import * as harfbuzz from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { directionOf, type Language } from '#texts/languages.ts'

/** A line drawn without the system's fonts, so it looks the same on every machine. */
export interface OutlinedLine {
  /** SVG paths, beginning at x = 0 on the baseline y = 0, in pixels. */
  markup: string
  width: number
}

export type Outline = (text: string, size: number, language: Language) => OutlinedLine

/** In units of the font's size, from x = 0 on the baseline y = 0. */
interface ShapedLine {
  glyphs: { name: string; path: string; unitsPerEm: number; x: number; y: number }[]
  width: number
}

export type Shape = (text: string, language: Language) => ShapedLine

interface FontChoice {
  family: 'alyamama' | 'readex-pro'
  weight: number
  latinTracking?: number
}

const DISPLAY_FONT: FontChoice = { family: 'alyamama', weight: 560, latinTracking: -0.022 }
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u200c-\u200e\ufb50-\ufdff\ufe70-\ufefc]/

let opened: Promise<Outline> | undefined

export function openDisplayFont(): Promise<Outline> {
  opened ??= openFont(DISPLAY_FONT).then((shape) => (text, size, language) => outline(shape(text, language), size))
  return opened
}

export async function openFont({ family, weight, latinTracking = 0 }: FontChoice): Promise<Shape> {
  const [latin, arabic] = await Promise.all([open(family, 'latin', weight), open(family, 'arabic', weight)])
  return (text, language) => {
    const line: ShapedLine = { glyphs: [], width: 0 }
    for (const run of inVisualOrder(runsOf(text, language))) {
      const { name, font, unitsPerEm } = run.isArabic ? arabic : latin
      for (const { codepoint, xOffset = 0, yOffset = 0, xAdvance = 0 } of shape(run, font)) {
        const path = codepoint === 0 ? '' : font.glyphToPath(codepoint)
        const [x, y] = [line.width + xOffset / unitsPerEm, yOffset / unitsPerEm]
        if (path) line.glyphs.push({ name: `${name}${codepoint}`, path, unitsPerEm, x, y })
        line.width += xAdvance / unitsPerEm + (run.isArabic ? 0 : latinTracking)
      }
    }
    return line
  }
}

async function open(family: string, script: 'latin' | 'arabic', weight: number) {
  const file = createRequire(import.meta.url).resolve(
    `@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`,
  )
  const face = new harfbuzz.Face(new harfbuzz.Blob(await decompress(await readFile(file))))
  const font = new harfbuzz.Font(face)
  font.setVariations([new harfbuzz.Variation('wght', weight)])
  return { name: script.charAt(0), font, unitsPerEm: face.upem }
}

function outline({ glyphs, width }: ShapedLine, size: number): OutlinedLine {
  const paths = glyphs.map(({ path, unitsPerEm, x, y }) => {
    const scale = size / unitsPerEm
    return `<path transform="translate(${x * size} ${-y * size}) scale(${scale} ${-scale})" d="${path}"/>`
  })
  return { markup: paths.join(''), width: width * size }
}

interface Run {
  text: string
  /** Of the Unicode bidirectional algorithm: odd levels run from right to left. */
  level: number
  isArabic: boolean
}

const bidi = bidiFactory()

function runsOf(text: string, language: Language): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, directionOf(language))
  const runs: Run[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string
    const level = levels[index] as number
    const isArabic = ARABIC.test(character)
    const last = runs.at(-1)
    if (last && last.level === level && last.isArabic === isArabic) last.text += character
    else runs.push({ text: character, level, isArabic })
  }
  return runs
}

/** Rule L2 of the algorithm: from the highest level down, reverse runs of that level or above. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end === start) continue
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  return ordered
}

function shape({ text, level, isArabic }: Run, font: harfbuzz.Font) {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.setScript(isArabic ? 'Arab' : 'Latn')
  buffer.setDirection(level % 2 === 1 ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
  harfbuzz.shape(font, buffer)
  return buffer.getGlyphInfosAndPositions()
}
