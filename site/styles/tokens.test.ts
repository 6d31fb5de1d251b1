import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** WCAG 1.4.11: edges of controls and the dot of the current page have a contrast of 3 to 1. */
const MIN_CONTRAST = 3
const GROUNDS = ['paper', 'surface', 'sunk']
const SHAPES = ['edge', 'dot']
const THEMES = ['light', 'dark'] as const

const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

test.each(THEMES)('borders of controls and the dot can be seen on every ground of the %s theme', (theme) => {
  const faint = SHAPES.flatMap((shape) =>
    GROUNDS.map((ground) => ({ shape, ground, contrast: contrastOf(colourOf(shape, theme), colourOf(ground, theme)) })),
  ).filter(({ contrast }) => contrast < MIN_CONTRAST)
  expect(faint).toEqual([])
})

function colourOf(name: string, theme: (typeof THEMES)[number]) {
  const [, light, dark] = tokens.match(new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`)) ?? []
  if (!light || !dark) throw new Error(`tokens.css has no colour --${name} for both themes`)
  return theme === 'light' ? light : dark
}

function contrastOf(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
