import { Drawing, rhombi, rhombus } from '../drawing.tsx'

export function Tally({ left, total, columns }: { left: number; total: number; columns: number }) {
  const dotAt = (index: number, radius: number) =>
    rhombus((index % columns) * 20 + 10, Math.floor(index / columns) * 20 + 10, radius)
  return (
    <Drawing isMirrored viewBox={`0 0 ${columns * 20} ${Math.ceil(total / columns) * 20}`}>
      <path d={rhombi(total - left, (index) => dotAt(left + index, 2))} fill="var(--a-mark)" />
      <path d={rhombi(left, (index) => dotAt(index, 9))} fill="var(--dot)" />
    </Drawing>
  )
}
