import { Drawing, Outline, rhombi, rhombus } from '../drawing.tsx'

export function SecretDots({ typed, total, className }: { typed: number; total: number; className?: string }) {
  return (
    <Drawing isMirrored className={className} viewBox={`0 0 240 ${Math.ceil(total / 2) * 120}`}>
      <Outline d={rhombi(total - typed, (index) => dotAt(typed + index))} stroke="var(--edge)" strokeWidth="2" />
      <path d={rhombi(typed, dotAt)} fill="var(--dot)" />
    </Drawing>
  )
}

function dotAt(index: number): string {
  return rhombus(60 + (index % 2) * 120, 60 + Math.floor(index / 2) * 120, 52)
}
