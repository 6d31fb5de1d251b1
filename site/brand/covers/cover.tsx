import { memo } from 'react'
import { randomFrom, rectangle } from '../geometry.ts'
import { type ProjectKind, projectKind } from '../icons/project-kind.ts'
import { type Palette, type Pigment, themePalette } from '../palette.ts'
import { Shapes } from '../shapes.tsx'
import { drawHalftone } from './cover-halftone.ts'
import { drawQuilt } from './cover-quilt.ts'
import { drawTouch } from './cover-touch.ts'

type CoverProps = {
  id: number
  type: string
  width?: number
  height?: number
  scheme?: 0 | 1 | 2
  bare?: boolean
  palette?: Palette
  className?: string
}

export const Cover = memo(function Cover(props: CoverProps) {
  const { id, type, width = 480, height = 360, bare = false, palette = themePalette, className } = props
  const kind = projectKind(type)
  const { seedOffset, schemes, draw } = compositions[kind]
  const random = randomFrom(id * 97 + seedOffset)
  for (let warmUp = 0; warmUp < 4; warmUp++) random()
  const [ground, ...colors] = schemes[props.scheme ?? Math.floor(random() * 3)] as Scheme
  const shapes = draw({
    random,
    colors: { ground, main: colors[0], second: colors[1], third: colors[2] },
    width,
    height,
    bare,
  })
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Shapes shapes={[{ d: rectangle(0, 0, width, height), color: ground }, ...shapes]} palette={palette} />
    </svg>
  )
})

type Scheme = [ground: Pigment, main: Pigment, second: Pigment, third: Pigment]

const compositions = {
  mobile: {
    seedOffset: 1,
    draw: drawTouch,
    schemes: [
      ['cinnabar', 'ink', 'paper', 'cinnabarTint'],
      ['cinnabarTint', 'cinnabar', 'ink', 'paper'],
      ['ink', 'cinnabar', 'paper', 'lapis'],
    ],
  },
  web: {
    seedOffset: 2,
    draw: drawHalftone,
    schemes: [
      ['lapis', 'paper', 'cinnabar', 'lapisTint'],
      ['lapisTint', 'lapis', 'cinnabar', 'ink'],
      ['ink', 'lapisTint', 'cinnabar', 'lapis'],
    ],
  },
  erp: {
    seedOffset: 3,
    draw: drawQuilt,
    schemes: [
      ['sunk', 'ink', 'cinnabar', 'lapis'],
      ['ink', 'paper', 'cinnabar', 'lapis'],
      ['cinnabarTint', 'ink', 'cinnabar', 'lapis'],
    ],
  },
} satisfies Record<ProjectKind, { seedOffset: number; draw: typeof drawTouch; schemes: Scheme[] }>
