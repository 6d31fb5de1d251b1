import { memo } from 'react'
import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { Drawing, type Pigment, pigments, randomFrom, rhombus, seedOf, tenth } from '../drawing.tsx'

type PortraitProps = { name: string; language: Language; position: number; className?: string }

export const Portrait = memo(function Portrait({ name, language, position, className }: PortraitProps) {
  const [ground, figure] = schemes[position % schemes.length] as [Pigment, Pigment]
  return (
    <Drawing className={className} viewBox="0 0 400 400">
      <path d="M0 0h400v400H0z" fill={pigments[ground]} />
      <g className={styles.portraitHalo} stroke={pigments[figure]}>
        {haloOf(name).map(({ distance, width }) => (
          <path key={distance} d={rhombus(200, 200, distance)} strokeWidth={width} pathLength={(4 * distance) / STEP} />
        ))}
      </g>
      <path d={rhombus(200, 200, 168)} fill={pigments[figure]} />
      <text
        className={styles.portraitInitial}
        x="200"
        y={language === 'ar' ? 236 : 262}
        textAnchor="middle"
        fill={pigments[ground]}
        lang={language}
      >
        {[...name][0]}
      </text>
    </Drawing>
  )
})

const schemes: [ground: Pigment, figure: Pigment][] = [
  ['cinnabar', 'ink'],
  ['lapisTint', 'lapis'],
  ['ink', 'paper'],
  ['cinnabarTint', 'cinnabar'],
  ['lapis', 'paper'],
  ['sunk', 'ink'],
]

const RINGS = { first: 200, last: 400, apart: 40 }
const STEP = 20

/** Dashed rings: dots drawn one by one would take most of a page. See service-motif.tsx. */
function haloOf(name: string): { distance: number; width: number }[] {
  const random = randomFrom(seedOf(name))
  random()
  const phase = random() * 6.28
  const rings = []
  for (let distance = RINGS.first; distance <= RINGS.last; distance += RINGS.apart) {
    const halfDiagonal = 3 + (0.5 + 0.5 * Math.sin(distance / 40 + phase)) * 9
    rings.push({ distance, width: tenth(halfDiagonal * Math.SQRT2) })
  }
  return rings
}
