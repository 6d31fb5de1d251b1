import { rhombus } from '../geometry.ts'

export type ClusterCount = keyof typeof positions

export function Cluster({ count, className }: { count: ClusterCount; className?: string }) {
  return (
    <svg className={className} viewBox="-24 -24 48 48" aria-hidden="true">
      <path d={positions[count].map(([x, y]) => rhombus(x, y, 10)).join('')} fill="currentColor" />
    </svg>
  )
}

const positions = {
  1: [[0, 0]],
  2: [
    [-11, 0],
    [11, 0],
  ],
  3: [
    [-11, 11],
    [11, 11],
    [0, -9],
  ],
  4: [
    [-11, -11],
    [11, -11],
    [-11, 11],
    [11, 11],
  ],
} satisfies Record<number, [number, number][]>
