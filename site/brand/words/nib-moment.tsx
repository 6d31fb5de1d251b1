import { Drawing, Outline, rhombus, tenth } from '../drawing.tsx'

export function NibMoment({ moment, className }: { moment: 1 | 2 | 3 | 4 | 5 | 6; className?: string }) {
  const drawn = (radius * moment) / 6
  const isDone = moment === 6
  const written = `M${100 - radius} 100L100 ${100 - radius}l${tenth(drawn)} ${tenth(drawn)}L${tenth(100 - radius + drawn)} ${tenth(100 + drawn)}Z`
  const nib = `M${tenth(66 - radius + drawn)} ${tenth(134 + drawn)}L${tenth(134 + drawn)} ${tenth(66 - radius + drawn)}`
  return (
    <Drawing className={className} viewBox="0 0 200 200" overflow="visible">
      {!isDone && <Outline d={rhombus(100, 100, radius)} stroke="var(--a-mark)" strokeWidth="1.5" />}
      <path d={written} fill={isDone ? 'var(--dot)' : 'var(--a-ink)'} />
      {!isDone && <Outline d={nib} stroke="var(--dot)" strokeWidth="2.5" />}
    </Drawing>
  )
}

const radius = 92
