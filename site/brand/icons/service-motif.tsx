import styles from '../brand.module.css'
import { Drawing, rhombi, rhombus, tenth } from '../drawing.tsx'
import type { ServiceKind } from './service-kind.ts'

export function ServiceMotif({ kind, className }: { kind: ServiceKind; className?: string }) {
  const { ink, thin, thick, rings, dot, alongReading, lineWidth = 1.5 } = motifs[kind]()
  return (
    <Drawing className={className} viewBox="0 0 300 300">
      <g className={alongReading ? styles.motifAlongReading : undefined}>
        {thin && <path d={thin} fill="none" stroke="var(--a-ink)" strokeWidth={lineWidth} />}
        {thick && <path d={thick} fill="none" stroke="var(--a-ink)" strokeWidth="9" />}
        {ink && <path d={ink} fill="var(--a-ink)" />}
        {rings && (
          <g fill="none" stroke="var(--a-ink)" strokeLinecap="square" strokeDasharray=".01 .99">
            {rings.map(({ distance, ...ring }) => (
              <path key={distance} d={rhombus(150, 150, distance)} pathLength={(4 * distance) / RING_STEP} {...ring} />
            ))}
          </g>
        )}
        <path d={dot} fill="var(--dot)" />
      </g>
    </Drawing>
  )
}

interface Motif {
  ink?: string
  thin?: string
  thick?: string
  /** A dash of almost no length is a square as wide as its line; on a slope of 45° it stands on its corner. */
  rings?: { distance: number; strokeWidth: number; strokeDasharray?: string; strokeDashoffset?: number }[]
  dot: string
  alongReading?: boolean
  lineWidth?: number
}

const RING_STEP = 15

const motifs: Record<ServiceKind, () => Motif> = {
  app: drawTouched,
  social: drawShared,
  erp: drawStacked,
  web: drawLinked,
  ai: drawTrained,
  data: drawCounted,
}

function drawTouched(): Motif {
  const ring = (index: number) => rhombus(150, 150, 18 + index * 17)
  return { thick: [1, 4, 7].map(ring).join(''), thin: [2, 3, 5, 6].map(ring).join(''), dot: rhombus(150, 150, 23) }
}

function drawShared(): Motif {
  let ink = ''
  for (let wave = 1; wave < 8; wave++)
    for (let place = -wave; place <= wave; place += 2)
      ink += rhombus(28 + wave * 35, 150 + place * 17.5, 15.5 - wave * 1.25)
  return { ink, dot: rhombus(28, 150, 24), alongReading: true }
}

function drawStacked(): Motif {
  const layers = rhombi(6, (index) => `M59.7 ${111.8 + index * 15.5}l-7.7 7.7 98 98 98-98-7.7-7.7`)
  return { thin: layers, ink: rhombus(150, 104, 98), dot: rhombus(150, 104, 34) }
}

function drawLinked(): Motif {
  const rings = [60, 90, 120, 150].map((distance) => ({
    distance,
    strokeWidth: tenth((14 - distance / 14) * Math.SQRT2),
    ...(distance === 150 && WITHOUT_CORNERS),
  }))
  return { rings, dot: rhombus(150, 150, 30) }
}

const WITHOUT_CORNERS = { strokeDasharray: `${'.01 .99 '.repeat(8)}.01 1.99`, strokeDashoffset: -1 }

function drawTrained(): Motif {
  const layers = [3, 5, 4, 1].map((nodes, layer) => ({
    x: 46 + layer * 68,
    ys: Array.from({ length: nodes }, (_, node) => 150 + (node - (nodes - 1) / 2) * 52),
  }))
  let thin = ''
  let ink = ''
  layers.slice(0, -1).forEach(({ x, ys }, layer) => {
    const next = layers[layer + 1]
    for (const y of ys) {
      ink += rhombus(x, y, 14 + layer * 1.5)
      for (const nextY of next?.ys ?? []) thin += `M${x} ${y}L${next?.x} ${nextY}`
    }
  })
  return { thin, ink, dot: rhombus(250, 150, 32), alongReading: true, lineWidth: 0.9 }
}

function drawCounted(): Motif {
  let ink = ''
  for (const [column, height] of [1, 2, 4, 6, 8, 6, 4, 2, 1].entries())
    for (let row = 0; row < 9; row++) {
      const isTheDot = column === 4 && row === 7
      if (!isTheDot) ink += rhombus(30 + column * 30, 270 - row * 30, row < height ? 14 : 2.2)
    }
  return { ink, dot: rhombus(150, 60, 22) }
}
