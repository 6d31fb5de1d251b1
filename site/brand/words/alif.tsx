import styles from '../brand.module.css'
import { Outline, rhombi, rhombus } from '../drawing.tsx'

export function Alif({ label, className }: { label: string; className?: string }) {
  return (
    <svg className={className} viewBox="-260 -720 770 790" overflow="visible" role="img" aria-label={label}>
      <g fill="none" stroke="var(--a-hair)">
        <g className={styles.alifLines}>
          <path d={`M-260 0H2400M-260-${alifHeight}H2400`} vectorEffect="non-scaling-stroke" />
          <path d={`M-260 ${-radius}H2400`} strokeDasharray="2 6" vectorEffect="non-scaling-stroke" />
        </g>
        <path d={`M${axis}-900V240`} strokeDasharray="2 6" vectorEffect="non-scaling-stroke" />
        <circle cx={axis} cy={-radius} r={radius} vectorEffect="non-scaling-stroke" />
        <path d={rhombus(axis, -radius, radius)} vectorEffect="non-scaling-stroke" />
      </g>
      <path d={alifLetter} fill="var(--a-ink)" />
      <Outline d={rhombi(4, (index) => unitAt(index + 1))} stroke="var(--a-mark)" strokeWidth="1.5" />
      <path d={unitAt(0)} fill="var(--dot)" />
    </svg>
  )
}

/** The letter alif, Alyamama 600; its height is the measure of every other letter. */
const alifLetter = 'M82 0v-562l73-95h12v538l-58 119z'
const alifHeight = 657
const axis = 124.5
const radius = alifHeight / 2
const unit = alifHeight / 5

function unitAt(index: number): string {
  return rhombus(axis + 190, -unit * (index + 0.5), unit / 2)
}
