import { useId } from 'react'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rectangle, rhombus } from '../geometry.ts'

type CrowdProps = {
  count: number
  columns: number
  /** Columns the drawing is wide: the same for crowds that are to be compared, so that a dot is a dot in all of them. */
  across?: number
  className?: string
}

/** Exactly `count` dots, ten thousand if need be, for a few hundred bytes: a pattern cut to whole cells. */
export function Crowd({ count, columns, across = columns, className }: CrowdProps) {
  const pattern = useId()
  const fullRows = Math.floor(count / columns)
  const rest = count - fullRows * columns
  const rows = fullRows + (rest ? 1 : 0)
  const cells = rectangle(0, 0, columns * cell, fullRows * cell) + rectangle(0, fullRows * cell, rest * cell, cell)
  return (
    <svg
      className={classNames(styles.counted, className)}
      viewBox={`0 0 ${across * cell} ${rows * cell}`}
      aria-hidden="true"
    >
      <pattern id={pattern} width={cell} height={cell} patternUnits="userSpaceOnUse">
        <path d={rhombus(cell / 2, cell / 2, 3.2)} fill="currentColor" />
      </pattern>
      <path d={cells} fill={`url(#${pattern})`} />
    </svg>
  )
}

const cell = 8
