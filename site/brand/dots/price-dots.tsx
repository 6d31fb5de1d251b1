import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rhombi, rhombus } from '../geometry.ts'

/** One dot, one dollar; a price ends a cent short, so its last dot stays hollow. `--price-dot` colours the others. */
export function PriceDots({ count, className }: { count: number; className?: string }) {
  return (
    <svg className={classNames(styles.counted, className)} viewBox="0 0 200 180" aria-hidden="true">
      <path d={rhombi(count - 1, (index) => dollar(index, 8))} fill="var(--price-dot, var(--a-ink))" />
      <path
        d={dollar(count - 1, 7)}
        fill="none"
        stroke="var(--dot)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function dollar(index: number, radius: number): string {
  return rhombus((index % 10) * 20 + 10, 170 - Math.floor(index / 10) * 20, radius)
}
