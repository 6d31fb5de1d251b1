import { Drawing, Outline, rhombi, rhombus } from '../drawing.tsx'

type BeforeAfterProps = { before: number; after: number; columns?: number; className?: string }

export function BeforeAfter({ before, after, columns = 12, className }: BeforeAfterProps) {
  const unitAt = (index: number, radius: number) =>
    rhombus((index % columns) * 24 + 12, Math.floor(index / columns) * 24 + 12, radius)
  return (
    <Drawing isMirrored className={className} viewBox={`0 0 ${columns * 24} ${Math.ceil(before / columns) * 24}`}>
      <Outline d={rhombi(before - after, (index) => unitAt(after + index, 9))} stroke="var(--edge)" strokeWidth="1.5" />
      <path d={rhombi(after, (index) => unitAt(index, 11))} fill="var(--dot)" />
    </Drawing>
  )
}
