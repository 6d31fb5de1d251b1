import { Drawing, rhombus } from '../drawing.tsx'

export function HundredDots({ count, className }: { count: number; className?: string }) {
  const isSquare = count === side ** 2
  let full = ''
  let empty = ''
  fromLowerCorner.forEach(([i, j], index) => {
    // A quarter of the rhombus is a rhombus again, and reads better than rows.
    const isFull = isSquare ? i >= 10 - side && j >= 10 - side : index < count
    const dot = rhombus(110 + (i - j) * 11, 11 + (i + j) * 11, isFull ? 9 : 2)
    if (isFull) full += dot
    else empty += dot
  })
  return (
    <Drawing className={className} viewBox="0 0 220 220">
      <path d={empty} fill="var(--a-mark)" />
      <path d={full} fill="var(--dot)" />
    </Drawing>
  )
}

const side = 5

const fromLowerCorner = Array.from({ length: 100 }, (_, index): [number, number] => [
  Math.floor(index / 10),
  index % 10,
])
fromLowerCorner.sort(([i, j], [k, l]) => k + l - (i + j) || Math.abs(i - j) - Math.abs(k - l) || i - k)
