import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rhombi, rhombus } from '../geometry.ts'

type SecretDotsProps = { typed: number; total?: number; className?: string }

export function SecretDots({ typed, total = 8, className }: SecretDotsProps) {
  return (
    <svg
      className={classNames(styles.counted, className)}
      viewBox={`0 0 240 ${Math.ceil(total / 2) * 120}`}
      aria-hidden="true"
    >
      <path
        d={rhombi(total - typed, (index) => dotAt(typed + index))}
        fill="none"
        stroke="var(--edge)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path d={rhombi(typed, dotAt)} fill="var(--dot)" />
    </svg>
  )
}

function dotAt(index: number): string {
  return rhombus(60 + (index % 2) * 120, 60 + Math.floor(index / 2) * 120, 52)
}
