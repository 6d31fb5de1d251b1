import { useId } from 'react'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rectangle, rhombus } from '../geometry.ts'

type CrowdProps = {
  count: number
  columns: number
  across?: number
  rows?: number
  from?: 'above' | 'ground'
  radius?: number
  className?: string | undefined
}

/** A pattern cut to whole cells: ten thousand dots in a few hundred bytes. */
export function Crowd({
  count,
  columns,
  across = columns,
  rows = Math.ceil(count / columns),
  from = 'above',
  radius = 4,
  className,
}: CrowdProps) {
  const pattern = useId()
  const fullRows = Math.floor(count / columns)
  const rest = count - fullRows * columns
  const [full, started] = from === 'above' ? [0, fullRows] : [rows - fullRows, rows - fullRows - 1]
  return (
    <svg
      className={classNames(styles.counted, className)}
      viewBox={`0 0 ${across * CELL} ${rows * CELL}`}
      aria-hidden="true"
    >
      <pattern id={pattern} width={CELL} height={CELL} patternUnits="userSpaceOnUse">
        <path d={rhombus(CELL / 2, CELL / 2, radius)} fill="currentColor" />
      </pattern>
      <path d={cells(full, columns, fullRows) + cells(started, rest, 1)} fill={`url(#${pattern})`} />
    </svg>
  )
}

const CELL = 10

const cells = (row: number, columns: number, rows: number) => rectangle(0, row * CELL, columns * CELL, rows * CELL)
