import { memo } from 'react'
import styles from '../brand.module.css'
import { Drawing, isOdd, randomFrom, rhombus, tenth } from '../drawing.tsx'

/** Never mirrored: north is north. */
export const OfficeMap = memo(function OfficeMap({ nile, className }: { nile: string; className?: string }) {
  return (
    <Drawing className={className} viewBox="0 0 1440 640" preserveAspectRatio="xMidYMid slice">
      <path d="M0 0h1440v640H0z" fill="var(--map-street)" />
      <path d={blocks} fill="var(--map-block)" />
      <path d={parks} fill="var(--map-park)" />
      <g fill="none">
        <path d={river} stroke="var(--map-street)" strokeWidth="138" />
        <path d={river} stroke="var(--map-water)" strokeWidth="112" />
        <path d={`${bridges}${avenues}`} stroke="var(--map-road)" strokeWidth="13" />
        <path d={river} stroke="var(--map-water)" strokeWidth="104" />
        <path d={bridges} stroke="var(--map-road)" strokeWidth="13" />
      </g>
      <text className={styles.nileName} transform="translate(316 330) rotate(-88)" fill="#fff" textAnchor="middle">
        {nile}
      </text>
    </Drawing>
  )
})

const bridges = 'M-20 520L560-60M-20 160L520 700'
const avenues = 'M420 700L1180-60M560-60L1320 700M980 700L1500 180M300 330H1500'
const unit = 44
const river = drawRiver()
const { blocks, parks } = drawDistricts()

function riverAt(y: number): number {
  return 250 + Math.sin(y / 190) * 60
}

function drawRiver(): string {
  const points: string[] = []
  for (let y = -20; y <= 680; y += 20) points.push(`${tenth(riverAt(y))} ${y}`)
  return `M${points.join('L')}`
}

function drawDistricts() {
  const random = randomFrom(77)
  let blocks = ''
  let parks = ''
  for (let row = -2; row < 34; row++)
    for (let column = -2; column < 20; column++) {
      const x = column * unit * 2 + (isOdd(row) ? unit : 0)
      const y = row * unit
      if (Math.abs(x - riverAt(y)) < 118) continue
      const use = random()
      if (y > 640 + unit || x > 1440 + unit) continue
      if (use < 0.12) parks += rhombus(x, y, unit - 5)
      else if (use < 0.2)
        blocks += rhombus(x - 20, y, 17) + rhombus(x + 20, y, 17) + rhombus(x, y - 20, 17) + rhombus(x, y + 20, 17)
      else if (use < 0.95) blocks += rhombus(x, y, unit - 5)
    }
  return { blocks, parks }
}
