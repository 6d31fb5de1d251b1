import { Drawing, pigments, rhombus } from '../drawing.tsx'

export function TouchRings({ className }: { className?: string }) {
  return (
    <Drawing className={className} viewBox="-720 -300 1440 600" preserveAspectRatio="xMidYMid slice" overflow="visible">
      <g fill="none" stroke={pigments.ink}>
        {ringsByWidth.map(([width, rings]) => (
          <path key={width} d={rings.map((ring) => rhombus(0, 0, 20 + ring * 50)).join('')} strokeWidth={width} />
        ))}
      </g>
    </Drawing>
  )
}

const ringsByWidth: [width: number, rings: number[]][] = [
  [26, [2]],
  [18, [3]],
  [11, [6]],
  [5, [9]],
  [2, [4, 5, 7, 8]],
  [1.5, [10]],
]
