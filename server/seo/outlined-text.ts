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

const WEIGHT = 560
const LATIN_TRACKING_EM = -0.022
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u200c-\u200e\ufb50-\ufdff\ufe70-\ufefc]/

let opened: Promise<Outline> | undefined

export function openDisplayFont(): Promise<Outline> {
  opened ??= Promise.all([open('latin'), open('arabic')]).then(
    ([latin, arabic]) =>
      (text, size, language) =>
        outline(text, size, language, (isArabic) => (isArabic ? arabic : latin)),
  )
  return opened
}

async function open(subset: 'latin' | 'arabic') {
  const file = createRequire(import.meta.url).resolve(
    `@fontsource-variable/alyamama/files/alyamama-${subset}-wght-normal.woff2`,
  )
  const face = new harfbuzz.Face(new harfbuzz.Blob(await decompress(await readFile(file))))
  const font = new harfbuzz.Font(face)
  font.setVariations([new harfbuzz.Variation('wght', WEIGHT)])
  return { font, unitsPerEm: face.upem }
}

type OpenedFont = Awaited<ReturnType<typeof open>>

function outline(text: string, size: number, language: Language, fontFor: (isArabic: boolean) => OpenedFont) {
  let x = 0
  let markup = ''
  for (const run of inVisualOrder(runsOf(text, language))) {
    const { font, unitsPerEm } = fontFor(run.isArabic)
    const scale = size / unitsPerEm
    const tracking = run.isArabic ? 0 : LATIN_TRACKING_EM * size
    for (const glyph of shape(run, font)) {
      const [left, up] = [x + (glyph.xOffset ?? 0) * scale, (glyph.yOffset ?? 0) * scale]
      const path = glyph.codepoint === 0 ? '' : font.glyphToPath(glyph.codepoint)
      if (path) markup += `<path transform="translate(${left} ${-up}) scale(${scale} ${-scale})" d="${path}"/>`
      x += (glyph.xAdvance ?? 0) * scale + tracking
    }
  }
  return { markup, width: x }
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
