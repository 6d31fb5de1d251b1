import { rhombus, tenth } from '../geometry.ts'

export function NibMoment({ moment, className }: { moment: 1 | 2 | 3 | 4 | 5 | 6; className?: string }) {
  const drawn = (radius * moment) / 6
  const isDone = moment === 6
  const written = `M${100 - radius} 100L100 ${100 - radius}l${tenth(drawn)} ${tenth(drawn)}L${tenth(100 - radius + drawn)} ${tenth(100 + drawn)}Z`
  const nib = `M${tenth(66 - radius + drawn)} ${tenth(134 + drawn)}L${tenth(134 + drawn)} ${tenth(66 - radius + drawn)}`
  return (
    <svg className={className} viewBox="0 0 200 200" overflow="visible" aria-hidden="true">
      {!isDone && (
        <path
          d={rhombus(100, 100, radius)}
          fill="none"
          stroke="var(--a-mark)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path d={written} fill={isDone ? 'var(--dot)' : 'var(--a-ink)'} />
      {!isDone && <path d={nib} fill="none" stroke="var(--dot)" strokeWidth="2.5" vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}

const radius = 92
