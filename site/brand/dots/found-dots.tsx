import { memo } from 'react'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { Drawing, isOdd, randomFrom, rhombus } from '../drawing.tsx'

/** The five found dots are the word نقطة, so it is never mirrored. */
export const FoundDots = memo(function FoundDots({ className }: { className?: string }) {
  return (
    <Drawing
      className={classNames(styles.foundDots, className)}
      viewBox="0 0 1440 500"
      preserveAspectRatio="xMidYMid slice"
    >
      <path d={noise.faint} fill="var(--found-faint)" />
      <path d={noise.near} fill="var(--found-near)" />
      <path d={foundDots} fill="var(--dot)" />
      <path d={frames} fill="none" stroke="var(--found-frame)" strokeWidth="2" />
    </Drawing>
  )
})

const found: [x: number, y: number, radius: number][] = [
  [1046, 176, 34],
  [880, 168, 30],
  [818, 168, 30],
  [486, 172, 30],
  [424, 172, 30],
]

const foundDots = found.map(([x, y, radius]) => rhombus(x, y, radius)).join('')
const noise = drawNoise()
const frames = frame(992, 122, 1100, 230) + frame(768, 118, 930, 218) + frame(374, 122, 536, 222)

function frame(x: number, y: number, endX: number, endY: number): string {
  const arm = 18
  return `M${x} ${y + arm}V${y}h${arm}M${endX - arm} ${y}H${endX}v${arm}M${endX} ${endY - arm}V${endY}h-${arm}M${x + arm} ${endY}H${x}v-${arm}`
}

function drawNoise() {
  const random = randomFrom(3)
  let faint = ''
  let near = ''
  for (let row = 0; row < 30; row++)
    for (let column = 0; column < 52; column++) {
      const x = column * 28 + (isOdd(row) ? 14 : 0)
      const y = row * 17 + 4
      if (found.some(([fx, fy, radius]) => Math.abs(x - fx) + Math.abs(y - fy) < radius + 26)) continue
      const strength = random()
      if (strength < 0.16) continue
      const attention = Math.max(...found.map(([fx, fy]) => Math.exp(-((x - fx) ** 2 + (y - fy) ** 2) / 16000)))
      const dot = rhombus(x, y, 1.2 + strength * 3.2 + attention * 5.5)
      if (attention > 0.12) near += dot
      else faint += dot
    }
  return { faint, near }
}
