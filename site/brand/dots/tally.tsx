import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rhombi, rhombus } from '../geometry.ts'

type TallyProps = { left: number; total: number; columns: number; className?: string }

export function Tally({ left, total, columns, className }: TallyProps) {
  const dotAt = (index: number, radius: number) =>
    rhombus((index % columns) * 20 + 10, Math.floor(index / columns) * 20 + 10, radius)
  return (
    <svg
      className={classNames(styles.counted, className)}
      viewBox={`0 0 ${columns * 20} ${Math.ceil(total / columns) * 20}`}
      aria-hidden="true"
    >
      <path d={rhombi(total - left, (index) => dotAt(left + index, 2))} fill="var(--a-mark)" />
      <path d={rhombi(left, (index) => dotAt(index, 9))} fill="var(--dot)" />
    </svg>
  )
}
