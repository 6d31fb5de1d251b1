import { Drawing, rhombus } from '../drawing.tsx'

export type ClusterCount = keyof typeof positions

export function Cluster({ count, className }: { count: ClusterCount; className?: string }) {
  return (
    <Drawing className={className} viewBox="-24 -24 48 48">
      <path d={positions[count].map(([x, y]) => rhombus(x, y, 10)).join('')} fill="currentColor" />
    </Drawing>
  )
}

/** As the dots over letters: one (ب), two (ت), three (ث). */
const positions = {
  1: [[0, 0]],
  2: [-11, 11].map((x) => [x, 0]),
  3: [
    [-11, 11],
    [11, 11],
    [0, -9],
  ],
  4: [-11, 11].flatMap((y) => [-11, 11].map((x) => [x, y])),
} as Record<1 | 2 | 3 | 4, [number, number][]>
