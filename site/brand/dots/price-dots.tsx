import { Drawing, Outline, rhombi, rhombus } from '../drawing.tsx'

interface PriceDotsProps {
  dollars: number
  /** Of all prices beside each other: their dots are of one size and can be compared. */
  highest: number
}

export function PriceDots({ dollars, highest }: PriceDotsProps) {
  const whole = Math.floor(dollars)
  const scale = scaleFor(Math.ceil(highest))
  return (
    <Drawing isMirrored viewBox="0 0 200 180">
      <path d={rhombi(whole, (index) => dollar(index, 8, scale))} fill="var(--price-dot, var(--a-ink))" />
      {dollars > whole && <Outline d={dollar(whole, 7, scale)} stroke="var(--dot)" strokeWidth={2 / scale} />}
    </Drawing>
  )
}

const COLUMNS = 10
const ROWS = 9

const scaleFor = (dots: number) => Math.max(1, Math.ceil(Math.sqrt(dots / (COLUMNS * ROWS))))

function dollar(index: number, radius: number, scale: number): string {
  const [step, columns] = [20 / scale, COLUMNS * scale]
  const [column, row] = [index % columns, Math.floor(index / columns)]
  return rhombus((column + 0.5) * step, 180 - (row + 0.5) * step, radius / scale)
}
