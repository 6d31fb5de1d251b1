import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rhombi, rhombus } from '../geometry.ts'

type DotFieldProps = { count: number; columns?: number; rows?: number; className?: string }

/** Exactly `count` dots, filled row by row from the ground up; the same scale in every field. */
export function DotField({ count, columns = 28, rows = 24, className }: DotFieldProps) {
  const dots = rhombi(count, (index) => {
    const column = index % columns
    const row = Math.floor(index / columns)
    return rhombus((column + 0.5) * pitch, (rows - row - 0.5) * pitch, 3.7)
  })
  return (
    <svg
      className={classNames(styles.counted, className)}
      viewBox={`0 0 ${columns * pitch} ${rows * pitch}`}
      aria-hidden="true"
    >
      <path d={dots} fill="currentColor" />
    </svg>
  )
}

const pitch = 10
