import { memo } from 'react'
import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { Drawing, isOdd, type Pigment, pigments, randomFrom, rhombus, seedOf } from '../drawing.tsx'

type FacetProps = { name: string; language: Language; position: number }

export const Facet = memo(function Facet({ name, language, position }: FacetProps) {
  const [ground, figure] = schemes[position % schemes.length] as [Pigment, Pigment]
  return (
    <Drawing viewBox="0 0 400 400">
      <path d={rhombus(200, 200, 200)} fill={pigments[ground]} />
      <path d={drawBorder(name)} fill={pigments[figure]} />
      <text
        className={styles.facetInitial}
        x="200"
        y={language === 'ar' ? 232 : 250}
        textAnchor="middle"
        fill={pigments[figure]}
        lang={language}
      >
        {[...name][0]}
      </text>
    </Drawing>
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
