import { Drawing, rhombi, rhombus } from '../drawing.tsx'

const COLUMNS = 30
const HIGHEST = 7
const STEP = 26

/** Dots stacked higher and higher in reading direction; the last column is the one that counts. */
export function DotColumns() {
  const heightOf = (column: number) => 1 + Math.round((HIGHEST - 1) * (column / (COLUMNS - 1)) ** 2)
  const columnAt = (column: number) =>
    rhombi(heightOf(column), (row) => rhombus(14 + column * STEP, HIGHEST * STEP - 12 - row * STEP, 11))
  return (
    <Drawing isMirrored viewBox={`0 0 ${COLUMNS * STEP + 2} ${HIGHEST * STEP}`}>
      <path d={rhombi(COLUMNS - 1, columnAt)} fill="var(--a-ink)" />
      <path d={columnAt(COLUMNS - 1)} fill="var(--dot)" />
    </Drawing>
  )
}
