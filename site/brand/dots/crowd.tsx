import { useId } from 'react'
import { Drawing, rectangle, rhombus } from '../drawing.tsx'

interface CrowdProps {
  count: number
  columns: number
  rows?: number
  from?: 'above' | 'ground'
  radius?: number
  className?: string | undefined
}

/** A pattern cut to whole cells: ten thousand dots in a few hundred bytes. */
export function Crowd({ count, columns, rows, from = 'above', radius = 4, className }: CrowdProps) {
  const pattern = useId()
  const fullRows = Math.floor(count / columns)
  const rest = count - fullRows * columns
  const height = rows ?? Math.ceil(count / columns)
  const [full, started] = from === 'above' ? [0, fullRows] : [height - fullRows, height - fullRows - 1]
  return (
    <Drawing isMirrored className={className} viewBox={`0 0 ${columns * CELL} ${height * CELL}`}>
      <pattern id={pattern} width={CELL} height={CELL} patternUnits="userSpaceOnUse">
        <path d={rhombus(CELL / 2, CELL / 2, radius)} fill="currentColor" />
      </pattern>
      <path d={cells(full, columns, fullRows) + cells(started, rest, 1)} fill={`url(#${pattern})`} />
    </Drawing>
  )
}

export function DotField({ columns = 28, rows = 24, ...field }: Partial<CrowdProps> & { count: number }) {
  return <Crowd {...field} columns={columns} rows={rows} from="ground" radius={3.7} />
}

const CELL = 10

const cells = (row: number, columns: number, rows: number) => rectangle(0, row * CELL, columns * CELL, rows * CELL)
