import { memo } from 'react'
import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { isOdd, randomFrom, rhombus, seedOf } from '../geometry.ts'
import { type Pigment, themePalette } from '../palette.ts'

type FacetProps = { name: string; initial?: string; language: Language; position: number; className?: string }

export const Facet = memo(function Facet({ name, initial, language, position, className }: FacetProps) {
  const [ground, figure] = schemes[position % schemes.length] as [Pigment, Pigment]
  return (
    <svg className={className} viewBox="0 0 400 400" aria-hidden="true">
      <path d={rhombus(200, 200, 200)} fill={themePalette[ground]} />
      <path d={drawBorder(name)} fill={themePalette[figure]} />
      <text
        className={styles.facetInitial}
        x="200"
        y={language === 'ar' ? 232 : 250}
        textAnchor="middle"
        fill={themePalette[figure]}
        lang={language}
      >
        {initial ?? [...name][0]}
      </text>
    </svg>
  )
})

const schemes: [ground: Pigment, figure: Pigment][] = [
  ['cinnabar', 'ink'],
  ['lapis', 'paper'],
  ['ink', 'paper'],
  ['cinnabarTint', 'cinnabar'],
  ['lapisTint', 'lapis'],
  ['ink', 'cinnabar'],
  ['sunk', 'ink'],
  ['cinnabar', 'paper'],
]

const borders = ['even', 'alternating', 'corners'] as const

function drawBorder(name: string): string {
  const border = borders[Math.floor(randomFrom(seedOf(name))() * borders.length)]
  let dots = ''
  for (let i = 0; i < 8; i++)
    for (let j = 0; j < 8; j++) {
      const fromAxis = Math.abs(i - j)
      const isInside = i > 0 && i < 7 && j > 0 && j < 7
      if (border === 'corners' ? fromAxis < 4 : isInside) continue
      const size = border === 'corners' ? fromAxis * 3 : border === 'even' ? 14 : isOdd(i + j) ? 20 : 9
      dots += rhombus(200 + (i - j) * 25, 25 + (i + j) * 25, size)
    }
  return dots
}
