import { memo } from 'react'
import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { isOdd, randomFrom, rhombus, seedOf } from '../geometry.ts'
import { type Pigment, themePalette } from '../palette.ts'

type PortraitProps = {
  name: string
  /** The letter shown; the first of the name unless given. */
  initial?: string
  language: Language
  /** Place in the row: neighbours never share their colours. */
  position: number
  className?: string
}

/** A person as an initial in a rhombus over a halftone; the name sets the wave. */
export const Portrait = memo(function Portrait({ name, initial, language, position, className }: PortraitProps) {
  const [ground, figure] = schemes[position % schemes.length] as [Pigment, Pigment]
  return (
    <svg className={className} viewBox="0 0 400 400" aria-hidden="true">
      <path d="M0 0h400v400H0z" fill={themePalette[ground]} />
      <path d={drawHalo(name)} fill={themePalette[figure]} opacity=".9" />
      <path d={rhombus(200, 200, 168)} fill={themePalette[figure]} />
      <text
        className={styles.portraitInitial}
        x="200"
        y={language === 'ar' ? 236 : 262}
        textAnchor="middle"
        fill={themePalette[ground]}
        lang={language}
      >
        {initial ?? [...name][0]}
      </text>
    </svg>
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

function drawHalo(name: string): string {
  const random = randomFrom(seedOf(name))
  random()
  const phase = random() * 6.28
  let halo = ''
  for (let row = 0; row <= 20; row++)
    for (let column = 0; column <= 10; column++) {
      const x = column * 40 + (isOdd(row) ? 20 : 0)
      const y = row * 20
      const distance = Math.abs(x - 200) + Math.abs(y - 200)
      if (distance >= 186) halo += rhombus(x, y, 3 + (0.5 + 0.5 * Math.sin(distance / 40 + phase)) * 9)
    }
  return halo
}
